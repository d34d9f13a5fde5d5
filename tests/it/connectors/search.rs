//! `search`: ids, titles and URLs (mcp.md 3.1).

use annals::auth::Profile;
use serde_json::{Value, json};

use crate::support::{Wish, service};

#[tokio::test]
async fn search_answers_results_once_as_structure_and_once_as_one_json_text() {
    let account = service().account().await;
    let client = account.client_with(Wish { profile: Profile::ChatGpt, ..Wish::default() }).await;
    let writer = account.client().await;
    let id = writer.remember("The narwhal has one tusk.\nIt is a tooth.", "projects/general").await;
    let answer = client.call("search", json!({"query": "narwhal tusk"})).await;
    let structured = answer.structured();
    let content = answer.message["result"]["content"].as_array().unwrap();
    assert_eq!(content.len(), 1, "exactly one content item");
    assert_eq!(content[0]["type"], "text");
    let text: Value = serde_json::from_str(&answer.text()).unwrap();
    assert_eq!(text, structured);

    let fields: Vec<&String> = structured.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["results"]);
    let result = &structured["results"][0];
    let fields: Vec<&String> = result.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["id", "title", "url"]);
    assert_eq!(result["id"], json!(id));
    let title = result["title"].as_str().unwrap();
    assert!(title.contains("The narwhal has one tusk.") && !title.contains('\n'), "{title}");
    let url = result["url"].as_str().unwrap();
    assert!(url.starts_with(&format!("{}/", client.origin)) && url.contains(&id), "{url}");
}

#[tokio::test]
async fn search_finds_nothing_in_an_empty_account_and_says_so_in_its_shape() {
    let account = service().account().await;
    let client = account.client().await;
    let answer = client.call("search", json!({"query": "narwhal"})).await;
    assert_eq!(answer.structured(), json!({"results": []}));
    assert_eq!(answer.text(), "{\"results\":[]}");
    assert_eq!(client.get("/v1/search?query=narwhal").await.expect(200), json!({"results": []}));
}

#[tokio::test]
async fn a_query_in_a_url_is_decoded_once() {
    let account = service().account().await;
    let client = account.client().await;
    let id = client.remember("Costs rose by 5% + tax in Köln.", "projects/general").await;
    for query in ["K%C3%B6ln", "k%C3%B6ln+tax", "tax%20K%C3%B6ln", "5%25%20%2B%20tax"] {
        let found = client.get(&format!("/v1/search?query={query}")).await.expect(200);
        assert_eq!(found["results"][0]["id"], json!(id), "{query}");
    }
}
