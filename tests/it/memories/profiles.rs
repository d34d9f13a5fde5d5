//! `remember` in the curated profiles: projects are not made there.

use annals::auth::Profile;
use serde_json::json;

use crate::support::{Account, Client, Wish, service, stored};

/// Clients of a curated profile, by token and by endpoint, with the endpoint that each calls.
async fn curated(account: &Account<'_>) -> Vec<(Client, &'static str)> {
    let mut clients = Vec::new();
    for (profile, endpoint) in [(Profile::ChatGpt, "/mcp/chatgpt"), (Profile::Claude, "/mcp/claude")] {
        clients.push((account.client_with(Wish { profile, ..Wish::default() }).await, "/mcp"));
        clients.push((account.client().await, endpoint));
    }
    clients
}

#[tokio::test]
async fn an_unknown_project_is_answered_with_up_to_ten_that_the_caller_reads() {
    let account = service().account().await;
    let owner = account.client().await;
    for number in 1..=12 {
        owner.remember("A project begins.", &format!("projects/p{number:02}")).await;
    }
    owner.post("/v1/scopes", json!({"path": "teams/ops"})).await.expect(200);
    for (client, endpoint) in curated(&account).await {
        let arguments = json!({"content": "Kept.", "path": "projects/unknown"});
        let refusal = client.call_at(endpoint, "remember", arguments).await.failure();
        assert!(refusal.starts_with("not_found:"), "{refusal}");
        assert!(!refusal.contains("create_project"), "{refusal}");
        assert!(refusal.contains("console") && refusal.contains("REST"), "{refusal}");
        let named = refusal.matches("projects/p").count() + refusal.matches("projects/general").count();
        assert_eq!(named, 10, "{refusal}");
        assert!(!refusal.contains("teams/ops"), "{refusal}");
    }
}

#[tokio::test]
async fn projects_that_the_caller_does_not_read_are_not_named() {
    let account = service().account().await;
    let owner = account.client().await;
    owner.remember("A project begins.", "projects/open-one").await;
    owner.remember("A project begins.", "projects/closed-one").await;
    let wish = Wish { profile: Profile::Claude, scope: Some("projects/open-one".into()), ..Wish::default() };
    let client = account.client_with(wish).await;
    let arguments = json!({"content": "Kept.", "path": "projects/unknown"});
    let refusal = client.call("remember", arguments).await.failure();
    assert!(refusal.contains("projects/open-one"), "{refusal}");
    assert!(!refusal.contains("closed-one") && !refusal.contains("general"), "{refusal}");
}

#[tokio::test]
async fn create_project_is_neither_shown_nor_taken() {
    let account = service().account().await;
    let before = stored::rows_of(account.id).await;
    let clients = curated(&account).await;
    for (client, endpoint) in clients {
        for flag in [true, false] {
            let arguments = json!({"content": "Kept.", "path": "projects/unknown", "create_project": flag});
            let refusal = client.call_at(endpoint, "remember", arguments).await.failure();
            assert!(refusal.starts_with("invalid_input: create_project"), "{refusal}");
        }
        let list = client.message(endpoint, &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})).await;
        let tools = list.message["result"]["tools"].as_array().unwrap().clone();
        let remember = tools.iter().find(|tool| tool["name"] == "remember").unwrap();
        let fields: Vec<&String> = remember["inputSchema"]["properties"].as_object().unwrap().keys().collect();
        assert_eq!(fields, ["content", "path"]);
    }
    let mut after = stored::rows_of(account.id).await;
    // The four tokens of this test.
    *after.get_mut("public.service_tokens").unwrap() -= 4;
    assert_eq!(after, before);
}

#[tokio::test]
async fn the_generic_profile_offers_create_project() {
    let account = service().account().await;
    let client = account.client().await;
    let arguments = json!({"content": "Kept.", "path": "projects/made", "create_project": true});
    let saved = client.call("remember", arguments).await.structured();
    assert_eq!(saved["scope_path"], "projects/made");
}
