//! Bodies that cannot be read, or that are too much.

use annals::CATALOG;
use annals::op::Method;
use serde_json::json;

use crate::support::{Answer, Client, service, stored};

async fn raw(client: &Client, path: &str, content_type: &str, body: impl Into<reqwest::Body>) -> Answer {
    sent(client, "POST", path, content_type, body).await
}

async fn sent(client: &Client, method: &str, path: &str, content_type: &str, body: impl Into<reqwest::Body>) -> Answer {
    client.send(client.request(method, path).header("content-type", content_type).body(body)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_clean_json_is_400_at_every_route_and_nothing_is_stored() {
    let account = service().account().await;
    let client = account.client().await;
    let before = stored::rows_of(account.id).await;
    let deep = format!("{{\"content\": {}1{}}}", "[".repeat(2_000), "]".repeat(2_000));
    let deep_objects = format!("{}1{}", "{\"a\":".repeat(3_000), "}".repeat(3_000));
    let bodies: Vec<Vec<u8>> = vec![
        b"{".to_vec(),
        b"{\"content\": \"x\",}".to_vec(),
        b"{content: \"x\"}".to_vec(),
        b"{\"content\": \"x\"} trailing".to_vec(),
        b"{\"content\": \"x\", \"content\": \"y\"}".to_vec(),
        b"{\"topics\": [{\"a\": 1, \"a\": 2}]}".to_vec(),
        b"{\"content\": \"\\ud800\"}".to_vec(),
        b"{\"content\": \"\\udfff\\ud800\"}".to_vec(),
        b"{\"\\ud800\": 1}".to_vec(),
        b"{\"content\": \"\xff\"}".to_vec(),
        b"{\"content\": \"\xed\xa0\x80\"}".to_vec(),
        b"{\"content\": \"\xc0\x80\"}".to_vec(),
        b"\xef\xbb\xbf{\"content\": \"x\"}".to_vec(),
        b"{\"content\": \"a\nb\"}".to_vec(),
        b"{\"content\": \"\\x41\"}".to_vec(),
        b"{\"confidence\": 1e999}".to_vec(),
        b"{\"confidence\": 01}".to_vec(),
        b"{\"confidence\": NaN}".to_vec(),
        b"\0".to_vec(),
        deep.into_bytes(),
        deep_objects.into_bytes(),
    ];
    for entry in CATALOG.iter().filter(|entry| entry.spec().route.method != Method::Get) {
        let route = entry.spec().route;
        let id = "mem_0190a0b0c0d07000800090a0b0c0d0e0";
        let path = route.path.replace("{memory_id}", id).replace("{id}", id);
        for body in &bodies {
            let answer = sent(&client, route.method.name(), &path, "application/json", body.clone()).await;
            let shown: String = String::from_utf8_lossy(body).chars().take(60).collect();
            assert_eq!(answer.status, 400, "{path} {shown}: {}", answer.text);
            assert_eq!(answer.refused(400), "malformed_request", "{path} {shown}");
        }
        for body in ["[]", "\"text\"", "5", "null", "true"] {
            let answer = sent(&client, route.method.name(), &path, "application/json", body).await;
            assert_eq!(answer.refused(422), "invalid_input", "{path} {body}");
            assert!(answer.json()["detail"].as_str().unwrap().contains("object"), "{path} {body}");
        }
    }
    assert_eq!(stored::rows_of(account.id).await, before);
}

#[tokio::test]
async fn arguments_that_nest_deep_are_refused_and_named() {
    let account = service().account().await;
    let client = account.client().await;
    let before = stored::rows_of(account.id).await;
    let mut nested = json!(1);
    for _ in 0..60 {
        nested = json!([nested]);
    }
    let body = json!({"content": nested, "path": "notes"});
    let answer = client.post("/v1/memories", body.clone()).await;
    assert_eq!(answer.refused(422), "invalid_input");
    assert!(answer.json()["detail"].as_str().unwrap().starts_with("content"), "{}", answer.text);
    let failure = client.call("remember", body).await.failure();
    assert!(failure.starts_with("invalid_input: content"), "{failure}");
    assert_eq!(stored::rows_of(account.id).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_over_four_mebibytes_is_413_and_one_just_below_is_read() {
    let account = service().account().await;
    let client = account.client().await;
    let before = stored::rows_of(account.id).await;
    let limit = 4 * 1024 * 1024;
    let of_length = |length: usize| {
        let frame = "{\"query\": \"\"}".len();
        format!("{{\"query\": \"{}\"}}", "a".repeat(length - frame))
    };
    let over = raw(&client, "/v1/memories/recall", "application/json", of_length(limit + 1)).await;
    assert_eq!(over.refused(413), "payload_too_large");
    assert!(over.json()["detail"].as_str().unwrap().contains("4194304"), "{}", over.text);
    let exact = raw(&client, "/v1/memories/recall", "application/json", of_length(limit)).await;
    assert_eq!(exact.refused(422), "invalid_input", "it is read, and its query is too long");

    let message = |length: usize| {
        let frame = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"recall\",\"arguments\":{\"query\":\"\"}}}";
        frame.replace("\"query\":\"\"", &format!("\"query\":\"{}\"", "a".repeat(length - frame.len())))
    };
    let send = async |body: String| {
        let request = client
            .request("POST", "/mcp")
            .header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json");
        client.send(request.body(body)).await
    };
    assert_eq!(send(message(limit + 1)).await.refused(413), "payload_too_large");
    let exact = send(message(limit)).await.expect(200);
    assert!(exact["result"]["content"][0]["text"].as_str().unwrap().starts_with("invalid_input: query"), "it is read");

    let lines = "{\"content\": \"x\"}\n".repeat(limit / 16 + 1);
    let import = raw(&client, "/v1/records/import", "application/x-ndjson", lines).await;
    assert_eq!(import.refused(413), "payload_too_large");
    assert_eq!(stored::rows_of(account.id).await, before);
}

#[tokio::test]
async fn the_content_type_and_the_encoding_must_be_ones_that_are_taken() {
    let account = service().account().await;
    let client = account.client().await;
    let before = stored::rows_of(account.id).await;
    let body = json!({"content": "x", "path": "notes"}).to_string();
    for content_type in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/x-ndjson",
        "application/xml",
        "application/json2",
        "",
    ] {
        let answer = raw(&client, "/v1/memories", content_type, body.clone()).await;
        assert_eq!(answer.refused(415), "unsupported_media_type", "{content_type}");
        assert!(answer.json()["detail"].as_str().unwrap().contains("application/json"));
    }
    let bare = client.request("POST", "/v1/memories").body(body.clone());
    assert_eq!(client.send(bare).await.refused(415), "unsupported_media_type");
    for encoding in ["gzip", "br", "deflate", "zstd", "identity, gzip", "x"] {
        for path in ["/v1/memories", "/mcp"] {
            let request = client
                .request("POST", path)
                .header("content-type", "application/json")
                .header("accept", "application/json, text/event-stream")
                .header("content-encoding", encoding);
            let answer = client.send(request.body(body.clone())).await;
            assert_eq!(answer.refused(415), "unsupported_media_type", "{path} {encoding}");
        }
    }
    for accept in ["text/html", "image/png", "application/x-ndjson"] {
        let request = client.request("POST", "/v1/memories").header("accept", accept);
        let answer = client.send(request.json(&json!({"content": "x", "path": "notes"}))).await;
        assert_eq!(answer.refused(406), "not_acceptable", "{accept}");
    }
    assert_eq!(stored::rows_of(account.id).await, before);
    for accept in ["*/*", "application/*", "text/html, application/json;q=0.1"] {
        let request = client.request("POST", "/v1/memories/recall").header("accept", accept);
        client.send(request.json(&json!({"query": "x"}))).await.expect(200);
    }
    let charset =
        client.request("POST", "/v1/memories/recall").header("content-type", "application/json; charset=utf-8");
    client.send(charset.body("{\"query\": \"x\"}")).await.expect(200);
}

#[tokio::test]
async fn an_argument_that_is_given_twice_is_refused() {
    let account = service().account().await;
    let client = account.client().await;
    assert_eq!(client.get("/v1/search?query=a&query=b").await.refused(422), "invalid_input");
    let id = client.remember("Once.", "notes").await;
    let twice = client.post(&format!("/v1/memories/{id}/forget"), json!({"memory_id": id})).await;
    assert_eq!(twice.refused(422), "invalid_input");
    assert_eq!(twice.json()["field"], "memory_id");
    let both = client.post("/v1/memories/recall?query=a", json!({"query": "b"})).await;
    assert_eq!(both.refused(422), "invalid_input");
    assert_eq!(client.get(&format!("/v1/memories/{id}")).await.expect(200)["text"], "Once.");
}

#[tokio::test]
async fn a_query_string_that_is_not_utf8_or_holds_nul_is_refused() {
    let account = service().account().await;
    let client = account.client().await;
    for query in ["query=%ff", "query=%ed%a0%80", "%ff=x", "query=%c0%80"] {
        assert_eq!(client.get(&format!("/v1/search?{query}")).await.refused(400), "malformed_request", "{query}");
    }
    let nul = client.get("/v1/search?query=a%00b").await;
    assert_eq!(nul.refused(422), "invalid_input");
    assert_eq!(nul.json()["field"], "query");
}
