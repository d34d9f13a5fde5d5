//! E-mail addresses and card numbers are cut where the account wants it, by every operation that keeps a text.

use serde_json::{Value, json};

use crate::support::{Account, Client, service, stored};

const EMAIL: &str = "quorvane.brisk@mornelith.example";
const CARD: &str = "4111 1111 1111 1111";

/// Every call that keeps texts, each field with an address and a card number in it.
fn calls(number: u32) -> Vec<(&'static str, &'static str, Value)> {
    let text = |what: &str| format!("{what} {number}: write to {EMAIL} or pay by {CARD} today.");
    let id = "mem_0193f6a2b1c47d5e8f90a1b2c3d4e5f6";
    vec![
        (
            "POST",
            "/v1/memories",
            json!({"content": text("Remember"), "path": "notes", "topics": [format!("ask {EMAIL}")], "agent_id": format!("bot of {EMAIL}")}),
        ),
        (
            "POST",
            "/v1/workspace/save",
            json!({"content": text("Save"), "context": text("Context"), "tags": [format!("ask {EMAIL}")]}),
        ),
        (
            "POST",
            "/v1/summaries",
            json!({"text": text("Summary"), "agent": format!("bot of {EMAIL}"), "session": format!("with {EMAIL}"),
            "items": [{"kind": "fact", "text": text("Item"), "decided_by": EMAIL, "topics": [format!("ask {EMAIL}")]}]}),
        ),
        (
            "POST",
            "/v1/documents",
            json!({"kind": "adr", "number": number, "title": text("Title"), "status": "accepted", "body": text("Body")}),
        ),
        ("POST", "/v1/rules", json!({"kind": "convention", "text": text("Rule")})),
        (
            "POST",
            "/v1/records/import",
            json!({"scope": "projects/general", "records": [
            {"content": text("Import"), "name": format!("about {EMAIL}"), "context": text("Context"), "author": EMAIL,
             "metadata": {"contact": EMAIL, "card": CARD}}]}),
        ),
        ("POST", "/v1/memories/search", json!({"query": text("Search")})),
        ("GET", "/v1/versions/none", json!({"id": id})),
    ]
}

async fn send(client: &Client, number: u32) {
    for (method, path, body) in calls(number) {
        let request = client.request(method, path).header("Idempotency-Key", format!("key-{number}")).json(&body);
        let answer = client.send(request).await;
        assert!(answer.status == 200 || method == "GET", "{path}: {}", answer.text);
        if let Some(refused) = answer.json().get("refused") {
            assert_eq!(refused, &json!([]), "{path}");
        }
    }
}

/// The tables of an account that hold a text.
async fn holding(account: &Account<'_>, needle: &str) -> Vec<String> {
    let mut tables = Vec::new();
    for table in stored::rows_of(account.id).await.into_keys() {
        let rows = stored::number(&format!(
            "SELECT count(*) FROM {table} AS t WHERE account_id = '{}' AND strpos(lower(t::text), lower('{needle}')) > 0",
            account.id.uuid()
        ))
        .await;
        if rows > 0 {
            tables.push(table);
        }
    }
    tables
}

async fn decide(client: &Client, emails: bool, cards: bool) {
    let body = json!({"redact_email_addresses": emails, "redact_card_numbers": cards});
    client.send(client.request("PATCH", "/v1/account/policies").json(&body)).await.expect(200);
}

#[tokio::test]
async fn they_stay_where_nobody_decided_otherwise() {
    let account = service().account().await;
    let client = account.client().await;
    send(&client, 1).await;
    for needle in [EMAIL, CARD] {
        let tables = holding(&account, needle).await;
        for table in ["public.memories", "public.summaries", "public.documents", "public.rules"] {
            assert!(tables.contains(&table.to_owned()), "{needle}: {tables:?}");
        }
    }
}

#[tokio::test]
async fn they_are_cut_where_the_account_wants_it() {
    for (emails, cards) in [(true, false), (false, true), (true, true)] {
        let account = service().account().await;
        let client = account.client().await;
        decide(&client, emails, cards).await;
        send(&client, 1).await;
        // The account's own people are known by their addresses elsewhere.
        for (needle, is_cut) in [(EMAIL, emails), ("quorvane.brisk", emails), (CARD, cards)] {
            let tables = holding(&account, needle).await;
            assert_eq!(tables.is_empty(), is_cut, "{emails} {cards}: {needle} is in {tables:?}");
        }
    }
}

#[tokio::test]
async fn replies_count_what_was_cut() {
    let account = service().account().await;
    let client = account.client().await;
    let text = format!("Write to {EMAIL} or pay by {CARD} today.");
    for (flag, cut) in [(false, 0), (true, 2)] {
        decide(&client, flag, flag).await;
        let text = format!("{text} {flag}");
        let told = client.post("/v1/memories", json!({"content": text, "path": "notes"})).await.expect(200);
        assert_eq!(told["redactions"], json!(cut));
        let told = client.post("/v1/workspace/save", json!({"content": text})).await.expect(200);
        assert_eq!((&told["data"]["redactions"], &told["data"]["privacy_redacted"]), (&json!(cut), &json!(flag)));
        let items = json!({"items": [{"kind": "fact", "text": text}]});
        assert_eq!(client.post("/v1/summaries", items).await.expect(200)["items"][0]["redactions"], json!(cut));
        let rule = json!({"kind": "convention", "text": text});
        assert_eq!(client.post("/v1/rules", rule).await.expect(200)["redactions"], json!(cut));
    }
}

#[tokio::test]
async fn what_was_stored_before_stays_and_what_comes_after_is_cut() {
    let account = service().account().await;
    let client = account.client().await;
    let before = client.remember(&format!("Before: write to {EMAIL}."), "notes").await;
    decide(&client, true, true).await;
    let after = client.remember(&format!("After: write to {EMAIL}."), "notes").await;
    let read = |id: String| {
        let client = client.clone();
        async move { client.get(&format!("/v1/versions/{id}")).await.expect(200)["version"]["content"].clone() }
    };
    assert!(read(before).await.as_str().unwrap().contains(EMAIL));
    let after = read(after).await;
    assert!(!after.as_str().unwrap().contains(EMAIL) && after.as_str().unwrap().contains("[redacted:"), "{after}");
}
