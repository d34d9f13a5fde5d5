//! `fetch`: one memory in full (mcp.md 3.1; ruling 40).

use serde_json::{Value, json};

use crate::support::service;

#[tokio::test]
async fn fetch_answers_id_title_text_url_and_metadata() {
    let account = service().account().await;
    let client = account.client().await;
    let body = json!({
        "content": "The vicuña has the finest wool.\nIt is shorn every two years.",
        "path": "projects/general/wool", "kind": "fact", "occurred_at": "2026-01-02",
    });
    let saved = client.post("/v1/memories", body).await.expect(200);
    let answer = client.call("fetch", json!({"id": saved["id"]})).await;
    let structured = answer.structured();
    assert_eq!(answer.message["result"]["content"].as_array().unwrap().len(), 1);
    let text: Value = serde_json::from_str(&answer.text()).unwrap();
    assert_eq!(text, structured);
    let fields: Vec<&String> = structured.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["id", "metadata", "text", "title", "url"]);
    assert_eq!(structured["id"], saved["id"]);
    assert_eq!(structured["text"], "The vicuña has the finest wool.\nIt is shorn every two years.");
    let url = structured["url"].as_str().unwrap();
    assert!(url.starts_with(&format!("{}/", client.origin)), "{url}");
    assert_eq!(structured["metadata"]["path"], "projects/general/wool");
    assert_eq!(structured["metadata"]["kind"], "fact");
    assert_eq!(structured["metadata"]["writer"], "tester for owner");
    assert_eq!(structured["metadata"]["occurred_at"], "2026-01-02T00:00:00Z");
    assert!(structured["metadata"].as_object().unwrap().values().all(Value::is_string), "{structured}");
    assert_eq!(client.get(&format!("/v1/memories/{}", saved["id"].as_str().unwrap())).await.expect(200), structured);
}

#[tokio::test]
async fn a_long_text_is_cut_at_a_character_and_says_how_long_it_is() {
    let account = service().account().await;
    let client = account.client().await;
    for (filler, chars) in [("plain words ", 240_000), ("日本語", 150_000), ("🦙", 120_000), ("\"\\\n", 240_000)] {
        let text = format!("Llama {}", filler.repeat(chars / filler.chars().count()));
        let id = client.remember(&text, "notes").await;
        let answer = client.call("fetch", json!({"id": id})).await;
        assert!(answer.http.text.len() < 100_000, "{filler:?}: {} bytes", answer.http.text.len());
        let structured = answer.structured();
        let shown = structured["text"].as_str().unwrap();
        assert!(shown.len() > 10_000, "{filler:?}: {} bytes", shown.len());
        assert!(text.starts_with(shown), "what is shown is the beginning");
        assert_eq!(structured["metadata"]["content_chars"], json!(text.chars().count().to_string()));
        assert_eq!(structured["metadata"]["truncated"], "true");
    }
}

#[tokio::test]
async fn an_id_that_is_none_is_refused_and_one_that_names_nothing_is_not_found() {
    let (account, other) = (service().account().await, service().account().await);
    let (client, stranger) = (account.client().await, other.client().await);
    let id = client.remember("The serow climbs.", "projects/general").await;
    for made_up in ["x", "mem_", "mem_xyz", "usr_0190a0b0c0d07000800090a0b0c0d0e0", "%20", "mem_0190a0b0"] {
        let refusal = client.get(&format!("/v1/memories/{made_up}")).await;
        assert_eq!(refusal.refused(422), "invalid_input", "{made_up}");
        assert_eq!(refusal.json()["field"], "id", "{made_up}");
    }
    let mut words = Vec::new();
    for target in [id.as_str(), "mem_0190a0b0c0d07000800090a0b0c0d0e0"] {
        let mut body = stranger.get(&format!("/v1/memories/{target}")).await.expect(404);
        body.as_object_mut().unwrap().remove("request_id");
        words.push(body);
        let tool = stranger.call("fetch", json!({"id": target})).await.failure();
        assert!(tool.starts_with("not_found:"), "{tool}");
    }
    assert_eq!(words[0], words[1]);
}

#[tokio::test]
async fn the_bare_uuid_of_an_id_is_taken_too() {
    let account = service().account().await;
    let client = account.client().await;
    let id = client.remember("The kudu leaps.", "projects/general").await;
    let bare = id.strip_prefix("mem_").unwrap();
    assert_eq!(client.get(&format!("/v1/memories/{bare}")).await.expect(200)["id"], json!(id));
}
