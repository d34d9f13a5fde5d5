//! How many calls a minute a token and an account may make.

use annals::clock::Clock;
use serde_json::json;

use crate::support::{Answer, Service};

fn limited(per_token: u32, per_account: u32) -> Service {
    Service::start(
        move |config| {
            config.rate_per_token = per_token;
            config.rate_per_account = per_account;
        },
        Clock::default(),
    )
}

fn field<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer.headers.get(name).unwrap_or_else(|| panic!("no {name}: {:?}", answer.headers)).to_str().unwrap()
}

/// The number that a parameter of the first item of a field has.
fn parameter(answer: &Answer, name: &str, parameter: &str) -> u64 {
    let item = field(answer, name).split(',').next().unwrap();
    let value = item.split(';').find_map(|part| part.trim().strip_prefix(&format!("{parameter}=")));
    value.unwrap_or_else(|| panic!("no {parameter}: {item}")).parse().unwrap()
}

#[tokio::test]
async fn a_token_is_refused_past_its_rate_and_another_one_is_not() {
    let service = limited(3, 0);
    let account = service.account().await;
    let (client, other) = (account.client().await, account.client().await);
    let mut left = Vec::new();
    for _ in 0..3 {
        let answer = client.get("/v1/usage").await;
        answer.expect(200);
        assert_eq!(field(&answer, "ratelimit-policy"), "\"token\";q=3;w=60");
        left.push(parameter(&answer, "ratelimit", "r"));
    }
    assert_eq!(left, [2, 1, 0]);
    let refused = client.get("/v1/usage").await;
    assert_eq!(refused.refused(429), "rate_limited");
    let wait: u64 = field(&refused, "retry-after").parse().unwrap();
    assert!((1..=20).contains(&wait), "{wait}");
    assert_eq!(parameter(&refused, "ratelimit", "r"), 0);
    assert_eq!(parameter(&refused, "ratelimit", "t"), wait);
    // What is refused for its form is counted too, and MCP has the same buckets and fields.
    assert_eq!(other.get("/v1/usage?limit=x").await.status, 422);
    let called = other.call("recall", json!({"query": "anything"})).await;
    assert_eq!(parameter(&called.http, "ratelimit", "r"), 1);
    other.message("/mcp", &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}})).await;
    let called = other.call("recall", json!({"query": "anything"})).await;
    assert_eq!(called.http.status, 429, "{}", called.http.text);
    assert_eq!(called.http.refused(429), "rate_limited");
    assert!(called.http.headers.contains_key("retry-after"));
}

#[tokio::test]
async fn all_tokens_of_an_account_share_its_rate_and_another_account_does_not() {
    let service = limited(0, 4);
    let (account, stranger) = (service.account().await, service.account().await);
    let clients = [account.client().await, account.client().await];
    for place in 0..4 {
        let answer = clients[place % 2].get("/v1/usage").await;
        answer.expect(200);
        assert_eq!(field(&answer, "ratelimit-policy"), "\"account\";q=4;w=60");
    }
    for client in &clients {
        let refused = client.get("/v1/usage").await;
        assert_eq!(refused.refused(429), "rate_limited");
        assert_eq!(refused.json()["limit"], "account");
    }
    stranger.client().await.get("/v1/usage").await.expect(200);
}

#[tokio::test]
async fn whoever_waits_as_long_as_told_gets_through() {
    let service = limited(60, 0);
    let client = service.account().await.client().await;
    let mut refused = None;
    for _ in 0..20_000 {
        let answer = client.get("/v1/usage").await;
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("the bucket empties faster than it fills");
    let wait: u64 = field(&refused, "retry-after").parse().unwrap();
    let until = std::time::Instant::now() + std::time::Duration::from_secs(wait);
    let mut last = refused;
    while last.status == 429 && std::time::Instant::now() < until + std::time::Duration::from_secs(30) {
        last = client.get("/v1/usage").await;
    }
    last.expect(200);
}

#[tokio::test]
async fn both_limits_are_told_and_what_is_not_authenticated_has_no_fields() {
    let service = limited(5, 50);
    let client = service.account().await.client().await;
    let answer = client.get("/v1/usage").await;
    assert_eq!(field(&answer, "ratelimit-policy"), "\"token\";q=5;w=60, \"account\";q=50;w=60");
    assert_eq!(field(&answer, "ratelimit").matches(";r=").count(), 2);
    for token in ["", "no token"] {
        let answer = crate::support::Client::new(&service.origin, token).get("/v1/usage").await;
        assert_eq!(answer.status, 401);
        assert!(!answer.headers.contains_key("ratelimit") && !answer.headers.contains_key("ratelimit-policy"));
    }
}
