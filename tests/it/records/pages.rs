//! Pages of an export: stable, and of nobody but the one who asked.

use std::collections::BTreeSet;

use annals::auth::Role;
use serde_json::{Value, json};

use crate::support::{Client, Wish, service};

async fn filled(client: &Client, scope: &str, count: usize) {
    let records: Vec<Value> =
        (0..count).map(|number| json!({"content": format!("Caiman {scope} {number:03}")})).collect();
    client.post("/v1/records/import", json!({"scope": scope, "records": records})).await.expect(200);
}

fn contents(page: &Value) -> Vec<String> {
    page["records"].as_array().unwrap().iter().map(|record| record["content"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn pages_are_stable_while_rows_are_written_and_forgotten() {
    let account = service().account().await;
    let client = account.client().await;
    filled(&client, "projects/pond", 95).await;
    let all: BTreeSet<String> =
        contents(&client.get("/v1/records/export?limit=1000").await.expect(200)).into_iter().collect();
    assert_eq!(all.len(), 95);
    let mut seen: Vec<String> = Vec::new();
    let mut token: Option<String> = None;
    let mut pages = 0;
    loop {
        let query = token.as_ref().map_or(String::new(), |token| format!("&page_token={token}"));
        let page = client.get(&format!("/v1/records/export?scope=projects/pond&limit=10{query}")).await.expect(200);
        let shown = contents(&page);
        assert!(shown.len() <= 10);
        seen.extend(shown);
        pages += 1;
        client.remember(&format!("Written meanwhile {pages}"), "projects/other-pond").await;
        let first = client.get("/v1/search?query=caiman").await.expect(200);
        let id = first["results"][0]["id"].as_str().unwrap().to_owned();
        if seen.iter().any(|content| first["results"][0]["title"].as_str().unwrap().contains(content.as_str())) {
            client.post(&format!("/v1/memories/{id}/forget"), json!({})).await.expect(200);
        }
        match page.get("next_page_token") {
            Some(next) => token = Some(next.as_str().unwrap().to_owned()),
            None => break,
        }
    }
    assert_eq!(pages, 10);
    assert_eq!(seen.len(), 95, "no row twice");
    assert_eq!(seen.into_iter().collect::<BTreeSet<_>>(), all, "no row left out");
}

#[tokio::test]
async fn a_page_token_of_another_person_account_filter_or_making_is_refused() {
    let (account, other) = (service().account().await, service().account().await);
    let (client, stranger) = (account.client().await, other.client().await);
    let colleague = account.member(Role::Admin, "cleo").await;
    let colleague = account.client_with(Wish { user: Some(colleague), ..Wish::default() }).await;
    filled(&client, "projects/general", 5).await;
    filled(&stranger, "projects/general", 5).await;
    let page = client.get("/v1/records/export?limit=2").await.expect(200);
    let token = page["next_page_token"].as_str().unwrap().to_owned();
    client.get(&format!("/v1/records/export?limit=3&page_token={token}")).await.expect(200);

    let refused = async |client: &Client, query: String| {
        let refusal = client.get(&format!("/v1/records/export?{query}")).await;
        assert_eq!(refusal.refused(422), "invalid_input", "{query}");
        assert_eq!(refusal.json()["field"], "page_token", "{query}");
    };
    refused(&stranger, format!("page_token={token}")).await;
    refused(&colleague, format!("page_token={token}")).await;
    refused(&client, format!("scope=projects/general&page_token={token}")).await;
    for place in (0..token.len()).step_by(7) {
        let mut altered = token.clone().into_bytes();
        altered[place] = if altered[place] == b'A' { b'B' } else { b'A' };
        refused(&client, format!("page_token={}", String::from_utf8(altered).unwrap())).await;
    }
    for made_up in ["x", "AAAA", "2", "eyJhIjoxfQ", "%20x"] {
        refused(&client, format!("page_token={made_up}")).await;
    }
    refused(&client, format!("page_token={}", &token[..token.len() - 1])).await;
    refused(&client, format!("page_token={token}A")).await;
}

#[tokio::test]
async fn json_lines_carry_the_next_page_in_a_header() {
    let account = service().account().await;
    let client = account.client().await;
    filled(&client, "projects/general", 5).await;
    let ask =
        async |path: &str| client.send(client.request("GET", path).header("accept", "application/x-ndjson")).await;
    let first = ask("/v1/records/export?limit=3").await;
    assert_eq!(first.status, 200);
    assert_eq!(first.headers["content-type"], "application/x-ndjson");
    assert_eq!(first.text.lines().count(), 3);
    let token = first.headers["x-next-page-token"].to_str().unwrap().to_owned();
    let second = ask(&format!("/v1/records/export?limit=3&page_token={token}")).await;
    assert_eq!(second.text.lines().count(), 2);
    assert!(!second.headers.contains_key("x-next-page-token"));
    for line in first.text.lines().chain(second.text.lines()) {
        assert!(serde_json::from_str::<Value>(line).unwrap()["content"].is_string());
    }
}
