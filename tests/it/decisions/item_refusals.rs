//! What is wrong inside an item is told with the item's place, and nothing of the call is stored.

use serde_json::{Value, json};

use super::ways::{WAYS, ask};
use crate::support::{service, stored};

/// Four sound items and one at place 3 with a field set, or taken out where the value is null.
fn batch(field: &str, value: &Value) -> Value {
    let mut items: Vec<Value> =
        (0..5).map(|place| json!({"kind": "fact", "text": format!("Sound item {place}.")})).collect();
    if value.is_null() {
        items[3].as_object_mut().unwrap().remove(field);
    } else {
        items[3][field] = value.clone();
    }
    json!({"text": "A sound summary.", "items": items})
}

#[tokio::test]
async fn each_field_of_an_item_is_refused_by_its_place() {
    let account = service().account().await;
    let client = account.client().await;
    let kinds = "decision, preference, fact, question, handoff, done";
    let reserved = "identity metadata";
    let cases: Vec<(&str, Value, &str, &str)> = vec![
        ("kind", json!("rumour"), "kind", kinds),
        ("kind", json!("Fact"), "kind", kinds),
        ("kind", json!(""), "kind", kinds),
        ("kind", json!("note"), "kind", kinds),
        ("kind", json!(7), "kind", "must be"),
        ("kind", Value::Null, "kind", "is required"),
        ("text", json!(""), "text", "must not be empty"),
        ("text", json!(" \n\t"), "text", "must not be empty"),
        ("text", json!("\u{200b}"), "text", "must not be empty"),
        ("text", json!("x".repeat(8001)), "text", "8000"),
        ("text", json!(["a"]), "text", "must be"),
        ("text", Value::Null, "text", "is required"),
        ("decided_by", json!("x".repeat(201)), "decided_by", "200"),
        ("decided_by", json!(7), "decided_by", "must be"),
        ("topics", json!("webhooks"), "topics", "must be a list"),
        ("topics", json!(["ok", ""]), "topics[1]", "must not be empty"),
        ("topics", json!(["ok", 7]), "topics[1]", "must be"),
        ("topics", json!(["ok", "x".repeat(201)]), "topics[1]", "200"),
        ("topics", json!(["ok", "scope:projects/a"]), "topics[1]", reserved),
        ("topics", json!(["ok", "team:red"]), "topics[1]", reserved),
        ("topics", json!(["ok", "user:anna"]), "topics[1]", reserved),
        ("topics", json!(["ok", "Ｔeam\u{200b}: red"]), "topics[1]", reserved),
        ("links", json!("https://example.com"), "links", "must be a list"),
        ("links", json!(["https://example.com", "ftp://example.com"]), "links[1]", "http"),
        ("links", json!(["https://example.com", "javascript:alert(1)"]), "links[1]", "http"),
        ("links", json!(["https://example.com", "example.com"]), "links[1]", "http"),
        ("links", json!(["https://example.com", "https://"]), "links[1]", "http"),
        ("links", json!(["https://example.com", "https:///pull/7"]), "links[1]", "http"),
        ("links", json!(["https://example.com", "https://a b"]), "links[1]", "http"),
        ("links", json!(["https://example.com", format!("https://{}", "a".repeat(2000))]), "links[1]", "2000"),
        ("supersedes", json!("7"), "supersedes", "mem_"),
        ("supersedes", json!(7), "supersedes", "must be"),
        ("supersedes", json!(["mem_1"]), "supersedes", "must be"),
        ("colour", json!("red"), "colour", "kind"),
    ];
    let before = stored::rows_of(account.id).await;
    for way in WAYS {
        for (field, value, blamed, says) in &cases {
            let refusal = ask(&client, way, "memory_record_summary", batch(field, value)).await.refusal();
            assert_eq!(refusal.code, "invalid_input", "{field} {value}: {refusal:?}");
            assert_eq!(refusal.field(), format!("items[3].{blamed}"), "{field} {value}: {refusal:?}");
            assert!(refusal.detail.contains(says), "{field} {value}: {refusal:?}");
        }
        for (items, blamed) in
            [(json!({}), "items"), (json!("x"), "items"), (json!([7]), "items[0]"), (json!([[]]), "items[0]")]
        {
            let refusal = ask(&client, way, "memory_record_summary", json!({"items": items})).await.refusal();
            assert_eq!((refusal.code.as_str(), refusal.field()), ("invalid_input", blamed), "{refusal:?}");
        }
    }
    assert_eq!(stored::rows_of(account.id).await, before);
}

#[tokio::test]
async fn a_refusal_repeats_nothing_of_what_was_sent() {
    let account = service().account().await;
    let client = account.client().await;
    let secret = "Gq81LmPx02VbNc73";
    for way in WAYS {
        for (field, value) in [
            ("kind", json!(secret)),
            ("links", json!([format!("ftp://{secret}")])),
            ("topics", json!([format!("team:{secret}")])),
            ("supersedes", json!(secret)),
        ] {
            let told = ask(&client, way, "memory_record_summary", batch(field, &value)).await;
            told.refusal();
            assert!(!told.raw.contains(secret), "{field}: {}", told.raw);
        }
    }
}

#[tokio::test]
async fn what_an_item_may_hold_is_taken() {
    let account = service().account().await;
    let client = account.client().await;
    let links =
        json!(["https://example.com/a?b=c#d", "HTTP://EXAMPLE.COM/", "https://[::1]:8080/x", "https://例え.jp/"]);
    for way in WAYS {
        let kinds = ["decision", "preference", "fact", "question", "handoff", "done"];
        let items: Vec<Value> = kinds
            .iter()
            .map(|kind| {
                json!({
                    "kind": kind,
                    "text": format!("A {kind} over {way:?}."),
                    "topics": ["plain words", "file:src/a b.rs", "service:billing", "doc:adr 12", "note: this", "plain words"],
                    "links": links,
                })
            })
            .collect();
        let answer = ask(&client, way, "memory_record_summary", json!({"items": items})).await.answer();
        assert_eq!(answer["items"].as_array().unwrap().len(), kinds.len());
        for (item, kind) in answer["items"].as_array().unwrap().iter().zip(kinds) {
            let kept = super::written::get(&client, &super::written::id_of(item)).await;
            assert_eq!(kept["kind"], json!(kind));
            let mut topics: Vec<&str> =
                kept["topics"].as_array().unwrap().iter().map(|topic| topic.as_str().unwrap()).collect();
            topics.sort_unstable();
            assert_eq!(topics, ["doc:adr 12", "file:src/a b.rs", "note: this", "plain words", "service:billing"]);
            assert_eq!(kept["links"], links, "in their order");
        }
    }
}
