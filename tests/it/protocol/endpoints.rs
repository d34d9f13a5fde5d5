//! Paths and methods of the endpoint (ruling 7, 8).

use serde_json::json;

use crate::support::service;

#[tokio::test]
async fn only_post_is_taken() {
    let account = service().account().await;
    let client = account.client().await;
    for path in ["/mcp", "/mcp/claude"] {
        for method in ["GET", "DELETE", "PUT", "PATCH", "HEAD"] {
            let answer = client.send(client.request(method, path).header("accept", "text/event-stream")).await;
            assert_eq!(answer.status, 405, "{method} {path}");
            assert_eq!(answer.headers["allow"], "POST");
            if method != "HEAD" {
                assert_eq!(answer.refused(405), "method_not_allowed");
            }
        }
    }
}

#[tokio::test]
async fn an_unknown_profile_is_not_found() {
    let account = service().account().await;
    let client = account.client().await;
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    for path in ["/mcp/x", "/mcp/Claude", "/mcp/claude/x", "/mcp/%FF", "/mcp/../mcp2", "/mcpx"] {
        let answer = client.message(path, &list).await.http;
        assert_eq!(answer.refused(404), "not_found", "{path}");
    }
}

#[tokio::test]
async fn content_type_and_accept_are_needed() {
    let account = service().account().await;
    let client = account.client().await;
    let body = json!({"jsonrpc": "2.0", "id": 4, "method": "tools/list"}).to_string();
    let both = "application/json, text/event-stream";
    for accept in ["application/json", "text/event-stream", "text/html", "", "application/xml, text/event-stream"] {
        let request =
            client.request("POST", "/mcp").header("content-type", "application/json").header("accept", accept);
        let answer = client.send(request.body(body.clone())).await;
        let refusal = answer.expect(406);
        assert_eq!(refusal["jsonrpc"], "2.0", "{accept}");
        assert_eq!(refusal["id"], 4);
        assert!(refusal["error"]["message"].as_str().unwrap().contains("text/event-stream"));
    }
    for accept in [both, "*/*", "text/event-stream;q=0.9, APPLICATION/JSON", "application/*, text/*"] {
        let request =
            client.request("POST", "/mcp").header("content-type", "application/json").header("accept", accept);
        client.send(request.body(body.clone())).await.expect(200);
    }
    for content_type in ["text/plain", "application/x-ndjson", "multipart/form-data", "application/jsonx", ""] {
        let request = client.request("POST", "/mcp").header("content-type", content_type).header("accept", both);
        let refusal = client.send(request.body(body.clone())).await.expect(415);
        assert!(refusal["error"]["message"].as_str().unwrap().contains("application/json"), "{content_type}");
    }
    let bare = client.request("POST", "/mcp").header("accept", both);
    client.send(bare.body(body.clone())).await.expect(415);
    let charset =
        client.request("POST", "/mcp").header("accept", both).header("content-type", "Application/JSON; charset=utf-8");
    client.send(charset.body(body)).await.expect(200);
}

#[tokio::test]
async fn answers_are_json_and_not_streams() {
    let account = service().account().await;
    let client = account.client().await;
    let answer = client.call("recall", json!({"query": "anything"})).await.http;
    assert_eq!(answer.headers["content-type"], "application/json");
    assert!(answer.text.starts_with('{'), "{}", answer.text);
}
