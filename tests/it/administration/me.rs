//! Who calls.

use annals::auth::{Permission, Role};
use serde_json::json;

use super::ways::{patch, with};
use crate::support::{Wish, service};

#[tokio::test]
async fn whoever_calls_is_told_who_he_is_and_how_far_he_reaches() {
    let account = service().account().await;
    let owner = account.client().await;
    owner.post("/v1/scopes", json!({"path": "teams/red"})).await.expect(200);
    owner.post("/v1/scopes", json!({"path": "projects/atlas"})).await.expect(200);
    let user = account.member(Role::Viewer, "vera").await;
    let wish = Wish {
        user: Some(user),
        scope: Some("projects/atlas".to_owned()),
        agent: "reader".to_owned(),
        ..with(&[Permission::ContactsRead])
    };
    let client = account.client_with(wish).await;
    let me = client.get("/v1/me").await.expect(200);
    assert_eq!(me["user_id"], json!(user.to_string()));
    assert_eq!((&me["slug"], &me["role"]), (&json!("vera"), &json!("viewer")));
    assert_eq!(me["email"], json!(format!("vera-{user}@example.com")));
    assert_eq!(me["account_name"], json!("Test account"));
    assert_eq!(me["token"]["permissions"], json!(["contacts:read"]));
    assert_eq!(me["token"]["scope"], json!("projects/atlas"));
    assert_eq!(me["token"]["agent"], json!("reader"));
    assert_eq!((&me["readable_scopes"], &me["writable_scopes"]), (&json!(1), &json!(0)));
    let all = owner.get("/v1/me").await.expect(200);
    assert_eq!((&all["readable_scopes"], &all["writable_scopes"]), (&json!(5), &json!(5)), "all but Vera's own");
}

#[tokio::test]
async fn the_account_gets_another_name() {
    let account = service().account().await;
    let owner = account.client().await;
    let read = owner.get("/v1/account").await;
    let etag = read.headers["etag"].to_str().unwrap().to_owned();
    assert_eq!(etag, format!("\"{}\"", read.expect(200)["etag"].as_str().unwrap()));
    let changed = patch(&owner, "/v1/account", &etag, &json!({"name": "  Harbour Ltd "})).await;
    assert_eq!(changed.expect(200)["account"]["name"], json!("Harbour Ltd"));
    for name in ["", " ", "two\nlines"] {
        let refused = patch(&owner, "/v1/account", "*", &json!({"name": name})).await;
        assert_eq!(refused.refused(422), "invalid_input", "{name:?}");
    }
    assert_eq!(owner.get("/v1/account").await.expect(200)["account"]["name"], json!("Harbour Ltd"));
}
