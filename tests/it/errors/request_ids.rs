//! Each answer carries a request id: the client's own where it is well formed, else a new one.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::errors::leaks::assert_tight;
use crate::support::{Answer, Client, service};

const GOOD: [&str; 3] =
    ["req-12345678", "0123abcd", "a_B-c_D-12345678901234567890123456789012345678901234567890123456"];
const BAD: [&str; 6] = ["short", "has blank inside", "semi;colon-1234", "quote\"1234567", "ü-1234567890", ""];

#[tokio::test]
async fn a_well_formed_id_is_echoed_and_any_other_replaced() {
    let client = service().account().await.client().await;
    let mut made = HashSet::new();
    for request in requests() {
        for id in GOOD {
            let answer = send(&client, request, Some(id)).await;
            assert_eq!(shown(&answer), id, "{request:?}");
        }
        let too_long = "x".repeat(65);
        for id in BAD.into_iter().chain([too_long.as_str()]).map(Some).chain([None]) {
            let answer = send(&client, request, id).await;
            let shown = shown(&answer);
            assert_ne!(Some(shown.as_str()), id, "{request:?}");
            let is_ours = shown.strip_prefix("req_").is_some_and(|hex| {
                hex.len() == 32 && hex.bytes().all(|byte| byte.is_ascii_hexdigit() && !byte.is_ascii_uppercase())
            });
            assert!(is_ours, "{request:?}: {shown}");
            assert!(made.insert(shown), "{request:?}: an id was given twice");
        }
    }
}

/// Answers of every kind: success and refusal, of REST, of MCP, of what stands around them.
fn requests() -> [(&'static str, &'static str, &'static str); 9] {
    [
        ("GET", "/v1/workspaces", ""),
        ("POST", "/v1/memories/recall", r#"{"query": ""}"#),
        ("POST", "/v1/memories/recall", "{"),
        ("GET", "/v1/nothing/here", ""),
        ("DELETE", "/v1/workspaces", ""),
        ("GET", "/livez", ""),
        ("GET", "/.well-known/oauth-protected-resource", ""),
        ("GET", "/mcp", ""),
        ("POST", "/mcp", r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}"#),
    ]
}

async fn send(client: &Client, (method, path, body): (&str, &str, &str), id: Option<&str>) -> Answer {
    let mut request = client
        .request(method, path)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .body(body.to_owned());
    if let Some(id) = id {
        request = request.header("x-request-id", id.as_bytes());
    }
    let answer = client.send(request).await;
    assert_tight(&answer);
    answer
}

/// The id of an answer: one header, and the same in a problem's body.
fn shown(answer: &Answer) -> String {
    let ids: Vec<&str> = answer.headers.get_all("x-request-id").iter().map(|id| id.to_str().unwrap()).collect();
    let [id] = ids.as_slice() else { panic!("{ids:?}") };
    let body: Value = serde_json::from_str(&answer.text).unwrap_or_default();
    if answer.headers.get("content-type").is_some_and(|value| value == "application/problem+json") {
        assert_eq!(body["request_id"], json!(id));
    }
    (*id).to_owned()
}
