//! Which tools a token sees.

use annals::auth::{Permission, Profile};
use serde_json::{Value, json};

use crate::support::{Client, Wish, service};

async fn tools(client: &Client, endpoint: &str) -> Vec<Value> {
    let answer = client.message(endpoint, &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})).await;
    answer.message["result"]["tools"].as_array().unwrap_or_else(|| panic!("{}", answer.http.text)).clone()
}

fn names(tools: &[Value]) -> Vec<&str> {
    tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn each_profile_lists_its_tools_in_the_order_of_their_names() {
    let account = service().account().await;
    let client = account.client().await;
    let cases: [(&str, &[&str]); 7] = [
        (
            "/mcp",
            &["fetch", "forget", "memory_scopes", "memory_version", "recall", "remember", "search", "search_memory"],
        ),
        (
            "/mcp/generic",
            &["fetch", "forget", "memory_scopes", "memory_version", "recall", "remember", "search", "search_memory"],
        ),
        ("/mcp/remember", &["forget", "recall", "remember", "search_memory"]),
        ("/mcp/facts", &["memory_version"]),
        ("/mcp/workspaces", &["memory_scopes"]),
        ("/mcp/chatgpt", &["fetch", "forget", "recall", "remember", "search", "search_memory"]),
        ("/mcp/claude", &["forget", "recall", "remember", "search_memory"]),
    ];
    for (endpoint, expected) in cases {
        assert_eq!(names(&tools(&client, endpoint).await), expected, "{endpoint}");
    }
    assert_eq!(tools(&client, "/mcp/decisions").await, Vec::<Value>::new());
}

#[tokio::test]
async fn token_and_endpoint_both_restrict() {
    let account = service().account().await;
    let token = |profile| Wish { profile, ..Wish::default() };
    let claude = account.client_with(token(Profile::Claude)).await;
    assert_eq!(names(&tools(&claude, "/mcp").await), ["forget", "recall", "remember", "search_memory"]);
    assert_eq!(names(&tools(&claude, "/mcp/chatgpt").await), ["forget", "recall", "remember", "search_memory"]);
    assert_eq!(names(&tools(&claude, "/mcp/facts").await), Vec::<&str>::new());
    let chatgpt = account.client_with(token(Profile::ChatGpt)).await;
    let arguments = json!({"content": "x", "path": "projects/none", "create_project": true});
    for endpoint in ["/mcp", "/mcp/remember", "/mcp/generic"] {
        let refusal = chatgpt.call_at(endpoint, "remember", arguments.clone()).await.failure();
        assert!(refusal.starts_with("invalid_input: create_project"), "{endpoint}: {refusal}");
    }
}

#[tokio::test]
async fn a_token_sees_what_it_could_call() {
    let account = service().account().await;
    let with = |permissions: &[Permission]| Wish { permissions: permissions.to_vec(), ..Wish::default() };
    let reader = account.client_with(with(&[Permission::MemoryRead])).await;
    assert_eq!(
        names(&tools(&reader, "/mcp").await),
        ["fetch", "memory_scopes", "memory_version", "recall", "search", "search_memory"]
    );
    let other = account.client_with(with(&[Permission::LedgerRead])).await;
    assert_eq!(names(&tools(&other, "/mcp").await), Vec::<&str>::new());
}

#[tokio::test]
async fn a_tool_tells_its_title_its_hints_and_what_it_needs() {
    let account = service().account().await;
    let client = account.client().await;
    let all = tools(&client, "/mcp").await;
    for tool in &all {
        let name = tool["name"].as_str().unwrap();
        assert!(tool["title"].is_string() && tool["description"].is_string(), "{name}");
        let hints = &tool["annotations"];
        for hint in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
            assert!(hints[hint].is_boolean(), "{name} {hint}");
        }
        assert_eq!(hints["openWorldHint"], false);
        assert_eq!(hints["readOnlyHint"], json!(!matches!(name, "remember" | "forget")), "{name}");
        assert_eq!(hints["destructiveHint"], json!(name == "forget"), "{name}");
        let scopes = &tool["_meta"]["securitySchemes"][0]["scopes"];
        let needed = if matches!(name, "remember" | "forget") { "memory:write" } else { "memory:read" };
        assert_eq!(*scopes, json!([needed]), "{name}");
        assert_eq!(tool["inputSchema"]["type"], "object");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{name}");
        assert_eq!(tool["outputSchema"]["type"], "object");
    }
    let again = tools(&client, "/mcp").await;
    assert_eq!(all, again, "the list does not change from call to call");
}
