//! The account and the space that a call names: what is not there and what is not the caller's are one answer.

use annals::ids::AccountId;
use serde_json::{Value, json};

use super::ways::{WAYS, ask};
use super::written::{node, remember_in, restrict};
use crate::support::{service, stored};

/// Every operation of the family with sound arguments.
fn operations() -> Vec<(&'static str, Value)> {
    vec![
        ("memory_record_summary", json!({"text": "Said."})),
        ("memory_list_records", json!({})),
        ("memory_search_records", json!({"query": "said"})),
        ("memory_list_summaries", json!({})),
        ("brief_me", json!({"about": "said"})),
        ("decisions_list_spaces", json!({})),
        ("memory_get_record", json!({"id": super::written::made_up()})),
        ("memory_delete_record", json!({"id": super::written::made_up()})),
        ("document_put", json!({"kind": "adr", "number": 1, "title": "t", "body": "b"})),
        ("document_list", json!({})),
        ("document_get", json!({"id": "doc_0193f6a2b1c47d5e8f90a1b2c3d4e5f6"})),
    ]
}

/// The ways that offer an operation: documents are for REST.
fn ways(operation: &str) -> &'static [super::ways::Way] {
    if operation.starts_with("document_") { &WAYS[1..] } else { &WAYS }
}

#[tokio::test]
async fn every_account_but_ones_own_is_not_found_in_the_same_bytes() {
    let account = service().account().await;
    let client = account.client().await;
    let stranger = service().account().await;
    let before = (stored::rows_of(account.id).await, stored::rows_of(stranger.id).await);
    for (operation, arguments) in operations() {
        for way in ways(operation) {
            let mut said = Vec::new();
            for other in
                [stranger.id.to_string(), AccountId::generate().to_string(), "acc_7".to_owned(), " ".to_owned()]
            {
                let mut arguments = arguments.clone();
                arguments["account_id"] = json!(other);
                let told = ask(&client, *way, operation, arguments).await;
                assert_eq!(told.refusal().code, "not_found", "{operation} {other:?}");
                assert!(told.refusal().detail.contains("account"), "{operation}: {:?}", told.refusal());
                said.push(told.raw);
            }
            said.dedup();
            assert_eq!(said.len(), 1, "{operation}: {said:?}");
        }
    }
    assert_eq!((stored::rows_of(account.id).await, stored::rows_of(stranger.id).await), before);
}

#[tokio::test]
async fn a_space_that_is_closed_made_up_or_malformed_is_not_found_in_the_same_bytes() {
    let account = service().account().await;
    let owner = account.client().await;
    let closed = node(&owner, "spaces/closed").await;
    let below = node(&owner, "spaces/closed/projects/below").await;
    let team = node(&owner, "teams/red").await;
    restrict(&account, "spaces/closed").await;
    remember_in(&owner, json!({"space_id": closed}), json!({"kind": "fact", "text": "Behind the door."})).await;
    let elsewhere = service().account().await;
    let foreign = node(&elsewhere.client().await, "spaces/foreign").await;
    let vera = super::written::member(&account, "vera").await;
    let before = stored::rows_of(account.id).await;
    let made_up = "lab_01JD8Z3QK4W5X6Y7Z8A9B0C1D2";
    let cases = [
        &closed,
        &below,
        &team,
        &foreign,
        made_up,
        "lab_7",
        "lab_",
        "spaces/closed",
        "closed",
        " ",
        "scp_7",
        &closed.to_lowercase(),
        &format!("{closed} "),
        "lab_\u{200b}",
    ]
    .map(str::to_owned);
    for (operation, arguments) in operations() {
        if matches!(operation, "decisions_list_spaces" | "memory_get_record" | "memory_delete_record" | "document_get")
        {
            continue;
        }
        for way in ways(operation) {
            let mut said = Vec::new();
            for space in &cases {
                let mut arguments = arguments.clone();
                arguments["space_id"] = json!(space);
                let told = ask(&vera, *way, operation, arguments).await;
                assert_eq!(told.refusal().code, "not_found", "{operation} {space:?}");
                said.push((told.raw, space));
            }
            let other = said.iter().find(|(raw, _)| *raw != said[0].0);
            assert_eq!(other, None, "{operation}: {}", said[0].0);
        }
    }
    assert_eq!(stored::rows_of(account.id).await, before);
    for way in WAYS {
        assert_eq!(
            super::written::found(&owner, way, "memory_list_records", json!({"space_id": closed})).await.len(),
            1,
            "whoever reads it finds it"
        );
    }
}

#[tokio::test]
async fn an_empty_space_is_the_tokens_own_scope_for_writing_and_all_that_is_read_for_reading() {
    let account = service().account().await;
    let owner = account.client().await;
    let space = node(&owner, "spaces/lab").await;
    let bound =
        account.client_with(crate::support::Wish { scope: Some("spaces/lab".to_owned()), ..Default::default() }).await;
    for way in WAYS {
        let item = json!({"kind": "done", "text": format!("Bound, {way:?}.")});
        let answer = ask(&bound, way, "memory_record_summary", json!({"items": [item]})).await.answer();
        assert_eq!(answer["summary"]["space_id"], json!(space));
        let item = json!({"kind": "done", "text": format!("Free, {way:?}.")});
        let answer = ask(&owner, way, "memory_record_summary", json!({"items": [item]})).await.answer();
        assert_eq!(answer["summary"]["space_id"], "");
    }
    for way in WAYS {
        assert_eq!(super::written::found(&owner, way, "memory_list_records", json!({})).await.len(), 4);
        assert_eq!(super::written::found(&bound, way, "memory_list_records", json!({})).await.len(), 2);
        let spaces = ask(&bound, way, "decisions_list_spaces", json!({})).await.answer();
        assert_eq!(super::written::ids(&spaces["spaces"]), [space.as_str()]);
    }
}
