//! Redaction: the text goes, the record stays.

use serde_json::json;

use super::hiding::shown_anywhere;
use crate::support::{service, stored};

#[tokio::test]
async fn a_redacted_memory_keeps_its_record_and_nothing_of_its_text() {
    let account = service().account().await;
    let client = account.client().await;
    let body = json!({
        "content": "Blorpwattle owes Grimsnarf a favour.",
        "path": "projects/general",
        "topics": ["person:Blorpwattle"],
        "links": ["https://example.com/Grimsnarf"],
        "kind": "decision",
    });
    let saved = client.post("/v1/memories", body).await.expect(200);
    let id = saved["id"].as_str().unwrap();
    let reply = client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": "redact"})).await.expect(200);
    assert_eq!(reply["outcome"], "redacted");
    for word in ["Blorpwattle", "Grimsnarf"] {
        assert_eq!(shown_anywhere(&client, id, word).await, Vec::<&str>::new());
        assert_eq!(stored::tables_that_hold(word).await, Vec::<String>::new());
    }
    let version = client.get(&format!("/v1/versions/{id}")).await.expect(200);
    assert_eq!(version["version"]["content"], "[redacted]");
    assert_eq!(version["version"]["kind"], "decision");
    assert_eq!(version["version"]["state"], "current");
    assert_eq!(client.get(&format!("/v1/memories/{id}")).await.expect(200)["text"], "[redacted]");
    let left = stored::number(&format!(
        "SELECT (SELECT count(*) FROM chunks WHERE memory_id = '{0}') + (SELECT count(*) FROM embeddings WHERE memory_id = '{0}')",
        id.strip_prefix("mem_").unwrap()
    ))
    .await;
    assert_eq!(left, 0);
}

#[tokio::test]
async fn redaction_can_be_repeated_and_the_memory_erased_afterwards() {
    let account = service().account().await;
    let client = account.client().await;
    let id = client.remember("A takin climbs.", "projects/general").await;
    let path = format!("/v1/memories/{id}/forget");
    for (mode, outcome) in
        [("redact", "redacted"), ("redact", "redacted"), ("soft_delete", "hidden"), ("hard_delete", "erased")]
    {
        assert_eq!(client.post(&path, json!({"mode": mode})).await.expect(200)["outcome"], outcome);
    }
}

#[tokio::test]
async fn two_redacted_memories_do_not_fold_into_each_other() {
    let account = service().account().await;
    let client = account.client().await;
    for text in ["First of two.", "Second of two."] {
        let id = client.remember(text, "projects/general").await;
        client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": "redact"})).await.expect(200);
    }
    let kept = stored::number(&format!(
        "SELECT count(*) FROM memories WHERE account_id = '{}' AND status = 'active'",
        account.id.uuid()
    ))
    .await;
    assert_eq!(kept, 2);
}
