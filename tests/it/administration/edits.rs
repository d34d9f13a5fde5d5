//! What is edited is named by its etag: without one 428, with an old one 412, and of two changes at once one is lost to
//! nobody.

use annals::auth::Role;
use serde_json::{Value, json};

use super::ways::{delete, delete_as_read, patch, person};
use crate::support::{Account, replica, service};

/// Everything that is edited: where it is read and changed, and two changes.
async fn edited(account: &Account<'_>) -> Vec<(String, Value, Value)> {
    let owner = account.client().await;
    let (max, _) = person(account, Role::Member, "max").await;
    owner.post("/v1/teams", json!({"team": "red"})).await.expect(200);
    let scope = owner.post("/v1/scopes", json!({"path": "projects/atlas"})).await.expect(200)["scope_id"].clone();
    let token = json!({"name": "One", "permissions": ["memory:read", "memory:write"]});
    let token = owner.post("/v1/tokens", token).await.expect(200)["token"]["token_id"].clone();
    let names = || (json!({"name": "Two"}), json!({"name": "Three"}));
    let of = |path: String, (one, other): (Value, Value)| (path, one, other);
    vec![
        of("/v1/account".to_owned(), names()),
        of("/v1/teams/red".to_owned(), names()),
        of(format!("/v1/scopes/{}", scope.as_str().unwrap()), names()),
        of(format!("/v1/tokens/{}", token.as_str().unwrap()), names()),
        of(format!("/v1/members/{max}"), (json!({"role": "viewer"}), json!({"role": "admin"}))),
    ]
}

#[tokio::test]
async fn a_change_names_what_it_changes() {
    let account = service().account().await;
    let owner = account.client().await;
    for (path, one, other) in edited(&account).await {
        let read = owner.get(&path).await;
        let etag = read.headers["etag"].to_str().unwrap().to_owned();
        let unnamed = owner.send(owner.request("PATCH", &path).json(&one)).await;
        assert_eq!(unnamed.refused(428), "precondition_required", "{path}");
        assert_eq!(patch(&owner, &path, "\"AAAAAAAAAAAAAAAA\"", &one).await.refused(412), "precondition_failed");
        // Neither changed anything, and a replica tells the same etag.
        let there = owner.at(&replica().origin);
        assert_eq!(there.get(&path).await.headers["etag"].to_str().unwrap(), etag, "{path}");
        let changed = patch(&there, &path, &etag, &one).await;
        let now = changed.headers["etag"].to_str().unwrap().to_owned();
        changed.expect(200);
        assert_ne!(now, etag);
        let late = patch(&owner, &path, &etag, &other).await;
        assert_eq!(late.refused(412), "precondition_failed", "{path}");
        assert_eq!(format!("\"{}\"", late.json()["etag"].as_str().unwrap()), now);
        patch(&owner, &path, &now, &other).await.expect(200);
        patch(&owner, &path, "*", &one).await.expect(200);
    }
}

#[tokio::test]
async fn of_two_changes_at_once_one_learns_that_it_came_late() {
    let account = service().account().await;
    let owner = account.client().await;
    let there = owner.at(&replica().origin);
    for (path, one, other) in edited(&account).await {
        let etag = owner.get(&path).await.headers["etag"].to_str().unwrap().to_owned();
        let (a, b) = tokio::join!(patch(&owner, &path, &etag, &one), patch(&there, &path, &etag, &other));
        let mut statuses = [a.status.as_u16(), b.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 412], "{path}: {} {}", a.text, b.text);
    }
}

#[tokio::test]
async fn removing_a_member_names_him_as_he_was_read() {
    let account = service().account().await;
    let owner = account.client().await;
    let (max, client) = person(&account, Role::Member, "max").await;
    let path = format!("/v1/members/{max}");
    let etag = owner.get(&path).await.headers["etag"].to_str().unwrap().to_owned();
    assert_eq!(delete(&owner, &path).await.refused(428), "precondition_required");
    patch(&owner, &path, &etag, &json!({"role": "admin"})).await.expect(200);
    assert_eq!(delete_as_read(&owner, &path, &etag).await.refused(412), "precondition_failed");
    client.get("/v1/members").await.expect(200);
}

#[tokio::test]
async fn being_used_is_no_change_of_a_token() {
    let account = service().account().await;
    let owner = account.client().await;
    let made = owner.post("/v1/tokens", json!({"name": "Used", "permissions": ["memory:read"]})).await.expect(200);
    let path = format!("/v1/tokens/{}", made["token"]["token_id"].as_str().unwrap());
    let before = owner.get(&path).await.expect(200);
    assert!(before["token"].get("last_used_at").is_none());
    let used = crate::support::Client::new(&service().origin, made["secret"].as_str().unwrap());
    used.get("/v1/me").await.expect(200);
    let after = owner.get(&path).await.expect(200);
    assert!(after["token"]["last_used_at"].as_str().unwrap().ends_with(":00Z"), "to the minute: {after}");
    assert_eq!(after["etag"], before["etag"]);
}
