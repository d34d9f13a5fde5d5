//! What is no message (mcp.md 1.2; ruling 7).

use serde_json::json;

use crate::support::{Answer, Client, service, stored};

async fn raw(client: &Client, body: Vec<u8>) -> Answer {
    let request = client
        .request("POST", "/mcp")
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json");
    client.send(request.body(body)).await
}

#[tokio::test]
async fn what_cannot_be_read_is_a_parse_error() {
    let account = service().account().await;
    let client = account.client().await;
    let before = stored::rows_of(account.id).await;
    let call = |text: &str| {
        format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"name\":\"remember\",\"arguments\":{{\"content\":{text},\"path\":\"notes\"}}}}}}").into_bytes()
    };
    let deep = format!("{}1{}", "[".repeat(500), "]".repeat(500));
    let mut invalid = call("\"x\"");
    let place = invalid.iter().position(|byte| *byte == b'x').unwrap();
    invalid[place] = 0xff;
    for body in [
        Vec::new(),
        b"{".to_vec(),
        b"null,".to_vec(),
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} {}".to_vec(),
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}".to_vec(),
        b"{'jsonrpc':'2.0'}".to_vec(),
        call("\"\\ud800\""),
        call("\"\\udc00x\""),
        call("\"x\",\"content\":\"y\""),
        call("NaN"),
        call("1e999"),
        call(&deep),
        invalid,
    ] {
        let answer = raw(&client, body.clone()).await;
        let shown = String::from_utf8_lossy(&body).chars().take(200).collect::<String>();
        let refusal = answer.expect(400);
        assert_eq!(refusal["error"]["code"], -32700, "{shown}: {refusal}");
        assert_eq!(refusal["jsonrpc"], "2.0");
        assert!(refusal["id"].is_null());
        assert!(!refusal["error"]["message"].as_str().unwrap().is_empty());
    }
    assert_eq!(stored::rows_of(account.id).await, before);
}

#[tokio::test]
async fn what_is_json_and_no_message_is_an_invalid_request() {
    let account = service().account().await;
    let client = account.client().await;
    let before = stored::rows_of(account.id).await;
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "remember", "arguments": {"content": "x", "path": "notes"}}});
    for body in [
        json!([]),
        json!([call]),
        json!([call, call]),
        json!("ping"),
        json!(1),
        json!(null),
        json!(true),
        json!({}),
        json!({"jsonrpc": "2.0", "id": 1}),
        json!({"jsonrpc": "1.0", "id": 1, "method": "ping"}),
        json!({"id": 1, "method": "ping"}),
        json!({"jsonrpc": 2.0, "id": 1, "method": "ping"}),
        json!({"jsonrpc": "2.0", "id": 1, "method": 5}),
        json!({"jsonrpc": "2.0", "id": 1, "method": null}),
        json!({"jsonrpc": "2.0", "id": null, "method": "ping"}),
        json!({"jsonrpc": "2.0", "id": 1.5, "method": "ping"}),
        json!({"jsonrpc": "2.0", "id": [1], "method": "ping"}),
        json!({"jsonrpc": "2.0", "id": true, "method": "ping"}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": "x"}),
        json!({"jsonrpc": "2.0", "id": 1, "result": {}}),
        json!({"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "x"}}),
    ] {
        let answer = raw(&client, body.to_string().into_bytes()).await;
        let refusal = answer.expect(400);
        let code = refusal["error"]["code"].as_i64().unwrap();
        assert!(matches!(code, -32600 | -32602), "{body}: {refusal}");
        assert!(!refusal["error"]["message"].as_str().unwrap().is_empty());
    }
    assert_eq!(stored::rows_of(account.id).await, before);
}

#[tokio::test]
async fn calls_whose_params_are_no_call_are_refused_without_a_fault() {
    let account = service().account().await;
    let client = account.client().await;
    for params in [
        json!({}),
        json!({"name": 5}),
        json!({"name": null, "arguments": {}}),
        json!({"name": "recall", "arguments": []}),
        json!({"name": "recall", "arguments": "x"}),
        json!({"name": "recall", "arguments": 5}),
        json!({"name": ["recall"], "arguments": {}}),
        json!({"arguments": {}}),
    ] {
        let answer =
            client.message("/mcp", &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})).await;
        assert!(matches!(answer.http.status.as_u16(), 200 | 400), "{params}: {}", answer.http.text);
        assert_eq!(answer.message["jsonrpc"], "2.0", "{params}: {}", answer.http.text);
        let code = answer.message["error"]["code"].as_i64().unwrap_or_else(|| panic!("{params}: {}", answer.message));
        assert!(matches!(code, -32602..=-32600), "{params}: {}", answer.message);
    }
    let none = client
        .message("/mcp", &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "recall"}}))
        .await;
    assert!(none.failure().starts_with("invalid_input: query"), "{}", none.message);
    let no_params = client.message("/mcp", &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call"})).await;
    assert!(no_params.message["error"]["code"].is_i64(), "{}", no_params.http.text);
}

#[tokio::test]
async fn ids_come_back_as_they_were() {
    let account = service().account().await;
    let client = account.client().await;
    for id in [
        json!(0),
        json!(-1),
        json!(9_007_199_254_740_991_i64),
        json!("a"),
        json!(""),
        json!("日本"),
        json!("x".repeat(300)),
    ] {
        let answer = client.message("/mcp", &json!({"jsonrpc": "2.0", "id": id, "method": "ping"})).await;
        assert_eq!(answer.message["id"], id, "{}", answer.http.text);
    }
}
