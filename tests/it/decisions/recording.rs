//! `memory_record_summary`: its arguments, their defaults and limits.

use serde_json::{Value, json};

use super::ways::{WAYS, Way, ask};
use super::written::{get, id_of, node, record};
use crate::support::{Wish, service, stored};

/// The arguments of the page's example call.
fn example(space: &str) -> Value {
    json!({
        "items": [
            {
                "kind": "decision",
                "text": "## Problem\n\nFailed deliveries are not retried.",
                "decided_by": "4b1c2d3e-5f60-4718-9a2b-3c4d5e6f7a8b",
                "links": ["https://example.com/"]
            }
        ],
        "space_id": space,
        "text": "## Problem\n\nFailed deliveries are not retried."
    })
}

#[tokio::test]
async fn the_example_call_of_the_page_works_unchanged() {
    for endpoint in ["/mcp", "/mcp/decisions", "/v1/summaries"] {
        let account = service().account().await;
        let client = account.client().await;
        let space = node(&client, "spaces/webhooks").await;
        let answer = if endpoint == "/v1/summaries" {
            client.post(endpoint, example(&space)).await.expect(200)
        } else {
            let call = json!({
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/call",
                "params": {"name": "memory_record_summary", "arguments": example(&space)}
            });
            client.message(endpoint, &call).await.structured()
        };
        assert_eq!(answer["summary"]["space_id"], json!(space), "{endpoint}");
        assert_eq!(answer["summary"]["trigger"], "manual");
        let item = &answer["items"][0];
        assert_eq!(
            (item["index"].as_u64(), item["outcome"].as_str(), item["seen_count"].as_u64()),
            (Some(0), Some("created"), Some(1))
        );
        let kept = get(&client, &id_of(item)).await;
        assert_eq!(kept["text"], "## Problem\n\nFailed deliveries are not retried.");
        assert_eq!(kept["decided_by"], "4b1c2d3e-5f60-4718-9a2b-3c4d5e6f7a8b");
        assert_eq!(kept["links"], json!(["https://example.com/"]));
        assert_eq!(kept["space_id"], json!(space));
    }
}

#[tokio::test]
async fn what_is_left_out_has_its_default() {
    let account = service().account().await;
    let client = account.client().await;
    for (way, name) in WAYS.into_iter().zip(["mcp", "rest"]) {
        let prose = ask(&client, way, "memory_record_summary", json!({"text": format!("Prose over {name}.")})).await;
        let prose = prose.answer();
        assert_eq!(prose["items"], json!([]));
        let summary = &prose["summary"];
        assert_eq!((summary["trigger"].as_str(), summary["space_id"].as_str()), (Some("manual"), Some("")));
        assert_eq!((summary.get("agent"), summary.get("session")), (None, None));
        assert_eq!(summary["redactions"], 0);

        let empty = json!({
            "account_id": "", "agent": "", "session": "", "space_id": "", "text": "", "trigger": "",
            "items": [{"kind": "fact", "text": format!("An item over {name}."), "decided_by": "", "topics": [], "links": [], "supersedes": ""}],
        });
        let items = ask(&client, way, "memory_record_summary", empty).await.answer();
        assert_eq!(items["summary"]["trigger"], "manual");
        let kept = get(&client, &id_of(&items["items"][0])).await;
        for absent in ["agent", "session", "decided_by", "superseded_by"] {
            assert_eq!(kept.get(absent), None, "{absent}");
        }
        assert_eq!((&kept["topics"], &kept["links"], &kept["supersedes"]), (&json!([]), &json!([]), &json!([])));

        let named = json!({"account_id": account.id.to_string(), "text": "In one's own account, by its id."});
        ask(&client, way, "memory_record_summary", named).await.answer();
    }
}

#[tokio::test]
async fn every_trigger_is_taken_and_any_other_word_refused_with_the_list() {
    let account = service().account().await;
    let client = account.client().await;
    for way in WAYS {
        for trigger in ["compaction", "end", "turns", "manual"] {
            let told = ask(&client, way, "memory_record_summary", json!({"text": "Said.", "trigger": trigger})).await;
            assert_eq!(told.answer()["summary"]["trigger"], json!(trigger));
        }
        for trigger in ["End", "manual ", "start"] {
            let told = ask(&client, way, "memory_record_summary", json!({"text": "Said.", "trigger": trigger})).await;
            let refusal = told.refusal();
            assert_eq!((refusal.code.as_str(), refusal.field()), ("invalid_input", "trigger"));
            assert!(refusal.detail.contains("compaction, end, turns, manual"), "{refusal:?}");
        }
    }
}

/// A summary of one item, with a field of the item set.
fn with_item(field: &str, value: &Value) -> Value {
    let mut item = json!({"kind": "decision", "text": "Something was decided."});
    item[field] = value.clone();
    json!({"items": [item]})
}

fn many(count: usize, make: impl Fn(usize) -> Value) -> Value {
    (0..count).map(make).collect()
}

#[tokio::test]
async fn each_limit_holds_to_the_character_and_to_the_item() {
    let account = service().account().await;
    let client = account.client().await;
    // Not ASCII: limits count characters, not bytes.
    let of = |length: usize| json!("ж".repeat(length));
    let item = |place: usize| json!({"kind": "done", "text": format!("Work of step {place}.")});
    let url = |length: usize| json!([format!("https://example.com/{}", "a".repeat(length - 20))]);
    let cases: [(&str, Value, Value); 10] = [
        ("text", json!({"text": of(8000)}), json!({"text": of(8001)})),
        ("agent", json!({"text": "x", "agent": of(128)}), json!({"text": "x", "agent": of(129)})),
        ("session", json!({"text": "x", "session": of(200)}), json!({"text": "x", "session": of(201)})),
        ("items", json!({"items": many(50, item)}), json!({"items": many(51, item)})),
        ("items[0].text", with_item("text", &of(8000)), with_item("text", &of(8001))),
        ("items[0].decided_by", with_item("decided_by", &of(200)), with_item("decided_by", &of(201))),
        ("items[0].topics[0]", with_item("topics", &json!([of(200)])), with_item("topics", &json!([of(201)]))),
        (
            "items[0].topics",
            with_item("topics", &many(20, |place| json!(format!("topic {place}")))),
            with_item("topics", &many(21, |place| json!(format!("topic {place}")))),
        ),
        ("items[0].links[0]", with_item("links", &url(2000)), with_item("links", &url(2001))),
        (
            "items[0].links",
            with_item("links", &many(20, |place| json!(format!("https://example.com/{place}")))),
            with_item("links", &many(21, |place| json!(format!("https://example.com/{place}")))),
        ),
    ];
    for way in WAYS {
        for (field, most, more) in &cases {
            ask(&client, way, "memory_record_summary", most.clone()).await.answer();
            let before = stored::rows_of(account.id).await;
            let refusal = ask(&client, way, "memory_record_summary", more.clone()).await.refusal();
            assert_eq!((refusal.code.as_str(), refusal.field()), ("invalid_input", *field), "{refusal:?}");
            assert!(refusal.detail.contains("at most") || refusal.detail.contains(" to "), "the limit: {refusal:?}");
            assert_eq!(stored::rows_of(account.id).await, before, "{field}");
        }
    }
}

#[tokio::test]
async fn a_text_that_grows_while_it_is_made_safe_is_kept_or_refused_and_never_a_fault() {
    let account = service().account().await;
    let client = account.client().await;
    // Composing makes three characters of this one, and what stands for a secret is longer than a short secret.
    let composed = "\u{fb2c}".repeat(8000);
    let secrets = "password=Zq81LmPx ".repeat(444);
    assert!(secrets.chars().count() <= 8000);
    for way in WAYS {
        for text in [&composed, &secrets] {
            let told = ask(&client, way, "memory_record_summary", json!({"text": text})).await;
            let refusal = told.refusal();
            assert_eq!((refusal.code.as_str(), refusal.field()), ("invalid_input", "text"));
            assert!(refusal.detail.contains("8000"), "{refusal:?}");
            ask(&client, way, "memory_record_summary", with_item("text", &json!(text))).await.answer();
        }
        for (field, length) in [("agent", 128), ("session", 200)] {
            let label: String = secrets.chars().take(length).collect();
            let mut arguments = json!({"text": "Said."});
            arguments[field] = json!(label);
            ask(&client, way, "memory_record_summary", arguments).await.answer();
        }
    }
}

#[tokio::test]
async fn nothing_to_record_is_refused() {
    let account = service().account().await;
    let client = account.client().await;
    let before = stored::rows_of(account.id).await;
    for way in WAYS {
        for nothing in [
            json!({}),
            json!({"text": ""}),
            json!({"text": " \n "}),
            json!({"items": []}),
            json!({"text": "", "items": [], "session": "s", "agent": "a", "trigger": "end"}),
            json!({"text": "\u{200b}\u{feff}"}),
            json!({"text": null, "items": null}),
        ] {
            let refusal = ask(&client, way, "memory_record_summary", nothing).await.refusal();
            assert_eq!((refusal.code.as_str(), refusal.field()), ("invalid_input", "text"));
        }
    }
    assert_eq!(stored::rows_of(account.id).await, before);
}

#[tokio::test]
async fn who_speaks_and_who_decided_are_claims_and_the_author_is_the_tokens() {
    let account = service().account().await;
    let client = account.client_with(Wish { agent: "codex".to_owned(), ..Wish::default() }).await;
    for way in WAYS {
        let item = json!({"kind": "decision", "text": format!("Ship it, over {way:?}."), "decided_by": "the owner"});
        let arguments = json!({"agent": "claude-code coordinator", "session": "s-1", "text": "Said.", "items": [item]});
        let told = ask(&client, way, "memory_record_summary", arguments).await;
        assert_eq!(told.answer()["summary"]["agent"], "claude-code coordinator");
        let kept = get(&client, &id_of(&told.answer()["items"][0])).await;
        assert_eq!(kept["agent"], "claude-code coordinator");
        assert_eq!(kept["decided_by"], "the owner");
        assert_eq!(kept["author"], "codex for owner");
        let line = ask(&client, way, "memory_list_records", json!({"page_size": 1})).await.words();
        assert!(line.contains("by codex for owner · claims to be \"claude-code coordinator\""), "{line}");
        assert!(line.contains("says it was decided by \"the owner\""), "{line}");
        let summaries = ask(&client, way, "memory_list_summaries", json!({"page_size": 1})).await;
        let summary = &summaries.answer()["summaries"][0];
        assert_eq!(summary["agent"], "claude-code coordinator");
        assert_eq!(summary["author"], "codex for owner");
    }
}

#[tokio::test]
async fn the_answer_says_what_became_of_each_item_in_order_and_in_words() {
    let account = service().account().await;
    let client = account.client().await;
    let old = super::written::remember(&client, "fact", "The office is in Oslo.").await;
    super::written::remember(&client, "preference", "Tabs are used.").await;
    let arguments = json!({"text": "Said.", "items": [
        {"kind": "fact", "text": "The office moved to Bergen.", "supersedes": old},
        {"kind": "preference", "text": "tabs are used"},
        {"kind": "done", "text": "Moved the office."},
    ]});
    let told = ask(&client, Way::Rest, "memory_record_summary", arguments).await;
    let answer = told.answer();
    let outcomes: Vec<&str> =
        answer["items"].as_array().unwrap().iter().map(|item| item["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["superseded_previous", "seen_again", "created"]);
    assert_eq!(answer["items"][0]["supersedes"], json!([old]));
    assert_eq!(answer["items"][1]["seen_count"], 2);
    for (place, item) in answer["items"].as_array().unwrap().iter().enumerate() {
        assert_eq!(item["index"], json!(place));
        let line = format!("items[{place}] {} · {}", item["outcome"].as_str().unwrap(), id_of(item));
        assert!(told.words().contains(&line), "{line}: {}", told.words());
    }
    assert!(told.words().contains(&id_of(&answer["summary"])), "{}", told.words());
    let empty = record(&client, json!({"text": "Only prose."})).await;
    assert_eq!(empty["items"], json!([]));
}
