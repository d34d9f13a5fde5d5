//! The same thing said twice (contract, "Same thing said twice"; ruling 38).

use futures::future::join_all;
use serde_json::{Value, json};

use crate::support::{Client, service, stored};

async fn keep(client: &Client, content: &str, path: &str, kind: &str) -> Value {
    let body = json!({"content": content, "path": path, "kind": kind, "create_project": true});
    client.post("/v1/memories", body).await.expect(200)
}

#[tokio::test]
async fn the_same_text_in_another_spelling_is_seen_again() {
    let account = service().account().await;
    let client = account.client().await;
    let first = keep(&client, "Invoices go out on the 1st.", "projects/billing", "note").await;
    let spellings =
        ["invoices go out on the 1st", "  INVOICES   go out\non the 1st!! ", "Ｉnvoices go out on the 1st."];
    for (place, spelling) in spellings.iter().enumerate() {
        let again = keep(&client, spelling, "projects/billing", "note").await;
        assert_eq!(again["outcome"], "seen_again", "{spelling}");
        assert_eq!(again["id"], first["id"], "{spelling}");
        assert_eq!(again["seen_count"], json!(place + 2), "{spelling}");
    }
    let stored =
        stored::number(&format!("SELECT count(*) FROM memories WHERE account_id = '{}'", account.id.uuid())).await;
    assert_eq!(stored, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_identical_saves_at_once_leave_one_record_that_was_said_twenty_times() {
    let account = service().account().await;
    let client = account.client().await;
    let saves = (0..20).map(|_| keep(&client, "The rota changes on Fridays.", "projects/general", "fact"));
    let replies = join_all(saves).await;
    let ids: std::collections::BTreeSet<&str> = replies.iter().map(|reply| reply["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 1, "{ids:?}");
    assert_eq!(replies.iter().filter(|reply| reply["outcome"] == "stored").count(), 1);
    let mut counts: Vec<u64> = replies.iter().map(|reply| reply["seen_count"].as_u64().unwrap()).collect();
    counts.sort_unstable();
    assert_eq!(counts, (1..=20).collect::<Vec<u64>>());
    let rows = stored::column(&format!(
        "SELECT seen_count::text FROM memories WHERE account_id = '{}' AND status = 'active'",
        account.id.uuid()
    ))
    .await;
    assert_eq!(rows, ["20"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_saves_at_once_that_create_the_same_project_all_succeed() {
    let account = service().account().await;
    let client = account.client().await;
    let replies = join_all((0..20).map(|place| {
        let (client, content) = (client.clone(), format!("Thing number {place} of the new project."));
        async move { keep(&client, &content, "projects/brand-new", "fact").await }
    }))
    .await;
    assert!(replies.iter().all(|reply| reply["scope_path"] == "projects/brand-new"));
    let nodes = stored::number(&format!(
        "SELECT count(*) FROM scope_nodes WHERE account_id = '{}' AND path = 'projects/brand-new'",
        account.id.uuid()
    ))
    .await;
    assert_eq!(nodes, 1);
}

#[tokio::test]
async fn another_kind_and_another_scope_are_not_folded() {
    let account = service().account().await;
    let client = account.client().await;
    let text = "We ship on Thursdays.";
    let first = keep(&client, text, "projects/alpha", "fact").await;
    for (path, kind) in [("projects/alpha", "decision"), ("projects/beta", "fact"), ("plain/namespace", "fact")] {
        let other = keep(&client, text, path, kind).await;
        assert_eq!(other["outcome"], "stored", "{path} {kind}");
        assert_ne!(other["id"], first["id"]);
    }
    let inside = keep(&client, text, "projects/alpha/below", "fact").await;
    assert_eq!(inside["outcome"], "seen_again", "a path below the same node is the same scope");
    assert_eq!(inside["path"], "projects/alpha", "the reply says where the memory stands");
    assert!(inside["notes"].to_string().contains("another path"), "{inside}");
}

#[tokio::test]
async fn done_and_handoff_never_fold() {
    let account = service().account().await;
    let client = account.client().await;
    for kind in ["done", "handoff"] {
        let first = keep(&client, "Rotated the certificates.", "projects/general", kind).await;
        let second = keep(&client, "Rotated the certificates.", "projects/general", kind).await;
        assert_eq!(second["outcome"], "stored");
        assert_ne!(first["id"], second["id"]);
    }
}

#[tokio::test]
async fn near_duplicates_are_both_kept() {
    let account = service().account().await;
    let client = account.client().await;
    let pairs = [
        ("The limit is 5 requests.", "The limit is 6 requests."),
        ("Backups run at night.", "Backups do not run at night."),
        ("Call Anna first.", "Call Hanna first."),
    ];
    for (one, other) in pairs {
        let first = keep(&client, one, "projects/general", "fact").await;
        let second = keep(&client, other, "projects/general", "fact").await;
        assert_eq!(second["outcome"], "stored", "{other}");
        assert_ne!(first["id"], second["id"]);
    }
}

#[tokio::test]
async fn two_accounts_that_say_the_same_each_keep_their_own() {
    let (one, other) = (service().account().await, service().account().await);
    let first = keep(&one.client().await, "The coffee is in the blue tin.", "projects/general", "fact").await;
    let second = keep(&other.client().await, "The coffee is in the blue tin.", "projects/general", "fact").await;
    assert_eq!(second["outcome"], "stored");
    assert_ne!(first["id"], second["id"]);
}
