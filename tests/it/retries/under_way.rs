//! Retries while the first call runs, when it fails, and when its client has hung up.

use std::time::{Duration, Instant};

use futures::future::join;
use serde_json::{Value, json};

use crate::support::{Account, Client, HeldRows, replica, service, stored};

/// An account in which a text was said once: whoever says it again waits for its row, where that is held.
async fn said_once() -> (Account<'static>, Client, Value) {
    let account = service().account().await;
    let client = account.client().await;
    let body = json!({"content": "Two may say this at once.", "path": "notes"});
    client.post("/v1/memories", body.clone()).await.expect(200);
    (account, client, body)
}

async fn held(account: &Account<'_>) -> HeldRows {
    HeldRows::by(&format!("SELECT FROM memories WHERE account_id = '{}' FOR UPDATE", account.id.uuid())).await
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_first_call_runs_every_replica_says_so() {
    let (account, client, body) = said_once().await;
    let there = client.at(&replica().origin);
    let rows = held(&account).await;
    let first = client.post_with_key("/v1/memories", "slow", &body);
    let (first, ()) = join(first, async {
        rows.until_waiting(1).await;
        let another = json!({"content": "Something else.", "path": "notes"});
        for (client, body) in [(&client, &body), (&there, &body), (&there, &another)] {
            let told = client.post_with_key("/v1/memories", "slow", body).await;
            assert_eq!(told.refused(409), "in_progress");
            let wait: u64 = told.headers["retry-after"].to_str().unwrap().parse().unwrap();
            assert!((1..=60).contains(&wait), "{wait}");
        }
        // Another key is not held up.
        let free = json!({"content": "Nobody waits for this.", "path": "notes"});
        there.post_with_key("/v1/memories", "quick", &free).await.expect(200);
        rows.let_go().await;
    })
    .await;
    assert_eq!(first.expect(200)["seen_count"], json!(2));
    assert_eq!(there.post_with_key("/v1/memories", "slow", &body).await.text, first.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_gave_up_may_be_sent_again() {
    let (account, client, body) = said_once().await;
    let rows = held(&account).await;
    let gave_up = client.post_with_key("/v1/memories", "again", &body).await;
    assert_eq!(gave_up.json()["code"], json!("timeout"), "{}", gave_up.text);
    rows.let_go().await;
    let there = client.at(&replica().origin);
    assert_eq!(there.post_with_key("/v1/memories", "again", &body).await.expect(200)["seen_count"], json!(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_hung_up_gets_the_reply_that_it_missed() {
    let (account, client, body) = said_once().await;
    let rows = held(&account).await;
    let first = client.request("POST", "/v1/memories").header("Idempotency-Key", "missed").json(&body).send();
    let waiting = rows.until_waiting(1);
    tokio::select! {
        reply = first => panic!("it did not wait: {reply:?}"),
        () = waiting => {}
    }
    rows.let_go().await;
    let kept =
        format!("SELECT count(*) FROM idempotency WHERE account_id = '{}' AND reply IS NOT NULL", account.id.uuid());
    let limit = Instant::now() + Duration::from_secs(30);
    while stored::number(&kept).await == 0 {
        assert!(Instant::now() < limit, "the call was dropped with its client");
        tokio::task::yield_now().await;
    }
    let there = client.at(&replica().origin);
    for client in [&client, &there] {
        let again = client.post_with_key("/v1/memories", "missed", &body).await.expect(200);
        assert_eq!(again["seen_count"], json!(2));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_twenty_equal_calls_over_two_replicas_one_runs() {
    let account = service().account().await;
    let client = account.client().await;
    let there = client.at(&replica().origin);
    let items = json!({"items": [{"kind": "done", "text": "Rotated the certificates."}]});
    let told = futures::future::join_all((0..20).map(|place| {
        let client = if place % 2 == 0 { &client } else { &there };
        client.post_with_key("/v1/summaries", "twenty", &items)
    }))
    .await;
    let answered: Vec<_> = told.iter().filter(|told| told.status == 200).collect();
    assert!(!answered.is_empty());
    assert!(answered.iter().all(|told| told.text == answered[0].text));
    for told in told.iter().filter(|told| told.status != 200) {
        assert_eq!(told.refused(409), "in_progress");
    }
    // What is done never folds: a second run would show.
    let rows =
        stored::number(&format!("SELECT count(*) FROM memories WHERE account_id = '{}'", account.id.uuid())).await;
    assert_eq!(rows, 1);
}

/// The reply of a write that is committed leaves, also where the ledger of reads cannot be written just then.
#[tokio::test(flavor = "multi_thread")]
async fn a_committed_write_is_told_as_done() {
    let account = service().account().await;
    account.client().await.post("/v1/memories", json!({"content": "Said before.", "path": "notes"})).await.expect(200);
    let rows = HeldRows::by(&format!("SELECT FROM agents WHERE account_id = '{}' FOR UPDATE", account.id.uuid())).await;
    // This replica has not marked the agent yet.
    let client = account.client().await.at(&replica().origin);
    let said = client.post("/v1/memories", json!({"content": "Said meanwhile.", "path": "notes"})).await;
    assert_eq!(said.expect(200)["outcome"], json!("stored"));
    rows.let_go().await;
}
