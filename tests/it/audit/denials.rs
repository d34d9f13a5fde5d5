//! Denials by permission and role: one row each, for every operation.

use annals::CATALOG;
use annals::auth::{Permission, Role};
use annals::op::Sample;
use serde_json::json;

use super::rows::{rows, rows_since};
use crate::catalogue::{Way, assert_none};
use crate::support::{Wish, service};

#[tokio::test]
async fn a_missing_permission_is_one_row_for_every_operation() {
    let account = service().account().await;
    let wish = Wish { permissions: vec![Permission::ContactsRead], agent: "narrow".to_owned(), ..Wish::default() };
    let client = account.client_with(wish).await;
    let mut faults = Vec::new();
    let mut known = 0;
    // Who calls is told to every token that holds.
    for entry in CATALOG.iter().filter(|entry| !entry.spec().permissions.is_empty()) {
        let name = entry.spec().name;
        for way in Way::of(entry.spec()) {
            let said = way.call(&client, entry, &(entry.spec().example)(&Sample::default())).await;
            assert_eq!(said.http.status, 403, "{name}, {way}: {}", said.body());
            let request_id = said.http.headers["x-request-id"].to_str().unwrap();
            let new = rows_since(&account, known).await;
            known += new.len();
            let fits = new.len() == 1
                && new[0].operation == name
                && new[0].outcome == "denied"
                && new[0].code == "insufficient_scope"
                && new[0].agent == "narrow"
                && new[0].user == account.owner.uuid().to_string()
                && new[0].surface == if way == Way::Rest { "rest" } else { "mcp" }
                && new[0].request_id == request_id
                && new[0].before.is_empty()
                && new[0].after.is_empty();
            if !fits {
                faults.push(format!("{name}, {way}: {new:?}"));
            }
        }
    }
    assert_none(&faults);
}

#[tokio::test]
async fn a_role_that_is_too_low_is_one_row_for_every_operation() {
    let account = service().account().await;
    let viewer = account.member(Role::Viewer, "viewer").await;
    let client = account.client_with(Wish { user: Some(viewer), ..Wish::default() }).await;
    let mut faults = Vec::new();
    let (mut known, mut asked) = (0, 0);
    for entry in CATALOG.iter().filter(|entry| entry.spec().role > Role::Viewer) {
        for way in Way::of(entry.spec()) {
            let said = way.call(&client, entry, &(entry.spec().example)(&Sample::default())).await;
            assert!(said.body().contains("forbidden"), "{}, {way}: {}", entry.spec().name, said.body());
            let new = rows_since(&account, known).await;
            known += new.len();
            asked += 1;
            if new.len() != 1 || new[0].operation != entry.spec().name || new[0].code != "forbidden" {
                faults.push(format!("{}, {way}: {new:?}", entry.spec().name));
            }
        }
    }
    assert!(asked > 20, "{asked}");
    assert_none(&faults);
}

#[tokio::test]
async fn what_was_said_is_in_no_denial() {
    let account = service().account().await;
    let viewer = account.member(Role::Viewer, "viewer").await;
    let client = account.client_with(Wish { user: Some(viewer), ..Wish::default() }).await;
    let text = "Quindelmar met the harbour master.";
    client.post("/v1/memories", json!({"content": text, "path": "notes", "topics": ["Quindelmar"]})).await.refused(403);
    client.post("/v1/summaries", json!({"text": text, "items": [{"kind": "fact", "text": text}]})).await.refused(403);
    client.post("/v1/workspace/save", json!({"content": text, "tags": ["Quindelmar"]})).await.refused(403);
    let rows = rows(&account).await;
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| !row.whole.contains("Quindelmar")), "{rows:?}");
}

#[tokio::test]
async fn refusals_of_other_kinds_are_no_denials() {
    let account = service().account().await;
    let client = account.client().await;
    client.post("/v1/memories", json!({"content": "x", "path": "projects/nowhere"})).await.refused(404);
    client.post("/v1/memories", json!({"content": "x"})).await.refused(422);
    client.get("/v1/versions/made-up").await.refused(404);
    crate::support::Client::new(&service().origin, "annals_bad").get("/v1/records").await.refused(401);
    assert!(rows(&account).await.is_empty());
}
