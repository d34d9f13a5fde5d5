//! Replies that name what has been erased.

use serde_json::{Value, json};

use crate::support::{Account, Client, replica, service, stored};

/// Calls whose replies name a record, and how to erase it.
fn calls() -> [(&'static str, Value); 3] {
    [
        ("/v1/memories", json!({"content": "Vashtorune keeps the harbour log.", "path": "notes"})),
        ("/v1/workspace/save", json!({"content": "Vashtorune keeps the harbour log.", "scope": {"kind": "shared"}})),
        ("/v1/summaries", json!({"items": [{"kind": "fact", "text": "Vashtorune keeps the harbour log."}]})),
    ]
}

async fn only_memory(account: &Account<'_>) -> String {
    let ids = stored::column(&format!(
        "SELECT 'mem_' || replace(id::text, '-', '') FROM memories WHERE account_id = '{}'",
        account.id.uuid()
    ))
    .await;
    ids.into_iter().next().unwrap()
}

async fn replies_that_hold(account: &Account<'_>, word: &str) -> i64 {
    stored::number(&format!(
        "SELECT count(*) FROM idempotency AS i WHERE account_id = '{}' AND strpos(lower(i::text), lower('{word}')) > 0",
        account.id.uuid()
    ))
    .await
}

/// The ways to erase a memory for good.
#[derive(Debug, Clone, Copy)]
enum Erasing {
    Record,
    Forget,
    Matching,
}

impl Erasing {
    const ALL: [Self; 3] = [Self::Record, Self::Forget, Self::Matching];

    async fn erase(self, client: &Client, id: &str) {
        let answer = match self {
            Self::Record => client.send(client.request("DELETE", &format!("/v1/records/{id}"))).await,
            Self::Forget => client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": "hard_delete"})).await,
            Self::Matching => {
                let entry = annals::find("memory_delete_matching").unwrap();
                client.operation(entry, &json!({"scope": "", "below": true, "expected_count": 1})).await
            }
        };
        answer.expect(200);
    }
}

#[tokio::test]
async fn a_replay_learns_that_it_is_gone_on_every_replica() {
    for erasing in Erasing::ALL {
        for (path, body) in calls() {
            let account = service().account().await;
            let client = account.client().await;
            client.post_with_key(path, "gone", &body).await.expect(200);
            let id = only_memory(&account).await;
            erasing.erase(&client, &id).await;
            for client in [&client, &client.at(&replica().origin)] {
                let told = client.post_with_key(path, "gone", &body).await;
                assert_eq!(told.refused(404), "not_found", "{erasing:?} {path}");
                assert_eq!(told.json()["tombstone"], json!(id), "{erasing:?} {path}");
            }
            assert_eq!(replies_that_hold(&account, "Vashtorune").await, 0, "{erasing:?} {path}");
            // Other arguments are refused all the same.
            let mut other = body.clone();
            if let Some(text) = other.get_mut("content") {
                *text = json!("Something else.");
            } else {
                other["session"] = json!("another");
            }
            assert_eq!(client.post_with_key(path, "gone", &other).await.refused(422), "idempotency_key_reused");
            let rows =
                stored::number(&format!("SELECT count(*) FROM memories WHERE account_id = '{}'", account.id.uuid()))
                    .await;
            assert_eq!(rows, 0, "{erasing:?} {path}: a replay brings nothing back");
        }
    }
}

#[tokio::test]
async fn a_version_that_was_erased_takes_the_replies_with_it_that_name_it() {
    let account = service().account().await;
    let client = account.client().await;
    let save = json!({"content": "Vashtorune keeps the harbour log.", "scope": {"kind": "shared"}});
    let saved = client.post_with_key("/v1/workspace/save", "first", &save).await.expect(200);
    let update = json!({"id": saved["data"]["id"], "expected_revision": 1, "content": "Marisel keeps the harbour log.",
        "reason": "A new keeper.", "scope": {"kind": "shared"}});
    client.post_with_key("/v1/workspace/update", "second", &update).await.expect(200);
    let first = only_memory_saying(&account, "Vashtorune").await;
    Erasing::Record.erase(&client, &first).await;
    assert_eq!(client.post_with_key("/v1/workspace/save", "first", &save).await.refused(404), "not_found");
    assert_eq!(replies_that_hold(&account, "Vashtorune").await, 0);
}

async fn only_memory_saying(account: &Account<'_>, word: &str) -> String {
    let ids = stored::column(&format!(
        "SELECT 'mem_' || replace(id::text, '-', '') FROM memories WHERE account_id = '{}' AND strpos(content, '{word}') > 0",
        account.id.uuid()
    ))
    .await;
    ids.into_iter().next().unwrap()
}

#[tokio::test]
async fn erasing_may_be_retried_itself() {
    let account = service().account().await;
    let client = account.client().await;
    let id = client.remember("Vashtorune keeps the harbour log.", "notes").await;
    let erase = || {
        let request = client.request("DELETE", &format!("/v1/records/{id}")).header("Idempotency-Key", "erase");
        client.send(request)
    };
    let first = erase().await;
    assert_eq!(first.expect(200)["deleted"], json!(true));
    assert_eq!(erase().await.text, first.text);
}

#[tokio::test]
async fn hiding_and_redacting() {
    let account = service().account().await;
    let client = account.client().await;
    let body = json!({"content": "Vashtorune keeps the harbour log.", "path": "notes"});
    let first = client.post_with_key("/v1/memories", "hidden", &body).await;
    let id = first.expect(200)["id"].as_str().unwrap().to_owned();
    client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": "soft_delete"})).await.expect(200);
    assert_eq!(client.post_with_key("/v1/memories", "hidden", &body).await.text, first.text, "it may be restored");

    let save = json!({"content": "Vashtorune keeps the other log.", "scope": {"kind": "shared"}});
    client.post_with_key("/v1/workspace/save", "redacted", &save).await.expect(200);
    let id = only_memory_saying(&account, "other log").await;
    client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": "redact"})).await.expect(200);
    assert_eq!(client.post_with_key("/v1/workspace/save", "redacted", &save).await.refused(404), "not_found");
    assert_eq!(replies_that_hold(&account, "other log").await, 0);
}
