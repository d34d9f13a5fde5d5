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

const GENERIC: &[&str] = &[
    "brief_me",
    "decisions_list_spaces",
    "fetch",
    "forget",
    "memory_delete",
    "memory_delete_record",
    "memory_export",
    "memory_get",
    "memory_get_record",
    "memory_history",
    "memory_list_records",
    "memory_list_summaries",
    "memory_recall",
    "memory_record_summary",
    "memory_report",
    "memory_save",
    "memory_scopes",
    "memory_search_records",
    "memory_update",
    "memory_version",
    "recall",
    "remember",
    "search",
    "search_memory",
];

/// Tools that change something, each with whether it takes something away.
const WRITES: [(&str, bool); 7] = [
    ("forget", true),
    ("memory_delete", true),
    ("memory_delete_record", true),
    ("memory_record_summary", false),
    ("memory_save", false),
    ("memory_update", false),
    ("remember", false),
];

#[tokio::test]
async fn each_profile_lists_its_tools_in_the_order_of_their_names() {
    let account = service().account().await;
    let client = account.client().await;
    let cases: [(&str, &[&str]); 8] = [
        ("/mcp", GENERIC),
        ("/mcp/generic", GENERIC),
        (
            "/mcp/decisions",
            &[
                "brief_me",
                "decisions_list_spaces",
                "memory_list_records",
                "memory_list_summaries",
                "memory_record_summary",
                "memory_search_records",
            ],
        ),
        ("/mcp/remember", &["forget", "recall", "remember", "search_memory"]),
        ("/mcp/facts", &["memory_version"]),
        (
            "/mcp/workspaces",
            &[
                "memory_delete",
                "memory_export",
                "memory_get",
                "memory_history",
                "memory_recall",
                "memory_report",
                "memory_save",
                "memory_scopes",
                "memory_update",
            ],
        ),
        ("/mcp/chatgpt", &["fetch", "forget", "recall", "remember", "search", "search_memory"]),
        ("/mcp/claude", &["forget", "recall", "remember", "search_memory"]),
    ];
    for (endpoint, expected) in cases {
        assert_eq!(names(&tools(&client, endpoint).await), expected, "{endpoint}");
    }
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
        [
            "fetch",
            "memory_export",
            "memory_get",
            "memory_history",
            "memory_recall",
            "memory_report",
            "memory_scopes",
            "memory_version",
            "recall",
            "search",
            "search_memory"
        ]
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
        let writes = WRITES.iter().find(|(write, _)| *write == name);
        assert_eq!(hints["readOnlyHint"], json!(writes.is_none()), "{name}");
        assert_eq!(hints["destructiveHint"], json!(writes.is_some_and(|(_, takes_away)| *takes_away)), "{name}");
        let verb = if writes.is_some() { "write" } else { "read" };
        let is_decision =
            name == "brief_me" || name == "decisions_list_spaces" || name.contains("record") || name.contains("summar");
        let needed = if is_decision {
            json!([format!("decisions:{verb}"), format!("mcp:{verb}")])
        } else {
            json!([format!("memory:{verb}")])
        };
        assert_eq!(tool["_meta"]["securitySchemes"][0]["scopes"], needed, "{name}");
        assert_eq!(tool["inputSchema"]["type"], "object");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{name}");
        assert_eq!(tool["outputSchema"]["type"], "object");
    }
    let again = tools(&client, "/mcp").await;
    assert_eq!(all, again, "the list does not change from call to call");
}
