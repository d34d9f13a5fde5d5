//! Each row of the error table, reached over HTTP by an ordinary request, or listed with the reason why not.

use annals::auth::{Permission, Role};
use annals::clock::Clock;
use annals::error::{ErrorCode, TABLE};
use annals::limits::Limits;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HOST};
use serde_json::json;

use crate::catalogue::{Stocked, assert_none, stocked};
use crate::errors::leaks::assert_tight;
use crate::errors::shape::faults_of_problem;
use crate::managing::quotas::limit;
use crate::support::{Answer, Client, Service, Wish, service};

/// Rows that no ordinary request reaches. This list may only shrink.
const NOT_REACHED: [(ErrorCode, &str); 4] = [
    (ErrorCode::InProgress, "needs two calls at one moment: the tests of retries bring it about"),
    (ErrorCode::Timeout, "needs a slow database: `faulty_database` brings it about"),
    (ErrorCode::Unavailable, "needs a database that is away: `faulty_database` brings it about"),
    (ErrorCode::Internal, "needs a fault of ours: `faulty_database` brings it about"),
];

#[tokio::test]
async fn every_row_is_reached_or_listed_with_a_reason() {
    let stocked = stocked(service()).await;
    let mut faults = Vec::new();
    for row in TABLE {
        let listed = NOT_REACHED.iter().find(|(code, _)| *code == row.code);
        match (provoked(&stocked, row.code).await, listed) {
            (Some(answer), None) => {
                assert_tight(&answer);
                faults.extend(faults_of_problem(&answer, row));
            }
            (None, Some(_)) => {}
            (Some(_), Some(_)) => faults.push(format!("{} is reached: take it from the list", row.name)),
            (None, None) => faults.push(format!("{} is neither reached nor listed", row.name)),
        }
    }
    assert_none(&faults);
}

/// An answer that refuses with this code.
async fn provoked(stocked: &Stocked<'_>, code: ErrorCode) -> Option<Answer> {
    let client = &stocked.client;
    let post = |body: &'static str, content_type: &'static str| {
        client.request("POST", "/v1/memories").header(CONTENT_TYPE, content_type).body(body)
    };
    let answer = match code {
        ErrorCode::Unauthenticated => Client::new(&service().origin, "").get("/v1/workspaces").await,
        ErrorCode::InsufficientScope => {
            let wish = Wish { permissions: vec![Permission::LedgerRead], ..Wish::default() };
            stocked.account.client_with(wish).await.get("/v1/workspaces").await
        }
        ErrorCode::Forbidden => {
            let viewer = stocked.account.member(Role::Viewer, "viewer").await;
            let viewer = stocked.account.client_with(Wish { user: Some(viewer), ..Wish::default() }).await;
            viewer.post("/v1/memories", json!({"content": "x", "path": "y"})).await
        }
        ErrorCode::NotFound => client.get("/v1/memories/mem_0193f6a2b1c47d5e8f90a1b2c3d4e5f6").await,
        ErrorCode::InvalidInput => client.post("/v1/memories", json!({"content": "", "path": "y"})).await,
        ErrorCode::MalformedRequest => client.send(post("{\"content\": ", "application/json")).await,
        ErrorCode::SecretRefused => {
            let secret = format!("AKIA{}", "Q3ZXW7PLMN2K4JRT");
            client.post("/v1/memories", json!({"content": secret, "path": "y"})).await
        }
        ErrorCode::PayloadTooLarge => {
            client.post("/v1/memories", json!({"content": "x".repeat(4 * 1024 * 1024), "path": "y"})).await
        }
        ErrorCode::UnsupportedMediaType => client.send(post("content=x", "application/x-www-form-urlencoded")).await,
        ErrorCode::NotAcceptable => {
            client.send(client.request("GET", "/v1/workspaces").header(ACCEPT, "text/html")).await
        }
        ErrorCode::MethodNotAllowed => client.send(client.request("DELETE", "/v1/memories/recall")).await,
        ErrorCode::HostRefused => {
            client.send(client.request("GET", "/v1/workspaces").header(HOST, "annals.attacker.example")).await
        }
        ErrorCode::Conflict => {
            let first = json!({"content": "Replaced once.", "path": "projects/general", "kind": "decision"});
            let old = client.post("/v1/memories", first).await.expect(200)["id"].clone();
            let replace = |text: &str| json!({"text": text, "kind": "decision", "supersedes": old});
            let summary = |text: &str| json!({"items": [replace(text)]});
            client.post("/v1/summaries", summary("Replaced by the first.")).await.expect(200);
            client.post("/v1/summaries", summary("Replaced by the second.")).await
        }
        ErrorCode::KeyReused => {
            let keyed = |content: &str| {
                let body = json!({"content": content, "path": "projects/general"});
                client.request("POST", "/v1/memories").header("Idempotency-Key", "one-key").json(&body)
            };
            client.send(keyed("Said first.")).await.expect(200);
            client.send(keyed("Said second.")).await
        }
        ErrorCode::PreconditionRequired => {
            let path = format!("/v1/webhooks/{}", stocked.sample.webhook_id);
            client.send(client.request("PATCH", &path).json(&json!({"enabled": false}))).await
        }
        ErrorCode::PreconditionFailed => {
            let path = format!("/v1/webhooks/{}", stocked.sample.webhook_id);
            let change = client.request("PATCH", &path).header("If-Match", "\"stale\"");
            client.send(change.json(&json!({"enabled": false}))).await
        }
        ErrorCode::QuotaExceeded => {
            let account = service().account().await;
            limit(service(), account.id, Limits { memories: Some(0), ..Limits::default() }).await;
            account.client().await.post("/v1/memories", json!({"content": "x", "path": "y"})).await
        }
        ErrorCode::RateLimited => {
            let limited = Service::start(|config| config.rate_per_token = 1, Clock::default());
            let client = limited.account().await.client().await;
            client.get("/v1/workspaces").await.expect(200);
            client.get("/v1/workspaces").await
        }
        ErrorCode::InProgress | ErrorCode::Unavailable | ErrorCode::Timeout | ErrorCode::Internal => return None,
    };
    Some(answer)
}

/// On MCP a refusal is a result whose text starts with the code, without structured content; 401 and 403 are HTTP.
#[tokio::test]
async fn on_mcp_a_refusal_is_a_result_that_starts_with_its_code() {
    let stocked = stocked(service()).await;
    let secret = format!("AKIA{}", "Q3ZXW7PLMN2K4JRT");
    let calls = [
        ("invalid_input", "remember", json!({"content": "", "path": "y"})),
        ("not_found", "fetch", json!({"id": "mem_0193f6a2b1c47d5e8f90a1b2c3d4e5f6"})),
        ("secret_refused", "remember", json!({"content": secret, "path": "y"})),
        ("not_found", "remember", json!({"content": "x", "path": "projects/none"})),
    ];
    for (code, tool, arguments) in calls {
        let legacy = stocked.client.call(tool, arguments.clone()).await;
        let params = json!({"name": tool, "arguments": arguments});
        let modern = stocked.client.modern("/mcp", "tools/call", params).await;
        for answer in [legacy, modern] {
            assert_eq!(answer.http.status, 200);
            assert!(answer.failure().starts_with(&format!("{code}: ")), "{}", answer.http.text);
            assert_tight(&answer.http);
        }
    }
}
