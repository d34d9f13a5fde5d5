//! A batch is stored whole or not at all, also among many calls at once.

use futures::future::join_all;
use serde_json::{Value, json};

use super::ways::{WAYS, ask};
use super::written::{found, get, made_up, remember};
use crate::support::{service, stored};

#[tokio::test]
async fn one_item_that_cannot_be_stored_and_nothing_is() {
    let account = service().account().await;
    let client = account.client().await;
    let (fact, question) =
        (remember(&client, "fact", "The host is blue.").await, remember(&client, "question", "Which host?").await);
    let seen = remember(&client, "decision", "Deploys happen on Mondays.").await;
    let standing = [get(&client, &fact).await, get(&client, &question).await, get(&client, &seen).await];
    let before = stored::rows_of(account.id).await;
    for way in WAYS {
        for (bad, code) in [
            (json!({"kind": "fact", "text": "The bad one.", "supersedes": made_up()}), "not_found"),
            (json!({"kind": "done", "text": "The bad one.", "supersedes": seen}), "invalid_input"),
            (json!({"kind": "fact", "text": "The bad one.", "supersedes": "mem_7"}), "invalid_input"),
        ] {
            let items = json!([
                {"kind": "fact", "text": "A bystander of the bad one.", "topics": ["bystander"], "links": ["https://example.com/bystander"]},
                {"kind": "fact", "text": "The host is green.", "supersedes": fact},
                {"kind": "decision", "text": "The green one.", "supersedes": question},
                {"kind": "decision", "text": "deploys happen on mondays"},
                bad,
            ]);
            let call = json!({"text": "Prose beside the bad one.", "items": items, "session": "of-the-bad-one"});
            let refusal = ask(&client, way, "memory_record_summary", call).await.refusal();
            assert_eq!(refusal.code, code, "{refusal:?}");
            assert_eq!(refusal.field(), "items[4].supersedes");
        }
    }
    assert_eq!(stored::rows_of(account.id).await, before);
    for text in ["a bystander of the bad one", "prose beside the bad one", "of-the-bad-one", "example.com/bystander"] {
        assert_eq!(stored::tables_that_hold(text).await, Vec::<String>::new(), "{text}");
    }
    assert_eq!([get(&client, &fact).await, get(&client, &question).await, get(&client, &seen).await], standing);
}

#[tokio::test]
async fn two_items_that_replace_one_memory_are_refused() {
    let account = service().account().await;
    let client = account.client().await;
    let old = remember(&client, "question", "Which queue?").await;
    let before = stored::rows_of(account.id).await;
    for way in WAYS {
        let items = json!([
            {"kind": "decision", "text": "The fast one.", "supersedes": old},
            {"kind": "fact", "text": "Something else."},
            {"kind": "fact", "text": "The slow one.", "supersedes": old},
        ]);
        let refusal = ask(&client, way, "memory_record_summary", json!({"items": items})).await.refusal();
        assert_eq!((refusal.code.as_str(), refusal.field()), ("invalid_input", "items[2].supersedes"));
    }
    assert_eq!(stored::rows_of(account.id).await, before);
    assert_eq!(get(&client, &old).await["status"], "active");
}

#[tokio::test]
async fn of_many_batches_that_replace_one_memory_one_is_stored_whole_and_the_others_not_at_all() {
    let account = service().account().await;
    let client = account.client().await;
    let old = remember(&client, "fact", "The release is on Friday.").await;
    let calls = (0..16).map(|number| {
        let (client, old) = (client.clone(), old.clone());
        async move {
            let way = WAYS[number % 2];
            let items = json!([
                {"kind": "done", "text": format!("Companion {number}.")},
                {"kind": "fact", "text": format!("The release is on day {number}."), "supersedes": old},
            ]);
            ask(&client, way, "memory_record_summary", json!({"text": format!("Summary {number}."), "items": items}))
                .await
        }
    });
    let told = join_all(calls).await;
    let current = get(&client, &old).await["superseded_by"].as_str().unwrap().to_owned();
    let mut won = 0;
    for told in &told {
        if told.raw.contains("superseded_previous") {
            won += 1;
            assert_eq!(told.answer()["items"][1]["id"], json!(current));
        } else {
            let refusal = told.refusal();
            assert_eq!((refusal.code.as_str(), refusal.field()), ("conflict", "items[1].supersedes"), "{refusal:?}");
            assert!(refusal.detail.contains(&current), "names the current one: {refusal:?}");
        }
    }
    assert_eq!(won, 1);
    let rows = stored::rows_of(account.id).await;
    assert_eq!((rows["public.memories"], rows["public.summaries"], rows["public.summary_items"]), (3, 2, 3));
}

#[tokio::test]
async fn many_batches_that_say_the_same_in_any_order_leave_one_record_of_each() {
    let account = service().account().await;
    let client = account.client().await;
    let texts = ["Invoices go out on the first.", "The staging host is blue.", "Backups run at night."];
    let calls = (0..20).map(|number| {
        let client = client.clone();
        async move {
            let items: Vec<Value> = (0..texts.len())
                .map(|place| json!({"kind": "fact", "text": texts[(place + number) % texts.len()]}))
                .collect();
            ask(&client, WAYS[number % 2], "memory_record_summary", json!({"items": items})).await.answer()
        }
    });
    let answers = join_all(calls).await;
    let created = answers
        .iter()
        .flat_map(|answer| answer["items"].as_array().unwrap())
        .filter(|item| item["outcome"] == "created")
        .count();
    assert_eq!(created, texts.len());
    let records = found(&client, WAYS[0], "memory_list_records", json!({})).await;
    assert_eq!(records.len(), texts.len());
    for id in records {
        assert_eq!(get(&client, &id).await["seen_count"], 20);
    }
}
