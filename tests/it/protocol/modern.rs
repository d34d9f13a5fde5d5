//! The era without a handshake: 2026-07-28.

use reqwest::RequestBuilder;
use serde_json::{Value, json};

use crate::support::{Answer, Client, service};

const VERSION: &str = "2026-07-28";

fn meta(version: &str) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
    })
}

fn headed(client: &Client, headers: &[(&str, &str)]) -> RequestBuilder {
    let request = client.request("POST", "/mcp").header("accept", "application/json, text/event-stream");
    headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))
}

async fn send(client: &Client, headers: &[(&str, &str)], method: &str, params: Value) -> Answer {
    let message = json!({"jsonrpc": "2.0", "id": 9, "method": method, "params": params});
    client.send(headed(client, headers).json(&message)).await
}

#[track_caller]
fn refused(answer: &Answer, status: u16, code: i64) -> Value {
    let body = answer.expect(status);
    assert_eq!(answer.headers["content-type"], "application/json");
    assert_eq!(body["error"]["code"], json!(code), "{body}");
    assert_eq!(body["jsonrpc"], "2.0");
    body
}

#[tokio::test]
async fn discovery_names_the_server_its_versions_and_how_long_to_keep_that() {
    let account = service().account().await;
    let answer = account.client().await.modern("/mcp", "server/discover", json!({})).await;
    assert_eq!(answer.http.status, 200, "{}", answer.http.text);
    let result = &answer.message["result"];
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["cacheScope"], "public");
    assert_eq!(result["ttlMs"], 3_600_000);
    let versions = result["supportedVersions"].as_array().unwrap_or_else(|| panic!("{result}"));
    assert!(versions.contains(&json!(VERSION)), "{result}");
    assert!(result["capabilities"]["tools"].is_object(), "{result}");
    assert!(!answer.http.headers.contains_key("mcp-session-id"), "this era knows no sessions");
}

#[tokio::test]
async fn tools_are_listed_privately_and_called_with_a_result_type() {
    let account = service().account().await;
    let client = account.client().await;
    let list = client.modern("/mcp", "tools/list", json!({})).await;
    let result = &list.message["result"];
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["cacheScope"], "private");
    assert_eq!(result["ttlMs"], 300_000);
    assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "annals");

    let arguments = json!({"content": "Written in the modern era.", "path": "projects/general"});
    let saved = client.modern("/mcp", "tools/call", json!({"name": "remember", "arguments": arguments})).await;
    let result = &saved.message["result"];
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["isError"], false);
    assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "annals");
    let failed = client.modern("/mcp", "tools/call", json!({"name": "recall", "arguments": {"query": 1}})).await;
    assert_eq!(failed.http.status, 200);
    assert!(failed.failure().starts_with("invalid_input: query"));
    assert_eq!(failed.message["result"]["resultType"], "complete");
}

#[tokio::test]
async fn a_header_that_differs_from_the_body_or_is_missing_is_a_mismatch() {
    let account = service().account().await;
    let client = account.client().await;
    let params = json!({"name": "recall", "arguments": {"query": "x"}, "_meta": meta(VERSION)});
    let version = ("mcp-protocol-version", VERSION);
    let method = ("mcp-method", "tools/call");
    let name = ("mcp-name", "recall");
    send(&client, &[version, method, name], "tools/call", params.clone()).await.expect(200);
    for headers in [
        vec![("mcp-protocol-version", "2025-06-18"), method, name],
        vec![method, name],
        vec![version, ("mcp-method", "tools/list"), name],
        vec![version, ("mcp-method", "TOOLS/CALL"), name],
        vec![version, name],
        vec![version, method, ("mcp-name", "remember")],
        vec![version, method, ("mcp-name", "Recall")],
        vec![version, method],
        vec![version, method, ("mcp-name", "=?base64?cmVtZW1iZXI=?=")],
    ] {
        let answer = send(&client, &headers, "tools/call", params.clone()).await;
        let body = refused(&answer, 400, -32020);
        assert_eq!(body["id"], 9, "{headers:?}");
    }
    let encoded = ("mcp-name", "=?base64?cmVjYWxs?=");
    send(&client, &[version, method, encoded], "tools/call", params.clone()).await.expect(200);
    send(
        &client,
        &[("MCP-Protocol-Version", VERSION), ("MCP-METHOD", "tools/call"), ("Mcp-NAME", "recall")],
        "tools/call",
        params,
    )
    .await
    .expect(200);
}

#[tokio::test]
async fn a_version_that_is_not_spoken_is_answered_with_those_that_are() {
    let account = service().account().await;
    let client = account.client().await;
    for version in ["2030-01-01", "2026-07-29"] {
        let headers = [("mcp-protocol-version", version), ("mcp-method", "tools/list")];
        let answer = send(&client, &headers, "tools/list", json!({"_meta": meta(version)})).await;
        let body = refused(&answer, 400, -32022);
        assert_eq!(body["error"]["data"]["requested"], version);
        let supported = body["error"]["data"]["supported"].as_array().unwrap();
        assert!(supported.contains(&json!(VERSION)), "{body}");
    }
}

#[tokio::test]
async fn a_message_that_lacks_what_this_era_needs_is_refused() {
    let account = service().account().await;
    let client = account.client().await;
    let headers = [("mcp-protocol-version", VERSION), ("mcp-method", "tools/list")];
    let mut bare = meta(VERSION);
    bare.as_object_mut().unwrap().remove("io.modelcontextprotocol/clientCapabilities");
    let answer = send(&client, &headers, "tools/list", json!({"_meta": bare})).await;
    refused(&answer, 400, -32602);
}

#[tokio::test]
async fn an_unknown_method_is_404_and_an_unknown_tool_is_not() {
    let account = service().account().await;
    let client = account.client().await;
    for method in ["tools/fly", "resources/list", "logging/setLevel", "ping", "initialize/again"] {
        let answer = client.modern("/mcp", method, json!({})).await;
        refused(&answer.http, 404, -32601);
    }
    let tool = client.modern("/mcp", "tools/call", json!({"name": "fly", "arguments": {}})).await;
    assert_eq!((tool.http.status.as_u16(), &tool.message["error"]["code"]), (200, &json!(-32602)), "{}", tool.message);
}

#[tokio::test]
async fn a_permission_that_is_missing_is_403_in_this_era_too() {
    let account = service().account().await;
    let wish = crate::support::Wish {
        permissions: vec![annals::auth::Permission::MemoryRead],
        ..crate::support::Wish::default()
    };
    let client = account.client_with(wish).await;
    let arguments = json!({"content": "x", "path": "notes"});
    let answer = client.modern("/mcp", "tools/call", json!({"name": "remember", "arguments": arguments})).await;
    assert_eq!(answer.http.refused(403), "insufficient_scope");
    assert!(answer.http.headers["www-authenticate"].to_str().unwrap().contains("insufficient_scope"));
}
