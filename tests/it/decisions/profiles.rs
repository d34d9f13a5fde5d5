//! Where the tools of this family are listed, and which permissions they need where.

use annals::auth::{Permission, Profile};
use serde_json::{Value, json};

use super::written::{made_up, remember};
use crate::catalogue::listed_tools;
use crate::support::{Client, Wish, service};

const LISTED: [&str; 6] = [
    "brief_me",
    "decisions_list_spaces",
    "memory_list_records",
    "memory_list_summaries",
    "memory_record_summary",
    "memory_search_records",
];

async fn names(client: &Client, endpoint: &str) -> Vec<String> {
    let tools = listed_tools(client, endpoint).await;
    tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

fn with(permissions: &[Permission]) -> Wish {
    Wish { permissions: permissions.to_vec(), ..Wish::default() }
}

#[tokio::test]
async fn the_profile_lists_the_pages_five_and_the_spaces() {
    let account = service().account().await;
    let client = account.client().await;
    assert_eq!(names(&client, "/mcp/decisions").await, LISTED);
    let token = account.client_with(Wish { profile: Profile::Decisions, ..Wish::default() }).await;
    assert_eq!(names(&token, "/mcp").await, LISTED, "by the token's profile too");
    let generic = names(&client, "/mcp").await;
    for name in LISTED.iter().chain(&["memory_get_record", "memory_delete_record"]) {
        assert!(generic.iter().any(|listed| listed == name), "{name}");
    }
    assert!(!generic.iter().any(|listed| listed.starts_with("document_")), "documents are for REST");
    let reader = account.client_with(with(&[Permission::McpRead, Permission::DecisionsRead])).await;
    let reads: Vec<&str> = LISTED.into_iter().filter(|name| *name != "memory_record_summary").collect();
    assert_eq!(names(&reader, "/mcp/decisions").await, reads);
    for lacking in [vec![Permission::DecisionsRead], vec![Permission::McpRead], vec![Permission::MemoryWrite]] {
        let client = account.client_with(with(&lacking)).await;
        assert_eq!(names(&client, "/mcp/decisions").await, Vec::<String>::new(), "{lacking:?}");
    }
}

#[tokio::test]
async fn what_the_profile_does_not_list_cannot_be_called_there() {
    let account = service().account().await;
    let client = account.client().await;
    let id = remember(&client, "fact", "Left alone.").await;
    for tool in ["memory_get_record", "memory_delete_record", "document_put", "recall"] {
        let told = client.call_at("/mcp/decisions", tool, json!({"id": id})).await;
        assert_eq!(told.message["error"]["code"], json!(-32602), "{tool}: {}", told.message);
    }
    for endpoint in ["/mcp/facts", "/mcp/chatgpt", "/mcp/claude", "/mcp/remember", "/mcp/workspaces"] {
        let told = client.call_at(endpoint, "memory_list_records", json!({})).await;
        assert_eq!(told.message["error"]["code"], json!(-32602), "{endpoint}");
    }
    assert_eq!(super::written::get(&client, &id).await["status"], "active");
}

#[tokio::test]
async fn a_moment_may_be_asked_about_over_rest_alone() {
    let account = service().account().await;
    let client = account.client().await;
    for (tool, mut arguments) in [
        ("memory_list_records", json!({})),
        ("memory_search_records", json!({"query": "x"})),
        ("brief_me", json!({"about": "x"})),
        ("memory_list_summaries", json!({})),
    ] {
        arguments["as_of"] = json!("2026-01-01");
        client.operation(annals::find(tool).unwrap(), &arguments).await.expect(200);
        for endpoint in ["/mcp", "/mcp/decisions"] {
            let failure = client.call_at(endpoint, tool, arguments.clone()).await.failure();
            assert!(failure.starts_with("invalid_input: as_of"), "{failure}");
        }
    }
}

#[tokio::test]
async fn the_permissions_of_the_mcp_surface_are_asked_for_there_alone() {
    let account = service().account().await;
    let without = account.client_with(with(&[Permission::DecisionsWrite])).await;
    let only_read = account.client_with(with(&[Permission::DecisionsWrite, Permission::McpRead])).await;
    let both = account.client_with(with(&[Permission::DecisionsWrite, Permission::McpWrite])).await;
    let reads: [(&str, Value); 5] = [
        ("memory_list_records", json!({})),
        ("memory_search_records", json!({"query": "x"})),
        ("memory_list_summaries", json!({})),
        ("brief_me", json!({"about": "x"})),
        ("decisions_list_spaces", json!({})),
    ];
    for (tool, arguments) in &reads {
        let entry = annals::find(tool).unwrap();
        without.operation(entry, arguments).await.expect(200);
        let refused = without.call(tool, arguments.clone()).await;
        assert_eq!(refused.http.status, 403, "{tool}");
        assert_eq!(refused.http.json()["missing"], json!(["mcp:read"]), "{tool}");
        only_read.call(tool, arguments.clone()).await.structured();
        both.call(tool, arguments.clone()).await.structured();
    }
    let summary = json!({"text": "Said."});
    without.operation(annals::find("memory_record_summary").unwrap(), &summary).await.expect(200);
    for client in [&without, &only_read] {
        for (tool, arguments) in
            [("memory_record_summary", summary.clone()), ("memory_delete_record", json!({"id": made_up()}))]
        {
            let refused = client.call(tool, arguments).await;
            assert_eq!(refused.http.status, 403, "{tool}");
            assert_eq!(refused.http.json()["missing"], json!(["mcp:write"]), "{tool}");
        }
    }
    both.call("memory_record_summary", summary).await.structured();
}
