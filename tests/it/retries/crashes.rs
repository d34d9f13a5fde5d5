//! A process that dies between its commit and its reply: another one gives the stored reply.

use futures::future::join;
use serde_json::{Value, json};

use crate::support::{HeldRows, Serving, replica, service, stored};

fn calls() -> [(&'static str, Value); 3] {
    [
        ("/v1/memories", json!({"content": "Kept in Bergen although nobody was told.", "path": "notes"})),
        ("/v1/workspace/save", json!({"content": "Kept in Bergen although nobody was told."})),
        (
            "/v1/summaries",
            json!({"text": "A day.", "items": [{"kind": "done", "text": "Kept in Bergen although nobody was told."}]}),
        ),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stored_reply_is_given_by_another_process() {
    for (path, body) in calls() {
        let account = service().account().await;
        let client = account.client().await;
        let id = account.id.uuid();
        // The agent is known already: its row can be held, and the call stops there, after its commit.
        client.get("/v1/records").await.expect(200);
        let serving = Serving::start(|binary| binary.with("ANNALS_PUBLIC_URL", &service().origin));
        let there = client.at(&serving.origin);
        let rows = HeldRows::by(&format!("SELECT FROM agents WHERE account_id = '{id}' FOR UPDATE")).await;
        let call = there.request("POST", path).header("Idempotency-Key", "lost").json(&body).send();
        let (reply, ()) = join(call, async {
            rows.until_waiting(1).await;
            serving.kill();
        })
        .await;
        assert!(reply.is_err(), "{path}: a killed process answered");
        rows.let_go().await;

        let count = format!("SELECT count(*) FROM memories WHERE account_id = '{id}'");
        assert_eq!(stored::number(&count).await, 1, "{path}: the call was committed");
        let first = client.post_with_key(path, "lost", &body).await;
        first.expect(200);
        let again = client.at(&replica().origin).post_with_key(path, "lost", &body).await;
        assert_eq!(again.text, first.text, "{path}");
        let counted = format!("SELECT count(*) FROM memories WHERE account_id = '{id}' AND seen_count = 1");
        assert_eq!(stored::number(&counted).await, 1, "{path}: it was not said twice");
        assert_eq!(stored::number(&count).await, 1, "{path}");
        let done = format!("SELECT count(*) FROM audit_events WHERE account_id = '{id}' AND outcome = 'done'");
        assert_eq!(stored::number(&done).await, 1, "{path}: done once");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_was_committed_the_call_runs() {
    for (path, body) in calls() {
        let account = service().account().await;
        let client = account.client().await;
        let id = account.id.uuid();
        // A first record makes the rows that the next one needs.
        client.post("/v1/memories", json!({"content": "Said before.", "path": "notes"})).await.expect(200);
        let serving = Serving::start(|binary| binary.with("ANNALS_PUBLIC_URL", &service().origin));
        let there = client.at(&serving.origin);
        // Another writer of one of its words, whose outcome is not known yet.
        let rows = HeldRows::by(&format!(
            "INSERT INTO term_frequencies (account_id, scope_id, term, shard, chunks)
             SELECT account_id, id, 'bergen', shard, 1 FROM scope_nodes, generate_series(0, 7) AS shard
             WHERE account_id = '{id}'"
        ))
        .await;
        let call = there.request("POST", path).header("Idempotency-Key", "lost").json(&body).send();
        let (reply, ()) = join(call, async {
            rows.until_waiting(1).await;
            serving.kill();
        })
        .await;
        assert!(reply.is_err(), "{path}: a killed process answered");
        rows.let_go().await;
        let keys = format!("SELECT count(*) FROM idempotency WHERE account_id = '{id}'");
        assert_eq!(stored::number(&keys).await, 0, "{path}: the key went with the call");
        let first = client.post_with_key(path, "lost", &body).await;
        first.expect(200);
        assert_eq!(client.at(&replica().origin).post_with_key(path, "lost", &body).await.text, first.text);
        let count = stored::number(&format!("SELECT count(*) FROM memories WHERE account_id = '{id}'")).await;
        assert_eq!(count, 2, "{path}");
    }
}
