//! Logs are JSON lines with request id, operation, account and duration, and hold nothing of what anybody said.

use serde_json::json;

use super::canaries::{CANARIES, log_lines, sing};
use crate::support::{Client, Serving, service};

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_anybody_said_is_in_the_logs_at_any_level() {
    for level in ["debug", "trace,annals=trace"] {
        let serving = Serving::start(|binary| binary.with("ANNALS_LOG", level));
        let account = service().account().await;
        let token = serving.token(&account);
        sing(&Client::new(&serving.origin, &token)).await;
        let ended = serving.stop();
        assert_eq!(ended.code, 0, "{}", ended.err);
        for output in [&ended.out, &ended.err] {
            let lower = output.to_lowercase();
            for canary in CANARIES {
                let place = lower.find(&canary.to_lowercase());
                let around = place.map(|at| lower[at.saturating_sub(300)..].chars().take(400).collect::<String>());
                assert_eq!(around, None, "{canary} at level {level}");
            }
            let signature = token.rsplit('.').next().unwrap();
            for part in [token.as_str(), signature, crate::support::MASTER_KEY, "postgres://"] {
                assert!(!output.contains(part), "a secret of the service itself is logged at level {level}");
            }
        }
        assert!(log_lines(&ended.err).len() > 50, "there were logs to look at");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_tells_request_operation_account_outcome_and_duration() {
    let serving = Serving::start(|binary| binary.with("ANNALS_LOG", "info"));
    let account = service().account().await;
    let client = Client::new(&serving.origin, &serving.token(&account));
    let request = client.request("POST", "/v1/memories/recall").header("x-request-id", "my-own-request-1");
    let answer = client.send(request.json(&json!({"query": "anything"}))).await;
    assert_eq!(answer.headers["x-request-id"], "my-own-request-1");
    let refused = client.post("/v1/memories", json!({"content": "", "path": "notes"})).await;
    let refused_id = refused.headers["x-request-id"].to_str().unwrap().to_owned();
    assert_eq!(refused.json()["request_id"], json!(refused_id));
    let tool = client.call("memory_scopes", json!({})).await.http;
    let tool_id = tool.headers["x-request-id"].to_str().unwrap().to_owned();
    assert!(tool_id.starts_with("req_"), "{tool_id}");
    let ended = serving.stop();
    let lines = log_lines(&ended.err);

    for (id, operation, outcome, status) in [
        ("my-own-request-1", "recall", "ok", 200),
        (refused_id.as_str(), "remember", "invalid_input", 422),
        (tool_id.as_str(), "memory_scopes", "ok", 200),
    ] {
        let of_request: Vec<_> = lines
            .iter()
            .filter(|line| line["span"]["request.id"] == json!(id) || line["request.id"] == json!(id))
            .collect();
        let done = of_request.iter().find(|line| line["op.name"] == json!(operation));
        let done = done.unwrap_or_else(|| panic!("no line of {operation}: {of_request:?}"));
        assert_eq!(done["outcome"], json!(outcome));
        assert_eq!(done["account.id"], json!(account.id));
        assert!(done["duration_ms"].as_f64().unwrap() > 0.0);
        let answered = of_request.iter().find(|line| line["message"] == json!("answered"));
        let answered = answered.unwrap_or_else(|| panic!("no closing line: {of_request:?}"));
        assert_eq!(answered["http.status"], json!(status));
        assert!(answered["duration_ms"].as_f64().unwrap() > 0.0);
    }
    for line in &lines {
        assert!(line["timestamp"].is_string() && line["level"].is_string(), "{line}");
    }
}

#[tokio::test]
async fn a_request_id_that_is_malformed_is_replaced() {
    let account = service().account().await;
    let client = account.client().await;
    for id in ["short", "with blank inside", "a@example.com-long-enough", &"x".repeat(65), "semi;colon;long"] {
        let answer = client.send(client.request("GET", "/v1/workspaces").header("x-request-id", id)).await;
        let given = answer.headers["x-request-id"].to_str().unwrap();
        assert!(given.starts_with("req_"), "{id}: {given}");
    }
}
