//! `POST /api/call` as such.

use annals::auth::Permission;
use serde_json::json;

use super::staff::staff;
use crate::support::{Client, Wish, service};

#[tokio::test]
async fn a_call_answers_the_bare_json_of_the_first_block() {
    let staff = staff().await;
    let bare = staff.vasya.post("/api/call", json!({"name": "memory_scopes"})).await;
    assert_eq!(bare.headers["content-type"], "application/json");
    let answer = bare.expect(200);
    assert_eq!(
        answer["actor"],
        json!({"user_id": "vasya", "display_name": "vasya", "client": "codex", "org_role": "member"})
    );
    let on_mcp = staff.vasya.call("memory_scopes", json!({})).await;
    assert_eq!(on_mcp.text(), bare.text);
    let listed: Vec<&str> =
        answer["workspaces"].as_array().unwrap().iter().map(|one| one["key"].as_str().unwrap()).collect();
    assert_eq!(listed, ["personal", "shared", "team:engineering"]);
}

#[tokio::test]
async fn only_tools_of_the_family_are_called_here() {
    let client = service().account().await.client().await;
    for name in ["remember", "recall", "gate_statistics", "scope_create", "memory_version", "memory_search", ""] {
        let refused = client.post("/api/call", json!({"name": name, "arguments": {}})).await.expect(400);
        assert_eq!(refused["code"], json!("not_found"), "{name}");
    }
}

#[tokio::test]
async fn what_is_no_call_is_refused() {
    let client = service().account().await.client().await;
    for body in [
        json!({}),
        json!([]),
        json!({"name": 7}),
        json!({"name": "memory_scopes", "arguments": []}),
        json!({"name": "memory_scopes", "arguments": {}, "id": 1}),
        json!({"name": "memory_scopes", "arguments": {"all": true}}),
    ] {
        let refused = client.post("/api/call", body.clone()).await.expect(400);
        assert_eq!(refused["code"], json!("invalid_request"), "{body}");
        assert!(refused["error"].as_str().is_some_and(|text| !text.is_empty()));
    }
    for (content_type, body, status) in [
        ("application/json", "{\"name\":", 400),
        ("application/json", "{\"name\": \"memory_scopes\", \"name\": \"memory_get\"}", 400),
        ("text/plain", "{\"name\": \"memory_scopes\"}", 415),
    ] {
        let request = client.request("POST", "/api/call").header("content-type", content_type).body(body);
        assert_eq!(client.send(request).await.expect(status)["code"], json!("invalid_request"));
    }
    assert_eq!(client.get("/api/call").await.status, 405);
}

#[tokio::test]
async fn a_body_has_a_million_bytes_at_most() {
    let client = service().account().await.client().await;
    let body = |bytes: usize| {
        let start = "{\"name\": \"memory_scopes\", \"arguments\": {}";
        format!("{start}{}}}", " ".repeat(bytes - start.len() - 1))
    };
    for (bytes, status) in [(1_000_000, 200), (1_000_001, 413)] {
        let request = client.request("POST", "/api/call").header("content-type", "application/json").body(body(bytes));
        client.send(request).await.expect(status);
    }
}

#[tokio::test]
async fn who_may_not_call_is_told_how() {
    let account = service().account().await;
    let nobody = Client::new(&service().origin, "").post("/api/call", json!({"name": "memory_scopes"})).await;
    assert!(nobody.headers["www-authenticate"].to_str().unwrap().starts_with("Bearer resource_metadata="));
    assert_eq!(nobody.expect(401)["code"], json!("unauthorized"));

    let reader = account.client_with(Wish { permissions: vec![Permission::MemoryRead], ..Wish::default() }).await;
    let refused = reader.post("/api/call", json!({"name": "memory_save", "arguments": {"content": "May I?"}})).await;
    let challenge = refused.headers["www-authenticate"].to_str().unwrap().to_owned();
    assert!(challenge.contains("insufficient_scope") && challenge.contains("memory:write"), "{challenge}");
    assert_eq!(refused.expect(403)["code"], json!("forbidden"));

    let client = account.client().await;
    let foreign = client
        .request("POST", "/api/call")
        .header("origin", "https://evil.example")
        .json(&json!({"name": "memory_scopes"}));
    assert_eq!(client.send(foreign).await.status, 403);
}
