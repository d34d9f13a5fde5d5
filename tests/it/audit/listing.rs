//! `audit_list`.

use annals::auth::{Permission, Role};
use serde_json::{Value, json};

use crate::support::{Account, Client, Wish, service};

async fn acts(client: &Client, query: &str) -> Vec<Value> {
    client.get(&format!("/v1/audit?{query}")).await.expect(200)["acts"].as_array().unwrap().clone()
}

/// Three writes and two denials, oldest first.
async fn busy() -> (Account<'static>, Client) {
    let account = service().account().await;
    let client = account.client().await;
    client.remember("Quorvane was here.", "notes").await;
    client.post("/v1/scopes", json!({"path": "teams/secret"})).await.expect(200);
    client.remember("Quorvane was there.", "teams/secret").await;
    let member = account.member(Role::Member, "member").await;
    let narrow = account.client_with(Wish { user: Some(member), agent: "narrow".to_owned(), ..Wish::default() }).await;
    narrow.post("/v1/memories", json!({"content": "x", "path": "teams/secret"})).await.refused(404);
    narrow.get("/v1/audit").await.refused(403);
    (account, client)
}

#[tokio::test]
async fn it_says_who_did_what_and_never_what_was_said() {
    let (_account, client) = busy().await;
    let acts = acts(&client, "").await;
    let told: Vec<Value> = acts
        .iter()
        .map(|act| json!([act["operation"], act["outcome"], act["code"], act["user"], act["agent"], act["surface"]]))
        .collect();
    assert_eq!(
        told,
        [
            json!(["audit_list", "denied", "forbidden", "member", "narrow", "rest"]),
            json!(["remember", "denied", "not_found", "member", "narrow", "rest"]),
            json!(["remember", "done", null, "owner", "tester", "rest"]),
            json!(["scope_create", "done", null, "owner", "tester", "rest"]),
            json!(["remember", "done", null, "owner", "tester", "rest"]),
        ]
    );
    for act in &acts {
        assert!(act["at"].as_str().unwrap().ends_with('Z'), "{act}");
        assert!(act["request_id"].as_str().unwrap().starts_with("req_"), "{act}");
        assert!(act["token_id"].is_string(), "{act}");
    }
    assert!(!json!(acts).to_string().contains("Quorvane"));
}

#[tokio::test]
async fn it_needs_the_permission_and_an_admin() {
    let account = service().account().await;
    let without = Permission::all().filter(|permission| *permission != Permission::AuditRead).collect();
    let client = account.client_with(Wish { permissions: without, ..Wish::default() }).await;
    assert_eq!(client.get("/v1/audit").await.refused(403), "insufficient_scope");
    for role in [Role::Member, Role::Viewer] {
        let user = account.member(role, role.name()).await;
        let client = account.client_with(Wish { user: Some(user), ..Wish::default() }).await;
        assert_eq!(client.get("/v1/audit").await.refused(403), "forbidden");
    }
    let admin = account.member(Role::Admin, "admin").await;
    let client = account
        .client_with(Wish { user: Some(admin), permissions: vec![Permission::AuditRead], ..Wish::default() })
        .await;
    assert_eq!(acts(&client, "").await.len(), 3);
}

#[tokio::test]
async fn filters_alone_and_together() {
    let (_account, client) = busy().await;
    for (query, wanted) in [
        ("outcome=done", 3),
        ("outcome=denied", 2),
        ("operation=remember", 3),
        ("operation=remember&outcome=denied", 1),
        ("operation=scope_create", 1),
        ("operation=scope%25", 0),
        ("operation=nothing", 0),
        ("limit=2", 2),
    ] {
        assert_eq!(acts(&client, query).await.len(), wanted, "{query}");
    }
    for query in [
        "outcome=",
        "outcome=tried",
        "operation=",
        "limit=0",
        "limit=501",
        "limit=-1",
        "page_token=made-up",
        "member=x",
    ] {
        assert_eq!(client.get(&format!("/v1/audit?{query}")).await.refused(422), "invalid_input", "{query}");
    }
}

#[tokio::test]
async fn pages_neither_repeat_nor_skip_what_was_there() {
    let account = service().account().await;
    let client = account.client().await;
    for place in 0..11 {
        client.remember(&format!("Note number {place}."), "notes").await;
    }
    let before: Vec<Value> = acts(&client, "").await;
    assert_eq!(before.len(), 11);
    for limit in [1, 2, 3, 10, 11, 12] {
        let mut walked: Vec<Value> = Vec::new();
        let mut token = String::new();
        loop {
            let page =
                client.get(&format!("/v1/audit?operation=remember&limit={limit}&page_token={token}")).await.expect(200);
            walked.extend(page["acts"].as_array().unwrap().clone());
            // What is written meanwhile is newer than the page.
            client.post("/v1/scopes", json!({"path": format!("projects/p{limit}-{}", walked.len())})).await.expect(200);
            client.get("/v1/records").await.expect(200);
            match page["next_page_token"].as_str() {
                Some(next) => next.clone_into(&mut token),
                None => break,
            }
        }
        assert_eq!(walked, before, "limit {limit}");
    }
}

#[tokio::test]
async fn a_token_of_another_filter_account_or_member_is_refused() {
    let (account, client) = busy().await;
    let token = client.get("/v1/audit?limit=1").await.expect(200)["next_page_token"].as_str().unwrap().to_owned();
    acts(&client, &format!("limit=2&page_token={token}")).await;
    for query in [format!("outcome=done&page_token={token}"), format!("operation=remember&page_token={token}")] {
        assert_eq!(client.get(&format!("/v1/audit?{query}")).await.refused(422), "invalid_input");
    }
    let other = service().account().await.client().await;
    let admin = account.member(Role::Admin, "admin").await;
    let admin = account.client_with(Wish { user: Some(admin), ..Wish::default() }).await;
    for client in [other, admin] {
        assert_eq!(client.get(&format!("/v1/audit?page_token={token}")).await.refused(422), "invalid_input");
    }
    let mut altered = token.into_bytes();
    let last = altered.len() - 5;
    altered[last] = if altered[last] == b'A' { b'B' } else { b'A' };
    let altered = String::from_utf8(altered).unwrap();
    assert_eq!(client.get(&format!("/v1/audit?page_token={altered}")).await.refused(422), "invalid_input");
}

#[tokio::test]
async fn another_account_is_not_heard_of() {
    let (_account, _client) = busy().await;
    let other = service().account().await.client().await;
    assert_eq!(acts(&other, "").await, Vec::<Value>::new());
}
