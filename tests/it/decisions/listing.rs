//! `memory_list_records`: the order, the filters, and the record as ruling 16 has it.

use serde_json::{Value, json};

use super::ways::{WAYS, Way, ask};
use super::written::{found, get, id_of, node, remember, remember_in, remember_item};
use crate::support::{Client, Wish, service};

#[tokio::test]
async fn memories_come_newest_first() {
    let account = service().account().await;
    let client = account.client().await;
    let mut written = Vec::new();
    for number in 0..5 {
        written.insert(0, remember(&client, "fact", &format!("Said as number {number}.")).await);
    }
    for way in WAYS {
        assert_eq!(found(&client, way, "memory_list_records", json!({})).await, written);
    }
    // Said again, it is no newer memory.
    remember(&client, "fact", "said as number 0").await;
    assert_eq!(found(&client, Way::Mcp, "memory_list_records", json!({})).await, written);
}

/// Whether a filter finds exactly these, on both ways.
async fn finds(client: &Client, filter: Value, expected: &[&String]) {
    for way in WAYS {
        let mut found = found(client, way, "memory_list_records", filter.clone()).await;
        let mut expected: Vec<String> = expected.iter().map(|id| (*id).clone()).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{way:?} {filter}");
    }
}

#[tokio::test]
async fn each_filter_finds_its_own() {
    let account = service().account().await;
    let client = account.client_with(Wish { agent: "codex".to_owned(), ..Wish::default() }).await;
    let other = account.client_with(Wish { agent: "cursor".to_owned(), ..Wish::default() }).await;
    let space = node(&client, "spaces/lab").await;
    let deep = node(&client, "spaces/lab/projects/deep").await;
    let fact = remember_in(&client, json!({"session": "one"}), json!({"kind": "fact", "text": "A fact."})).await;
    let question =
        remember_in(&client, json!({"session": "two"}), json!({"kind": "question", "text": "A question?"})).await;
    let answer = json!({"kind": "decision", "text": "An answer.", "supersedes": question});
    let decision = remember_in(&other, json!({"session": "one", "agent": "codex"}), answer).await;
    let there = remember_in(&other, json!({"space_id": space}), json!({"kind": "fact", "text": "There."})).await;
    let below = remember_in(&other, json!({"space_id": deep}), json!({"kind": "done", "text": "Below."})).await;
    let newer = remember_item(&other, json!({"kind": "fact", "text": "A newer fact.", "supersedes": fact})).await;

    let all = [&fact, &question, &decision, &there, &below, &newer];
    finds(&client, json!({}), &all).await;
    let empty = json!({
        "account_id": "", "agent": "", "kind": "", "session": "", "space_id": "", "status": "", "topic": "",
        "page_size": 0, "page_token": "",
    });
    finds(&client, empty, &all).await;
    for (filter, expected) in [
        (json!({"kind": "fact"}), vec![&fact, &there, &newer]),
        (json!({"kind": "preference"}), vec![]),
        (json!({"status": "active"}), vec![&decision, &there, &below, &newer]),
        (json!({"status": "superseded"}), vec![&fact]),
        (json!({"status": "resolved"}), vec![&question]),
        (json!({"session": "one"}), vec![&fact, &decision]),
        (json!({"session": "on"}), vec![]),
        (json!({"session": "One"}), vec![]),
        (json!({"agent": "codex"}), vec![&fact, &question, &decision]),
        (json!({"agent": "cursor"}), vec![&decision, &there, &below, &newer]),
        (json!({"agent": "code"}), vec![]),
        (json!({"space_id": space}), vec![&there, &below]),
        (json!({"space_id": deep}), vec![&below]),
        (json!({"kind": "fact", "status": "active", "agent": "cursor", "space_id": space}), vec![&there]),
        (json!({"kind": "done", "session": "one"}), vec![]),
        (json!({"agent": " "}), vec![]),
        (json!({"session": "\u{200b}"}), vec![]),
    ] {
        finds(&client, filter, &expected).await;
    }
}

#[tokio::test]
async fn a_topic_is_matched_exactly_and_nothing_in_it_is_a_wildcard() {
    let account = service().account().await;
    let client = account.client().await;
    let topics = [
        "a_b",
        "axb",
        "a%b",
        "a",
        "file:src/main.rs",
        "file:src/main.rs.bak",
        "file:src",
        "service:billing",
        "service:billing-api",
        "doc:adr 1",
        "doc:adr 12",
        "x:y|z/w",
        "Webhooks",
        "webhooks",
        "web hooks",
        "50%",
        "\\_",
    ];
    let mut written = Vec::new();
    for (number, topic) in topics.iter().enumerate() {
        let item = json!({"kind": "fact", "text": format!("Number {number}."), "topics": [topic, "shared"]});
        written.push(remember_item(&client, item).await);
    }
    for (topic, id) in topics.iter().zip(&written) {
        finds(&client, json!({"topic": topic}), &[id]).await;
    }
    let all: Vec<&String> = written.iter().collect();
    finds(&client, json!({"topic": "shared"}), &all).await;
    for nothing in ["share", "%", "_", "a_", "file:", "file:src/", "service:bill", "doc:adr", "WEBHOOKS", "*", " "] {
        finds(&client, json!({"topic": nothing}), &[]).await;
    }
}

#[tokio::test]
async fn words_that_no_filter_knows_are_refused_with_the_list() {
    let account = service().account().await;
    let client = account.client().await;
    for way in WAYS {
        for (field, word, list) in [
            ("kind", "rumour", "decision, preference, fact, question, handoff, done"),
            ("kind", "Fact", "decision, preference, fact, question, handoff, done"),
            ("status", "open", "active, superseded, resolved"),
            ("status", "forgotten", "active, superseded, resolved"),
        ] {
            let mut filter = json!({});
            filter[field] = json!(word);
            let refusal = ask(&client, way, "memory_list_records", filter).await.refusal();
            assert_eq!((refusal.code.as_str(), refusal.field()), ("invalid_input", field));
            assert!(refusal.detail.contains(list), "{refusal:?}");
        }
        for (field, value) in
            [("page_size", json!(-1)), ("agent", json!("x".repeat(129))), ("topic", json!("x".repeat(201)))]
        {
            let mut filter = json!({});
            filter[field] = value;
            let refusal = ask(&client, way, "memory_list_records", filter).await.refusal();
            assert_eq!((refusal.code.as_str(), refusal.field()), ("invalid_input", field));
        }
    }
}

/// The members of a record (ruling 16).
const MEMBERS: [&str; 18] = [
    "agent",
    "author",
    "created_at",
    "decided_by",
    "first_seen_at",
    "id",
    "kind",
    "last_seen_at",
    "links",
    "seen_count",
    "session",
    "space_id",
    "status",
    "superseded_by",
    "supersedes",
    "text",
    "topics",
    "updated_at",
];

fn names(record: &Value) -> Vec<&str> {
    record.as_object().unwrap().keys().map(String::as_str).collect()
}

#[tokio::test]
async fn a_record_has_the_members_of_the_ruling_and_no_others() {
    let account = service().account().await;
    let client = account.client().await;
    let space = node(&client, "spaces/lab").await;
    let labels = json!({"agent": "planner", "session": "s", "space_id": space});
    let item = |text: &str, supersedes: &str| {
        json!({
            "kind": "fact", "text": text, "decided_by": "Ann", "topics": ["t"], "links": ["https://example.com/"],
            "supersedes": supersedes,
        })
    };
    let first = remember_in(&client, labels.clone(), item("One.", "")).await;
    let second = remember_in(&client, labels.clone(), item("Two.", &first)).await;
    let third = remember_in(&client, labels, item("Three.", &second)).await;
    let expected: std::collections::BTreeSet<&str> = MEMBERS.into_iter().collect();
    for way in WAYS {
        let listed = ask(&client, way, "memory_list_records", json!({"status": "superseded"})).await.answer();
        let searched = ask(&client, way, "memory_search_records", json!({"query": "Two", "include_inactive": true}))
            .await
            .answer();
        let searched = searched["records"].as_array().unwrap().iter().find(|record| id_of(record) == second).unwrap();
        let read = ask(&client, way, "memory_get_record", json!({"id": second})).await.answer();
        for record in [&listed["records"][0], searched, &read["record"]] {
            assert_eq!(names(record).into_iter().collect::<std::collections::BTreeSet<_>>(), expected);
            assert_eq!(record["supersedes"], json!([first]));
            assert_eq!(record["superseded_by"], json!(third));
            assert_eq!(record["space_id"], json!(space));
            for time in ["first_seen_at", "last_seen_at", "created_at", "updated_at"] {
                let at = record[time].as_str().unwrap();
                assert!(at.ends_with('Z') && at.len() >= 20, "{time}: {at}");
            }
            assert_eq!(record["seen_count"], 1);
        }
        assert_eq!(listed.as_object().unwrap().keys().collect::<Vec<_>>(), ["records"]);
    }
}

#[tokio::test]
async fn reading_a_hundred_times_changes_no_record() {
    let account = service().account().await;
    let client = account.client().await;
    let id = remember(&client, "fact", "Left alone.").await;
    let before = get(&client, &id).await;
    for number in 0..25 {
        let way = WAYS[number % 2];
        for (operation, arguments) in [
            ("memory_list_records", json!({})),
            ("memory_search_records", json!({"query": "left alone"})),
            ("memory_get_record", json!({"id": id})),
            ("brief_me", json!({"about": "left alone"})),
        ] {
            ask(&client, way, operation, arguments).await.answer();
        }
    }
    assert_eq!(get(&client, &id).await, before);
}

#[tokio::test]
async fn a_long_text_is_cut_in_lists_and_read_on_by_its_id() {
    let account = service().account().await;
    let client = account.client().await;
    let text: String = (0..800).map(|number| format!("word{number:04} ")).collect();
    let text = text.trim().to_owned();
    let id = remember(&client, "fact", &text).await;
    for way in WAYS {
        let listed = ask(&client, way, "memory_list_records", json!({})).await;
        let record = &listed.answer()["records"][0];
        assert_eq!(record["content_chars"], json!(text.chars().count()));
        let shown = record["text"].as_str().unwrap();
        assert!(text.starts_with(shown) && shown.len() < text.len());
        assert!(listed.words().contains(&format!("cut, {} characters in all", text.chars().count())));
        let whole = ask(&client, way, "memory_get_record", json!({"id": id})).await.answer();
        assert_eq!(whole["record"]["text"], json!(text));
        assert_eq!((whole["record"].get("content_chars"), whole.get("next_offset")), (None, None));
    }
}
