//! `/metrics` on a port of its own.

use serde_json::json;

use super::canaries::{CANARIES, sing};
use crate::support::{Client, Serving, service};

#[tokio::test(flavor = "multi_thread")]
async fn operations_requests_and_the_pool_are_counted_on_the_second_port() {
    let serving = Serving::start(|binary| binary);
    let account = service().account().await;
    let client = Client::new(&serving.origin, &serving.token(&account));
    for _ in 0..3 {
        client.post("/v1/memories/recall", json!({"query": "anything"})).await.expect(200);
    }
    client.post("/v1/memories", json!({"content": "", "path": "notes"})).await.refused(422);
    sing(&client).await;
    assert_eq!(client.get("/metrics").await.refused(404), "not_found", "not on the public port");
    let (host, path) = serving.metrics_url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let scrape = Client::new(&format!("http://{host}"), "").get(&format!("/{path}")).await;
    assert_eq!(scrape.status, 200);
    assert!(scrape.headers["content-type"].to_str().unwrap().starts_with("text/plain"));
    let count = |name: &str, labels: &[&str]| -> f64 {
        scrape
            .text
            .lines()
            .filter(|line| line.starts_with(name) && labels.iter().all(|label| line.contains(label)))
            .map(|line| line.rsplit(' ').next().unwrap().parse::<f64>().unwrap())
            .sum()
    };
    let operations = "annals_operation_duration_seconds_count";
    assert!(count(operations, &["recall", "outcome=\"ok\""]) >= 3.0, "{}", scrape.text);
    assert!(count(operations, &["remember", "outcome=\"invalid_input\""]) >= 1.0);
    assert!(count("http_server_request_duration_seconds_count", &["surface=\"rest\"", "200"]) >= 3.0);
    assert!(count("http_server_request_duration_seconds_count", &["surface=\"mcp\""]) >= 1.0);
    assert!(count("annals_db_pool_connections", &[]) >= 1.0, "{}", scrape.text);
    for canary in CANARIES {
        assert!(!scrape.text.contains(canary), "{canary}");
    }
    assert!(!scrape.text.contains(&account.id.to_string()), "no account among the labels");
}
