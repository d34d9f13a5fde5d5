//! `usage_get`, the month's limits, the warnings, and the command that sets limits.

use annals::limits::Limits;
use serde_json::{Value, json};

use super::quotas::limit;
use super::targets::until;
use crate::support::{Account, Binary, Client, service, stored};

async fn kind(client: &Client, name: &str) -> Value {
    let usage = client.get("/v1/usage").await.expect(200);
    let kinds = usage["usage"].as_array().unwrap();
    kinds.iter().find(|kind| kind["kind"] == name).unwrap_or_else(|| panic!("no {name}: {usage}")).clone()
}

async fn warnings(account: &Account<'_>) -> Vec<String> {
    stored::column(&format!(
        "SELECT targets[1] || ' ' || (details ->> 'used') || ' ' || (details ->> 'limit') || ' ' || (details ->> 'percent')
         FROM audit_events WHERE account_id = '{}' AND operation = 'usage_warning' ORDER BY at, 1",
        account.id.uuid()
    ))
    .await
}

#[tokio::test]
async fn a_warning_is_shown_from_the_soft_share_on_and_written_once_a_month() {
    let account = service().account().await;
    let client = account.client().await;
    limit(service(), account.id, Limits { memories: Some(10), ..Limits::default() }).await;
    let mut last = String::new();
    for place in 0..7 {
        last = client.remember(&format!("Warning {place}."), "notes").await;
    }
    let seven = kind(&client, "memories").await;
    assert_eq!(json!([seven["used"], seven["limit"], seven["percent"]]), json!([7, 10, 70]));
    assert!(seven.get("warning").is_none() && warnings(&account).await.is_empty());
    client.remember("The eighth.", "notes").await;
    let eight = kind(&client, "memories").await;
    assert!(eight["warning"].as_str().unwrap().contains("80 %"), "{eight}");
    assert_eq!(warnings(&account).await, ["memories 8 10 80"]);
    // Down and up again says nothing new in the same month.
    client.post(&format!("/v1/memories/{last}/forget"), json!({"mode": "hard_delete"})).await.expect(200);
    client.remember("The eighth again.", "notes").await;
    client.remember("The ninth.", "notes").await;
    client.remember("The tenth.", "notes").await;
    assert_eq!(warnings(&account).await.len(), 1);
    assert!(kind(&client, "memories").await["warning"].as_str().unwrap().contains("is reached"));
    // Without limits nothing is said.
    let bytes = kind(&client, "bytes").await;
    assert!(
        bytes.get("limit").is_none() && bytes.get("percent").is_none() && bytes.get("warning").is_none(),
        "{bytes}"
    );
}

#[tokio::test]
async fn the_months_calls_are_refused_past_their_limit_and_administration_goes_on() {
    let account = service().account().await;
    let client = account.client().await;
    limit(service(), account.id, Limits { calls_per_month: Some(5), ..Limits::default() }).await;
    let recall = || client.post("/v1/memories/recall", json!({"query": "anything"}));
    let refused = until("the limit is known", || async {
        let answer = recall().await;
        (answer.status != 200).then_some(answer)
    })
    .await;
    assert_eq!(refused.refused(402), "quota_exceeded");
    assert_eq!(refused.json()["kind"], "calls_per_month");
    let calls = kind(&client, "calls_per_month").await;
    assert!(
        calls["used"].as_i64().unwrap() >= 5 && calls["warning"].as_str().unwrap().contains("is reached"),
        "{calls}"
    );
    assert_eq!(warnings(&account).await.len(), 1);
    limit(service(), account.id, Limits::default()).await;
    until("the limit is gone", || async { (recall().await.status == 200).then_some(()) }).await;
}

#[tokio::test]
async fn past_the_months_embeddings_words_alone_find_and_the_reply_says_so() {
    let account = service().account().await;
    let client = account.client().await;
    client.remember("Numbats eat termites.", "notes").await;
    limit(service(), account.id, Limits { embeddings_per_month: Some(1), ..Limits::default() }).await;
    let answer = until("the limit is known", || async {
        let answer = client.post("/v1/memories/recall", json!({"query": "numbats"})).await.expect(200);
        answer.to_string().contains("limit of embeddings per month").then_some(answer)
    })
    .await;
    assert!(answer.to_string().contains("Numbats eat termites."), "words still find: {answer}");
    let embeddings = kind(&client, "embeddings_per_month").await;
    assert!(embeddings["used"].as_i64().unwrap() >= 1, "{embeddings}");
}

#[tokio::test]
async fn what_was_counted_is_written_for_all_replicas() {
    let account = service().account().await;
    let client = account.client().await;
    for _ in 0..3 {
        client.get("/v1/records").await.expect(200);
    }
    let sql = format!("SELECT calls::text FROM usage_by_month WHERE account_id = '{}'", account.id.uuid());
    until("the calls are written", || async { (stored::column(&sql).await == ["3"]).then_some(()) }).await;
}

#[tokio::test]
async fn the_operator_sets_limits_one_by_one() {
    let account = service().account().await;
    let id = account.id.to_string();
    let run = |arguments: &[&str]| {
        let all: Vec<&str> =
            ["account", "limits", "--account", &id, "--json"].iter().chain(arguments).copied().collect();
        Binary::new().run(&all)
    };
    let first = run(&["--memories", "1000", "--bytes", "5000000"]).json();
    assert_eq!(first["limits"], json!({"memories": 1000, "bytes": 5_000_000, "soft_percent": 80}));
    let second = run(&["--bytes", "none", "--calls-per-month", "9", "--soft-percent", "50"]).json();
    assert_eq!(second["limits"], json!({"memories": 1000, "calls_per_month": 9, "soft_percent": 50}));
    assert_eq!(run(&[]).json()["limits"], second["limits"]);
    assert_ne!(run(&["--memories", "-1"]).code, 0);
    let client = account.client().await;
    assert_eq!(kind(&client, "memories").await["limit"], 1000);
}
