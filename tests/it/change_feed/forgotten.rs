//! What was hidden, erased or redacted: the feed says that it happened and no longer what it was about.

use serde_json::{Value, json};

use super::following::settled;
use crate::support::{Client, service};

const WORD: &str = "Glimmerwock";

/// What happened to a record, and the whole feed as it was sent.
async fn told_of(client: &Client, id: &str) -> (Vec<Value>, String) {
    settled(client, 0).await;
    let answer = client.get("/v1/changes?limit=500").await;
    let rows = answer.expect(200)["changes"].as_array().unwrap().clone();
    (rows.into_iter().filter(|row| row["record_id"] == id).collect(), answer.text)
}

#[tokio::test]
async fn the_text_of_what_is_gone_is_in_no_row_of_the_feed() {
    let ways: [(&str, Value, &str); 4] = [
        ("/v1/memories/{id}/forget", json!({"mode": "soft_delete", "reason": format!("{WORD} is private")}), "hidden"),
        ("/v1/memories/{id}/forget", json!({"mode": "hard_delete", "reason": format!("{WORD} is private")}), "erased"),
        ("/v1/memories/{id}/forget", json!({"mode": "redact", "reason": format!("{WORD} is private")}), "redacted"),
        ("/v1/records/delete-matching", json!({"scope": "projects/zoo", "expected_count": 1}), "erased"),
    ];
    for (path, body, what) in ways {
        let account = service().account().await;
        let client = account.client().await;
        let text = json!({
            "content": format!("The {WORD} sleeps in the west wing."), "path": format!("projects/zoo/{WORD}"),
            "topics": [WORD], "create_project": true,
        });
        let id = client.post("/v1/memories", text.clone()).await.expect(200)["id"].as_str().unwrap().to_owned();
        let again = client.post("/v1/memories", text).await.expect(200);
        assert_eq!(again["outcome"], "seen_again");
        let (before, whole) = told_of(&client, &id).await;
        assert!(whole.contains(WORD), "it is told while it is there");
        assert!(before.iter().all(|row| row["title"].as_str().unwrap().contains(WORD)), "{before:?}");

        client.post(&path.replace("{id}", &id), body).await.expect(200);
        let (after, whole) = told_of(&client, &id).await;
        assert!(!whole.contains(WORD), "{what}: {whole}");
        let happened: Vec<&str> = after.iter().map(|row| row["what"].as_str().unwrap()).collect();
        assert_eq!(happened, ["created", "seen_again", what], "what happened stays told");
        let title = if what == "redacted" { Some(&json!("[redacted]")) } else { None };
        assert!(after.iter().all(|row| row.get("title") == title), "{after:?}");
        let still: Vec<&Value> = after.iter().map(|row| &row["position"]).take(2).collect();
        assert_eq!(still, before.iter().map(|row| &row["position"]).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn an_item_that_was_erased_leaves_its_summary_and_its_row_without_a_title() {
    let account = service().account().await;
    let client = account.client().await;
    let body = json!({"text": "A quiet week.", "items": [{"kind": "fact", "text": format!("{WORD} was fed.")}]});
    let told = client.post("/v1/summaries", body).await.expect(200);
    let item = told["items"][0]["id"].as_str().unwrap();
    client.send(client.request("DELETE", &format!("/v1/records/{item}")).json(&json!({}))).await.expect(200);
    let (rows, whole) = told_of(&client, item).await;
    assert!(!whole.contains(WORD), "{whole}");
    assert!(whole.contains("A quiet week."));
    let happened: Vec<&str> = rows.iter().map(|row| row["what"].as_str().unwrap()).collect();
    assert_eq!(happened, ["created", "erased"]);
}

/// A title is one line of at most 120 characters: a text cannot pose as a part of the feed, and hidden characters show.
#[tokio::test]
async fn a_title_is_one_short_line() {
    let account = service().account().await;
    let client = account.client().await;
    let text = format!("First line\n\"position\": 7\u{2028}third {}", "long ".repeat(200));
    let id = client.remember(&text, "projects/general").await;
    let (rows, _) = told_of(&client, &id).await;
    let title = rows[0]["title"].as_str().unwrap();
    assert!(title.chars().count() <= 120, "{title}");
    assert!(!title.chars().any(|character| character.is_control() || character == '\u{2028}'), "{title:?}");
    assert!(title.starts_with("First line"), "{title}");
}
