//! `memory_list_summaries`: newest first, by agent, session or space, each with its items as they stand now.

use serde_json::{Value, json};

use super::ways::{WAYS, ask};
use super::written::{id_of, ids, node, record, remember_item};
use crate::support::{Client, Wish, service};

async fn listed(client: &Client, way: super::ways::Way, filter: Value) -> Vec<String> {
    ids(&ask(client, way, "memory_list_summaries", filter).await.answer()["summaries"])
}

#[tokio::test]
async fn each_filter_finds_its_own_newest_first() {
    let account = service().account().await;
    let client = account.client_with(Wish { agent: "codex".to_owned(), ..Wish::default() }).await;
    let other = account.client_with(Wish { agent: "cursor".to_owned(), ..Wish::default() }).await;
    let space = node(&client, "spaces/lab").await;
    let deep = node(&client, "spaces/lab/projects/deep").await;
    let text = "Said.";
    let one = id_of(&record(&client, json!({"text": text, "session": "one"})).await["summary"]);
    let claimed = id_of(&record(&other, json!({"text": text, "session": "a_b", "agent": "codex"})).await["summary"]);
    let there = id_of(&record(&other, json!({"text": text, "session": "one", "space_id": space})).await["summary"]);
    let below = id_of(&record(&other, json!({"text": text, "session": "axb", "space_id": deep})).await["summary"]);
    for way in WAYS {
        for (filter, expected) in [
            (json!({}), vec![&below, &there, &claimed, &one]),
            (
                json!({"agent": "", "session": "", "space_id": "", "account_id": "", "page_token": ""}),
                vec![&below, &there, &claimed, &one],
            ),
            (json!({"agent": "codex"}), vec![&claimed, &one]),
            (json!({"agent": "cursor"}), vec![&below, &there, &claimed]),
            (json!({"agent": "Codex"}), vec![]),
            (json!({"session": "one"}), vec![&there, &one]),
            (json!({"session": "a_b"}), vec![&claimed]),
            (json!({"session": "%"}), vec![]),
            (json!({"space_id": space}), vec![&below, &there]),
            (json!({"space_id": deep}), vec![&below]),
            (json!({"space_id": space, "session": "one", "agent": "cursor"}), vec![&there]),
            (json!({"agent": " "}), vec![]),
        ] {
            assert_eq!(listed(&client, way, filter.clone()).await.iter().collect::<Vec<_>>(), expected, "{filter}");
        }
    }
}

#[tokio::test]
async fn a_summary_says_all_that_was_recorded_and_how_its_items_stand() {
    let account = service().account().await;
    let client = account.client().await;
    let space = node(&client, "spaces/lab").await;
    let call = json!({
        "agent": "planner", "session": "s-1", "trigger": "compaction", "space_id": space, "text": "What\nwas said.",
        "items": [
            {"kind": "question", "text": "Which queue?"},
            {"kind": "fact", "text": "The queue is full."},
            {"kind": "done", "text": "Drained it."},
        ],
    });
    let recorded = record(&client, call).await;
    let items = ids(&recorded["items"]);
    remember_item(&client, json!({"kind": "decision", "text": "The fast one.", "supersedes": items[0]})).await;
    remember_item(&client, json!({"kind": "fact", "text": "The queue is empty.", "supersedes": items[1]})).await;
    for way in WAYS {
        let told = ask(&client, way, "memory_list_summaries", json!({"session": "s-1"})).await;
        let mut summary = told.answer()["summaries"][0].clone();
        let created_at = summary.as_object_mut().unwrap().remove("created_at").unwrap();
        assert!(created_at.as_str().unwrap().ends_with('Z'));
        let expected = json!({
            "id": recorded["summary"]["id"], "text": "What\nwas said.", "agent": "planner", "session": "s-1",
            "trigger": "compaction", "author": "tester for owner", "space_id": space, "redactions": 0,
            "items": [
                {"index": 0, "id": items[0], "kind": "question", "status": "resolved", "text": "Which queue?"},
                {"index": 1, "id": items[1], "kind": "fact", "status": "superseded", "text": "The queue is full."},
                {"index": 2, "id": items[2], "kind": "done", "status": "active", "text": "Drained it."},
            ],
        });
        assert_eq!(summary, expected);
        let words = told.words();
        assert!(words.starts_with("- \"What was said.\" · compaction · "), "{words}");
        assert!(words.contains("\n  - items[0] \"Which queue?\" · question · resolved · "), "{words}");
    }
}

#[tokio::test]
async fn a_summary_of_a_scope_that_is_not_the_readers_is_not_listed() {
    let account = service().account().await;
    let owner = account.client().await;
    let closed = node(&owner, "spaces/closed").await;
    super::written::restrict(&account, "spaces/closed").await;
    record(&owner, json!({"text": "Behind the door.", "space_id": closed})).await;
    let vera = super::written::member(&account, "vera").await;
    for way in WAYS {
        assert_eq!(listed(&owner, way, json!({})).await.len(), 1);
        assert_eq!(listed(&vera, way, json!({})).await, Vec::<String>::new());
        let words = ask(&vera, way, "memory_list_summaries", json!({})).await.words();
        assert_eq!(words, "No summary fits.");
    }
}

#[tokio::test]
async fn fifty_long_items_and_a_long_text_stay_inside_what_an_answer_may_weigh() {
    let account = service().account().await;
    let client = account.client().await;
    for number in 0..12 {
        let items: Vec<Value> = (0..50)
            .map(|place| json!({"kind": "done", "text": format!("{number}/{place}: {}", "word ".repeat(200))}))
            .collect();
        record(&client, json!({"text": "prose ".repeat(1300), "items": items})).await;
    }
    for way in WAYS {
        let mut seen = 0;
        let mut arguments = json!({});
        loop {
            let told = ask(&client, way, "memory_list_summaries", arguments.clone()).await;
            assert!(told.raw.len() <= 100_000, "{} bytes", told.raw.len());
            let answer = told.answer();
            seen += answer["summaries"].as_array().unwrap().len();
            let Some(token) = answer.get("next_page_token") else { break };
            arguments["page_token"] = token.clone();
        }
        assert_eq!(seen, 12);
    }
}
