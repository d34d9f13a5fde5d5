//! `app_list` and `app_revoke`.

use annals::auth::{Permission, Role};
use annals::ids::AppId;
use serde_json::{Value, json};

use crate::catalogue::connected_app;
use crate::support::{Client, Wish, service, stored};

async fn listed(client: &Client, path: &str) -> Vec<String> {
    let answer = client.get(path).await.expect(200);
    answer["apps"].as_array().unwrap().iter().map(|app| app["id"].as_str().unwrap().to_owned()).collect()
}

async fn revoke(client: &Client, id: &str) -> crate::support::Answer {
    client.send(client.request("DELETE", &format!("/v1/apps/{id}"))).await
}

#[tokio::test]
async fn a_member_sees_his_own_apps_and_an_admin_who_asks_everybodys() {
    let account = service().account().await;
    let member = account.member(Role::Member, "mia").await;
    let (own, admins) = (connected_app(&account, member).await, connected_app(&account, account.owner).await);
    let admin = account.client().await;
    let client = account.client_with(Wish { user: Some(member), ..Wish::default() }).await;
    assert_eq!(listed(&client, "/v1/apps").await, [own.clone()]);
    assert_eq!(listed(&admin, "/v1/apps").await, [admins.clone()]);
    assert_eq!(listed(&admin, "/v1/apps?all=true").await, [admins.clone(), own.clone()]);
    assert_eq!(client.get("/v1/apps?all=true").await.refused(403), "forbidden");
    // An admin by role whose token is narrower.
    let narrow = Wish { permissions: vec![Permission::MemoryRead], ..Wish::default() };
    assert_eq!(account.client_with(narrow).await.get("/v1/apps?all=true").await.refused(403), "forbidden");
    let app = client.get("/v1/apps").await.expect(200)["apps"][0].clone();
    let fields = ["name", "host", "user", "permissions"].map(|field| app[field].clone());
    assert_eq!(Value::from(fields.to_vec()), json!(["A client", "client.example.com", "mia", ["memory:read"]]));
}

#[tokio::test]
async fn a_disconnected_app_is_gone_and_its_consent_forgotten() {
    let account = service().account().await;
    let app = connected_app(&account, account.owner).await;
    let kept = connected_app(&account, account.owner).await;
    let client = account.client().await;
    assert_eq!(revoke(&client, &app).await.expect(200), json!({"id": app, "revoked": true}));
    assert_eq!(listed(&client, "/v1/apps").await, [kept]);
    assert_eq!(revoke(&client, &app).await.refused(404), "not_found");
    let id = account.id.uuid();
    let consents = stored::column(&format!("SELECT client_id FROM oauth_consents WHERE account_id = '{id}'")).await;
    assert_eq!(consents.len(), 1, "{consents:?}");
    let reasons = stored::column(&format!(
        "SELECT revoked_for FROM oauth_grants WHERE account_id = '{id}' AND revoked_at IS NOT NULL"
    ))
    .await;
    assert_eq!(reasons, ["disconnected by its user"]);
}

#[tokio::test]
async fn foreign_and_made_up_apps_are_answered_alike_and_only_admins_disconnect_others() {
    let (account, other) = (service().account().await, service().account().await);
    let member = account.member(Role::Member, "mia").await;
    let foreign = connected_app(&other, other.owner).await;
    let of_admin = connected_app(&account, account.owner).await;
    let of_member = connected_app(&account, member).await;
    let client = account.client_with(Wish { user: Some(member), ..Wish::default() }).await;
    let made_up = AppId::generate().to_string();
    let mut told = Vec::new();
    for id in [&foreign, &made_up, &of_admin] {
        let mut body = revoke(&client, id).await.expect(404);
        body.as_object_mut().unwrap().remove("request_id");
        told.push(body.to_string());
    }
    assert_eq!([&told[0], &told[0]], [&told[1], &told[2]]);
    revoke(&account.client().await, &of_member).await.expect(200);
    assert_eq!(listed(&other.client().await, "/v1/apps").await, [foreign]);
}
