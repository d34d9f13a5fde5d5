//! Soft deletion: hidden from every operation that reads.

use serde_json::{Value, json};

use crate::support::{Client, service, stored};

/// Every way of reading that there is, with what each shows of a text. Empty where it shows nothing.
pub async fn shown_anywhere(client: &Client, id: &str, word: &str) -> Vec<&'static str> {
    let mut shown = Vec::new();
    let mut look = |what: &'static str, text: &str| {
        if text.contains(word) {
            shown.push(what);
        }
    };
    look("recall", &client.post("/v1/memories/recall", json!({"query": word})).await.text);
    look("search_memory", &client.post("/v1/memories/search", json!({"query": word})).await.text);
    let by_path = json!({"query": word, "path_filter": "projects/general/%", "limit": 100});
    look("search_memory by path", &client.post("/v1/memories/search", by_path).await.text);
    look("search", &client.get(&format!("/v1/search?query={word}")).await.text);
    look("fetch", &client.get(&format!("/v1/memories/{id}")).await.text);
    look("memory_version", &client.get(&format!("/v1/versions/{id}")).await.text);
    look("record_export", &client.get("/v1/records/export?limit=1000").await.text);
    look("recall over MCP", &client.call("recall", json!({"query": word})).await.http.text);
    look("fetch over MCP", &client.call("fetch", json!({"id": id})).await.http.text);
    look("memory_version over MCP", &client.call("memory_version", json!({"versionId": id})).await.http.text);
    shown
}

async fn forget(client: &Client, id: &str, arguments: Value) -> Value {
    client.post(&format!("/v1/memories/{id}/forget"), arguments).await.expect(200)
}

#[tokio::test]
async fn a_hidden_memory_is_shown_by_no_operation() {
    let account = service().account().await;
    let client = account.client().await;
    let id = client.remember("Okapi numbers rose.", "projects/general").await;
    assert_eq!(shown_anywhere(&client, &id, "Okapi").await.len(), 9 + 1, "a memory that is there shows everywhere");
    let reply = forget(&client, &id, json!({"reason": "no longer true"})).await;
    assert_eq!(reply["outcome"], "hidden", "soft deletion is the default");
    assert_eq!(reply["id"], json!(id));
    assert!(reply["text"].as_str().unwrap().contains("30 days"), "{reply}");
    assert_eq!(shown_anywhere(&client, &id, "Okapi").await, Vec::<&str>::new());
    assert_eq!(client.get(&format!("/v1/memories/{id}")).await.refused(404), "not_found");
    let rows = stored::column(&format!(
        "SELECT content || '/' || status || '/' || forgotten_reason FROM memories WHERE account_id = '{}'",
        account.id.uuid()
    ))
    .await;
    assert_eq!(rows, ["Okapi numbers rose./forgotten/no longer true"], "the text is kept for a restoration");
}

#[tokio::test]
async fn what_was_hidden_can_be_said_anew() {
    let account = service().account().await;
    let client = account.client().await;
    let first = client.remember("The tapir sleeps.", "projects/general").await;
    forget(&client, &first, json!({"mode": "soft_delete"})).await;
    let body = json!({"content": "The tapir sleeps.", "path": "projects/general"});
    let again = client.post("/v1/memories", body).await.expect(200);
    assert_eq!(again["outcome"], "stored");
    assert_ne!(again["id"], json!(first));
    assert_eq!(again["seen_count"], 1);
}

#[tokio::test]
async fn a_hidden_memory_can_be_erased_and_nothing_else() {
    let account = service().account().await;
    let client = account.client().await;
    let id = client.remember("The dingo howls.", "projects/general").await;
    forget(&client, &id, json!({})).await;
    for mode in ["soft_delete", "redact"] {
        let refusal = client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": mode})).await;
        assert_eq!(refusal.refused(404), "not_found", "{mode}");
    }
    assert_eq!(forget(&client, &id, json!({"mode": "hard_delete"})).await["outcome"], "erased");
    assert_eq!(stored::tables_that_hold("the dingo howls").await, Vec::<String>::new());
}

#[tokio::test]
async fn what_is_not_there_and_what_is_not_ones_own_are_refused_in_the_same_words() {
    let (account, other) = (service().account().await, service().account().await);
    let (client, stranger) = (account.client().await, other.client().await);
    let id = client.remember("The gnu grazes.", "projects/general").await;
    for mode in ["soft_delete", "hard_delete", "redact"] {
        let made_up = "mem_0190a0b0c0d07000800090a0b0c0d0e0";
        let mut answers = Vec::new();
        for target in [id.as_str(), made_up] {
            let refusal = stranger.post(&format!("/v1/memories/{target}/forget"), json!({"mode": mode})).await;
            let mut body = refusal.expect(404);
            body.as_object_mut().unwrap().remove("request_id");
            answers.push(body);
        }
        assert_eq!(answers[0], answers[1]);
        let tool = stranger.call("forget", json!({"memory_id": id, "mode": mode})).await.failure();
        assert!(tool.starts_with("not_found:"), "{tool}");
    }
    assert_eq!(client.get(&format!("/v1/memories/{id}")).await.expect(200)["text"], "The gnu grazes.");
}

#[tokio::test]
async fn forgetting_over_mcp_says_what_became_of_the_memory() {
    let account = service().account().await;
    let client = account.client().await;
    for (mode, outcome) in [("soft_delete", "hidden"), ("hard_delete", "erased"), ("redact", "redacted")] {
        let id = client.remember(&format!("The zebu of {mode}."), "projects/general").await;
        let answer = client.call("forget", json!({"memory_id": id, "mode": mode})).await;
        assert_eq!(answer.structured(), json!({"id": id, "outcome": outcome}));
        assert!(answer.text().contains(&id), "{}", answer.text());
        assert_eq!(shown_anywhere(&client, &id, "zebu").await, Vec::<&str>::new(), "{mode}");
    }
}
