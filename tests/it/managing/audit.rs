//! `audit_list`: its filters, and its export.

use serde_json::{Value, json};

use crate::support::{Client, Wish, service, stored};

async fn acts(client: &Client, query: &str) -> Vec<Value> {
    client.get(&format!("/v1/audit?{query}")).await.expect(200)["acts"].as_array().unwrap().clone()
}

#[tokio::test]
async fn each_filter_finds_its_acts_and_no_others() {
    let account = service().account().await;
    let member = account.member(annals::auth::Role::Member, "mia").await;
    let (token, token_id) = account.token(Wish { user: Some(member), ..Wish::default() }).await;
    let mia = Client::new(&service().origin, &token);
    let client = account.client().await;
    let memory = mia.remember("Said by Mia.", "notes").await;
    client.remember("Said by the owner.", "notes").await;
    let id = account.id.uuid();
    stored::execute(&format!(
        "INSERT INTO audit_events (account_id, at, surface, operation, outcome, correlation_id, client_id, details)
         VALUES ('{id}', '2020-02-02T00:00:00Z', 'oauth', 'oauth_code', 'done', 'cor-7', 'https://client.example.com/x', '{{\"step\": \"code\"}}')"
    ))
    .await;
    let cases = [
        ("user=mia".to_owned(), 1),
        (format!("token={token_id}"), 1),
        ("client=https://client.example.com/x".to_owned(), 1),
        ("correlation_id=cor-7".to_owned(), 1),
        ("operation=remember".to_owned(), 2),
        ("operation=remember&outcome=denied".to_owned(), 0),
        (format!("target={memory}"), 1),
        ("since=2020-02-02&until=2020-02-03".to_owned(), 1),
        ("until=2020-02-02".to_owned(), 0),
        ("since=2020-02-03".to_owned(), 2),
        (String::new(), 3),
    ];
    for (query, found) in cases {
        assert_eq!(acts(&client, &query).await.len(), found, "{query}");
    }
    let step = acts(&client, "correlation_id=cor-7").await.remove(0);
    assert_eq!(
        json!([step["correlation_id"], step["client_id"], step["details"]]),
        json!(["cor-7", "https://client.example.com/x", {"step": "code"}])
    );
}

#[tokio::test]
async fn the_log_is_exported_as_lines_to_its_end() {
    let account = service().account().await;
    let client = account.client().await;
    for place in 0..7 {
        client.remember(&format!("Fact {place} for the log."), "notes").await;
    }
    let whole = acts(&client, "limit=500").await;
    let (mut lines, mut token) = (Vec::new(), String::new());
    loop {
        let path = format!("/v1/audit?limit=3&page_token={token}");
        let answer = client.send(client.request("GET", &path).header("accept", "application/x-ndjson")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(answer.headers["content-type"], "application/x-ndjson");
        lines.extend(answer.text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
        match answer.headers.get("x-next-page-token") {
            Some(next) => next.to_str().unwrap().clone_into(&mut token),
            None => break,
        }
    }
    assert_eq!(lines.len(), 7);
    assert_eq!(lines, whole);
}
