//! Nobody makes a token that can do more than he can, or that opens what is another person's alone.

use annals::auth::{Permission, Role};
use serde_json::{Value, json};

use super::ways::{patch, person, with};
use crate::support::{Client, Wish, service};

fn body(permissions: &[&str], more: &Value) -> Value {
    let mut body = json!({"name": "Wanted", "permissions": permissions});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

#[tokio::test]
async fn a_token_holds_nothing_that_its_makers_token_lacks() {
    let account = service().account().await;
    let maker = account.client_with(with(&[Permission::TokensWrite, Permission::MemoryWrite])).await;
    let make = async |permissions: &[&str]| maker.post("/v1/tokens", body(permissions, &json!({}))).await;
    make(&["memory:read"]).await.expect(200);
    make(&["memory:write", "tokens:write"]).await.expect(200);
    for lacking in ["audit:read", "members:write", "contacts:read"] {
        let refused = make(&["memory:read", lacking]).await;
        assert_eq!(
            (refused.refused(403), refused.json()["missing"].clone()),
            ("forbidden".to_owned(), json!([lacking]))
        );
    }
    assert_eq!(make(&["everything"]).await.refused(422), "invalid_input");
    assert_eq!(make(&[]).await.refused(422), "invalid_input");
}

#[tokio::test]
async fn a_token_is_above_neither_its_maker_nor_its_holder() {
    let account = service().account().await;
    let owner = account.client().await;
    let (_, admin) = person(&account, Role::Admin, "anna").await;
    let (vera, _) = person(&account, Role::Viewer, "vera").await;
    let (max, _) = person(&account, Role::Member, "max").await;
    let scope = json!("projects/general");
    let make = async |client: &Client, permissions: &[&str], user: &dyn std::fmt::Display| {
        client.post("/v1/tokens", body(permissions, &json!({"user_id": user.to_string(), "scope": scope}))).await
    };
    assert_eq!(make(&owner, &["memory:write"], &vera).await.refused(403), "forbidden");
    assert_eq!(make(&owner, &["members:write"], &max).await.refused(403), "forbidden");
    assert_eq!(make(&admin, &["memory:read"], &account.owner).await.refused(403), "forbidden", "an owner is above him");
    make(&owner, &["memory:read"], &vera).await.expect(200);
    make(&admin, &["memory:write"], &max).await.expect(200);
    let strangers = service().account().await.owner;
    for user in [strangers, annals::ids::UserId::generate()] {
        assert_eq!(make(&owner, &["memory:read"], &user).await.refused(404), "not_found");
    }
}

#[tokio::test]
async fn an_owners_token_is_revoked_by_an_admin_but_neither_changed_nor_rotated() {
    let account = service().account().await;
    let owner = account.client().await;
    let (_, admin) = person(&account, Role::Admin, "anna").await;
    let made =
        owner.post("/v1/tokens", body(&["memory:read"], &json!({"scope": "projects/general"}))).await.expect(200);
    let path = format!("/v1/tokens/{}", made["token"]["token_id"].as_str().unwrap());
    assert_eq!(patch(&admin, &path, "*", &json!({"name": "x"})).await.refused(403), "forbidden");
    assert_eq!(admin.post(&format!("{path}/rotate"), json!({})).await.refused(403), "forbidden");
    super::ways::delete(&admin, &path).await.expect(200);
}

#[tokio::test]
async fn a_token_for_somebody_else_never_opens_his_personal_node() {
    let account = service().account().await;
    let owner = account.client().await;
    let (max, client) = person(&account, Role::Member, "max").await;
    client.remember("Max's own thoughts.", "people/max").await;
    for scope in [json!({}), json!({"scope": ""})] {
        let wanted = body(&["memory:read"], &json!({"user_id": max}));
        let mut wanted = wanted.as_object().unwrap().clone();
        wanted.extend(scope.as_object().unwrap().clone());
        let refused = owner.post("/v1/tokens", Value::Object(wanted)).await;
        assert!(matches!(refused.status.as_u16(), 403 | 422), "{}", refused.text);
    }
    let personal = body(&["memory:read"], &json!({"user_id": max, "scope": "people/max"}));
    assert_eq!(owner.post("/v1/tokens", personal).await.refused(404), "not_found");
    let bound = body(&["memory:read"], &json!({"user_id": max, "scope": "projects/general"}));
    let made = owner.post("/v1/tokens", bound).await.expect(200);
    let bound = Client::new(&service().origin, made["secret"].as_str().unwrap());
    let finds = async |client: &Client| {
        let found = client.post("/v1/memories/recall", json!({"query": "own thoughts"})).await.expect(200);
        found.to_string().contains("own thoughts.")
    };
    assert!(finds(&client).await && !finds(&bound).await);
    // Nor does rotating the token that he has.
    let his = owner.get(&format!("/v1/tokens?user_id={max}")).await.expect(200)["tokens"][1]["token_id"].clone();
    let rotate = format!("/v1/tokens/{}/rotate", his.as_str().unwrap());
    assert_eq!(owner.post(&rotate, json!({})).await.refused(403), "forbidden");
}

#[tokio::test]
async fn a_token_that_is_bound_makes_tokens_inside_alone() {
    let account = service().account().await;
    let owner = account.client().await;
    for path in ["projects/atlas/projects/plans", "projects/other"] {
        owner.post("/v1/scopes", json!({"path": path})).await.expect(200);
    }
    let bound = account.client_with(Wish { scope: Some("projects/atlas".to_owned()), ..Wish::default() }).await;
    let make = async |more: Value| bound.post("/v1/tokens", body(&["memory:read"], &more)).await;
    assert_eq!(make(json!({})).await.refused(403), "forbidden");
    assert_eq!(make(json!({"scope": "projects/other"})).await.refused(404), "not_found");
    assert_eq!(make(json!({"scope": "projects/made-up"})).await.refused(404), "not_found");
    make(json!({"scope": "projects/atlas"})).await.expect(200);
    make(json!({"scope": "projects/atlas/projects/plans"})).await.expect(200);
}
