//! The era of the handshake: up to 2025-11-25.

use serde_json::{Value, json};

use crate::support::{Client, Wish, service};

const KNOWN: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn initialize(version: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}})
}

#[tokio::test]
async fn a_known_version_is_echoed_and_any_other_is_answered_with_the_latest_of_the_era() {
    let account = service().account().await;
    let client = account.client().await;
    for version in KNOWN.into_iter().chain(["2099-01-01", "1999-01-01", "2026-07-28", "", "latest"]) {
        let answer = client.message("/mcp", &initialize(version)).await;
        assert_eq!(answer.http.status, 200, "{version}: {}", answer.http.text);
        assert_eq!(answer.http.headers["content-type"], "application/json");
        let result = &answer.message["result"];
        let expected = if KNOWN.contains(&version) { version } else { "2025-11-25" };
        assert_eq!(result["protocolVersion"], expected, "{version}: {}", answer.message);
        assert_eq!(answer.message["id"], 0);
        assert_eq!(result["serverInfo"]["name"], "annals");
        assert_eq!(result["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
        assert!(result["capabilities"]["tools"].is_object());
        assert!(result["instructions"].as_str().unwrap().contains("data"), "{result}");
        assert!(result.get("resultType").is_none(), "{result}");
    }
}

#[tokio::test]
async fn initialize_gives_a_sealed_session_id_that_differs_each_time_and_tells_nothing() {
    let account = service().account().await;
    let client = account.client().await;
    let mut ids = std::collections::BTreeSet::new();
    for _ in 0..3 {
        let answer = client.message("/mcp", &initialize("2025-06-18")).await;
        let id = answer.http.headers["mcp-session-id"].to_str().unwrap().to_owned();
        assert!(id.bytes().all(|byte| byte.is_ascii_graphic()), "{id}");
        assert!(!id.contains(account.id.to_string().trim_start_matches("acc_")), "{id}");
        ids.insert(id);
    }
    assert_eq!(ids.len(), 3);
    let list = client.message("/mcp", &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})).await;
    assert!(!list.http.headers.contains_key("mcp-session-id"), "only the handshake gives one");
}

#[tokio::test]
async fn any_session_id_is_accepted_and_so_is_none() {
    let account = service().account().await;
    let client = account.client().await;
    let own = client.message("/mcp", &initialize("2025-06-18")).await.http.headers["mcp-session-id"].clone();
    let foreign = service().account().await.client().await.message("/mcp", &initialize("2025-06-18")).await;
    let foreign = foreign.http.headers["mcp-session-id"].clone();
    for id in [own.to_str().unwrap(), foreign.to_str().unwrap(), "made-up", "00000000-0000-0000-0000-000000000000", ""]
    {
        let request = client
            .request("POST", "/mcp")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-session-id", id)
            .json(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "memory_scopes", "arguments": {}}}));
        let answer = client.send(request).await.expect(200);
        assert_eq!(answer["result"]["structuredContent"]["actor"]["client"], "tester", "{id}");
        assert_eq!(answer["result"]["isError"], false);
    }
}

#[tokio::test]
async fn the_initialized_notification_is_accepted_without_a_body() {
    let account = service().account().await;
    let client = account.client().await;
    for method in ["notifications/initialized", "notifications/cancelled"] {
        let answer =
            client.message("/mcp", &json!({"jsonrpc": "2.0", "method": method, "params": {"requestId": 1}})).await;
        assert_eq!((answer.http.status.as_u16(), answer.http.text.as_str()), (202, ""), "{method}");
    }
}

#[tokio::test]
async fn tools_are_listed_and_called_without_a_handshake_and_under_every_known_version() {
    let account = service().account().await;
    let client = account.client().await;
    for version in [None].into_iter().chain(KNOWN.map(Some)) {
        let send = async |message: Value| {
            let request = client.request("POST", "/mcp").header("accept", "application/json, text/event-stream");
            let request = match version {
                Some(version) => request.header("mcp-protocol-version", version),
                None => request,
            };
            client.send(request.json(&message)).await.expect(200)
        };
        let list = send(json!({"jsonrpc": "2.0", "id": "l", "method": "tools/list"})).await;
        assert!(list["result"]["tools"].as_array().unwrap().len() >= 8, "{version:?}");
        assert!(list["result"].get("resultType").is_none(), "{version:?}: {}", list["result"]);
        assert_eq!(list["id"], "l");
        let params = json!({"name": "recall", "arguments": {"query": "anything"}});
        let call = send(json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params})).await;
        assert_eq!(call["result"]["isError"], false);
        assert!(call["result"].get("resultType").is_none(), "{version:?}: {}", call["result"]);
        assert!(call["result"]["structuredContent"].is_object());
        let pong = send(json!({"jsonrpc": "2.0", "id": 3, "method": "ping"})).await;
        assert_eq!(pong["result"], json!({}), "{version:?}");
    }
}

#[tokio::test]
async fn protocol_errors_of_this_era_come_with_status_200() {
    let account = service().account().await;
    let client = account.client().await;
    let unknown = client.message("/mcp", &json!({"jsonrpc": "2.0", "id": 5, "method": "tools/fly"})).await;
    assert_eq!((unknown.http.status.as_u16(), &unknown.message["error"]["code"]), (200, &json!(-32601)));
    assert_eq!(unknown.message["id"], 5);
    let tool = client.call("fly", json!({})).await;
    assert_eq!((tool.http.status.as_u16(), &tool.message["error"]["code"]), (200, &json!(-32602)));
    let failed = client.call("recall", json!({"query": ""})).await;
    assert_eq!(failed.http.status, 200);
    assert!(failed.failure().starts_with("invalid_input: query"));
}

#[tokio::test]
async fn a_tool_outside_the_profile_is_unknown() {
    let account = service().account().await;
    let wish = Wish { profile: annals::auth::Profile::Facts, ..Wish::default() };
    let facts = account.client_with(wish).await;
    assert_eq!(facts.call("remember", json!({})).await.message["error"]["code"], -32602);
    assert_eq!(facts.call("memory_version", json!({"versionId": "x"})).await.structured()["found"], false);
    let generic = account.client().await;
    let answer = generic.call_at("/mcp/facts", "remember", json!({"content": "x", "path": "notes"})).await;
    assert_eq!(answer.message["error"]["code"], -32602);
    assert!(answer.message["error"]["message"].as_str().unwrap().contains("remember"));
    let rest_only = generic.call("record_import", json!({"records": []})).await;
    assert_eq!(rest_only.message["error"]["code"], -32602, "operations of REST alone are no tools");
}

#[tokio::test]
async fn another_replica_answers_the_next_message() {
    let account = service().account().await;
    let client = account.client().await;
    let session = client.message("/mcp", &initialize("2025-06-18")).await.http.headers["mcp-session-id"].clone();
    let origin = service().origin.clone();
    let replica =
        crate::support::Service::start(move |config| config.public_url = origin, annals::clock::Clock::default());
    let there: Client = client.at(&replica.origin);
    let request = there
        .request("POST", "/mcp")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-session-id", session)
        .json(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "memory_scopes", "arguments": {}}}));
    assert_eq!(there.send(request).await.expect(200)["result"]["isError"], false);
}
