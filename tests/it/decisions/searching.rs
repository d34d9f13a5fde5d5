//! `memory_search_records`: by similarity alone, and by every word where there is no vector (ruling 42).

use annals::clock::Clock;
use annals::embed::EmbedSettings;
use serde_json::{Value, json};

use super::ways::{WAYS, ask};
use super::written::{found, ids, node, record, remember, remember_in, remember_item};
use crate::support::{Client, Service, service, service_by_words, service_with_model};

#[tokio::test]
async fn a_query_has_one_to_two_hundred_characters() {
    let account = service().account().await;
    let client = account.client().await;
    for way in WAYS {
        for query in ["x".to_owned(), "ж".repeat(200), "日".to_owned()] {
            ask(&client, way, "memory_search_records", json!({"query": query})).await.answer();
        }
        for arguments in [json!({"query": ""}), json!({"query": " \n"}), json!({"query": "ж".repeat(201)}), json!({})]
        {
            let refusal = ask(&client, way, "memory_search_records", arguments.clone()).await.refusal();
            assert_eq!((refusal.code.as_str(), refusal.field()), ("invalid_input", "query"), "{arguments}");
        }
        for (field, value) in [
            ("page_token", json!("x")),
            ("kind", json!("rumour")),
            ("page_size", json!(-1)),
            ("status", json!("active")),
        ] {
            let mut arguments = json!({"query": "x"});
            arguments[field] = value;
            let refusal = ask(&client, way, "memory_search_records", arguments).await.refusal();
            assert_eq!((refusal.code.as_str(), refusal.field()), ("invalid_input", field));
        }
    }
}

/// An account with so many memories about harbours.
async fn harbours(client: &Client, count: usize) {
    let numbers: Vec<usize> = (0..count).collect();
    for batch in numbers.chunks(50) {
        let items: Vec<Value> =
            batch.iter().map(|number| json!({"kind": "fact", "text": format!("Harbour {number} is open.")})).collect();
        record(client, json!({"items": items})).await;
    }
}

#[tokio::test]
async fn nothing_is_twenty_and_more_than_a_hundred_is_a_hundred() {
    let account = service().account().await;
    let client = account.client().await;
    harbours(&client, 110).await;
    for way in WAYS {
        for (size, count) in [(json!(0), 20), (json!(null), 20), (json!(1), 1), (json!(33), 33)] {
            let told =
                ask(&client, way, "memory_search_records", json!({"query": "open harbour", "page_size": size})).await;
            assert_eq!(ids(&told.answer()["records"]).len(), count, "{size}");
        }
        let most = json!({"query": "open harbour", "page_size": 100});
        let most = ask(&client, way, "memory_search_records", most).await.answer();
        for size in [101, 1_000_000_000] {
            let told =
                ask(&client, way, "memory_search_records", json!({"query": "open harbour", "page_size": size})).await;
            assert_eq!(told.answer(), most);
            assert!(told.raw.len() <= 100_000, "{} bytes", told.raw.len());
        }
        let shown = ids(&most["records"]).len();
        let left: usize = most["notes"].as_array().map_or(0, |notes| {
            notes.iter().filter_map(|note| note.as_str()?.split(' ').next()?.parse::<usize>().ok()).sum()
        });
        assert_eq!(shown + left, 100, "what is left out for length is said: {}", most["notes"]);
    }
}

#[tokio::test]
async fn active_ones_come_first_and_the_others_on_request_alone() {
    // By meaning, an old one is nearest; by words, the new ones hold these too.
    for (service, query) in
        [(service(), "the harbour pilots report at noon"), (service_by_words(), "harbour pilots report")]
    {
        let account = service.account().await;
        let client = account.client().await;
        let old = remember(&client, "fact", "The harbour pilots report at noon").await;
        let item = json!({"kind": "fact", "text": "Harbour pilots have other duties and report to the tower now", "supersedes": old});
        let new = remember_item(&client, item).await;
        let question = remember(&client, "question", "Do the harbour pilots report at noon?").await;
        let item = json!({"kind": "decision", "text": "Yes, harbour pilots always report.", "supersedes": question});
        let answer = remember_item(&client, item).await;
        for way in WAYS {
            let words = json!({"query": "harbour pilots report"});
            let mut active = found(&client, way, "memory_search_records", words.clone()).await;
            active.sort();
            let mut expected = [new.clone(), answer.clone()];
            expected.sort();
            assert_eq!(active, expected);
            let mut all = words;
            all["include_inactive"] = json!(true);
            let all = found(&client, way, "memory_search_records", all).await;
            assert_eq!(all.len(), 4, "{all:?}");
            let mut first = all[..2].to_vec();
            first.sort();
            assert_eq!(first, expected, "the active ones first, however similar the others");
            // Cut to one, it is an active one, though an old one says it word for word.
            let one = json!({"query": query, "include_inactive": true, "page_size": 1});
            let one = found(&client, way, "memory_search_records", one).await;
            assert!(expected.contains(&one[0]), "{one:?}");
        }
    }
}

#[tokio::test]
async fn kind_and_space_narrow_the_search() {
    let account = service().account().await;
    let client = account.client().await;
    let space = node(&client, "spaces/lab").await;
    let deep = node(&client, "spaces/lab/projects/deep").await;
    let fact = remember(&client, "fact", "Lighthouse keepers sleep by day").await;
    let decision = remember(&client, "decision", "Lighthouse keepers sleep at night").await;
    let item = |text: &str| json!({"kind": "fact", "text": text});
    let there = remember_in(&client, json!({"space_id": space}), item("Lighthouse keepers sleep there")).await;
    let below = remember_in(&client, json!({"space_id": deep}), item("Lighthouse keepers sleep below")).await;
    for way in WAYS {
        for (filter, mut expected) in [
            (json!({}), vec![&fact, &decision, &there, &below]),
            (json!({"kind": "", "space_id": "", "account_id": ""}), vec![&fact, &decision, &there, &below]),
            (json!({"kind": "fact"}), vec![&fact, &there, &below]),
            (json!({"kind": "decision"}), vec![&decision]),
            (json!({"kind": "done"}), vec![]),
            (json!({"space_id": space}), vec![&there, &below]),
            (json!({"space_id": deep}), vec![&below]),
            (json!({"space_id": space, "kind": "decision"}), vec![]),
        ] {
            let mut arguments = filter.clone();
            arguments["query"] = json!("lighthouse keepers sleep");
            let mut found = found(&client, way, "memory_search_records", arguments).await;
            found.sort();
            expected.sort();
            assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{filter}");
        }
    }
}

#[tokio::test]
async fn with_the_embedder_off_every_word_must_stand_in_the_text_or_a_topic() {
    let account = service_by_words().account().await;
    let client = account.client().await;
    let item = json!({"kind": "fact", "text": "Deliveries are sent again.", "topics": ["webhooks", "service:billing"]});
    let recorded = record(&client, json!({"items": [item]})).await;
    assert!(recorded["notes"][0].as_str().unwrap().contains("words alone"), "{recorded}");
    let topical = super::written::id_of(&recorded["items"][0]);
    let textual = remember(&client, "fact", "Webhooks and deliveries alike").await;
    let newest = remember(&client, "fact", "Webhooks without the other").await;
    for way in WAYS {
        for (query, expected) in [
            ("webhooks deliveries", vec![&textual, &topical]),
            ("deliveries webhooks", vec![&textual, &topical]),
            ("WEBHOOKS", vec![&newest, &textual, &topical]),
            ("webhooks billing", vec![&topical]),
            ("service:billing", vec![&topical]),
            ("webhooks deliveries nowhere", vec![]),
            ("webhook retries", vec![]),
        ] {
            let told = ask(&client, way, "memory_search_records", json!({"query": query})).await;
            assert_eq!(ids(&told.answer()["records"]).iter().collect::<Vec<_>>(), expected, "{query}");
            let note = told.answer()["notes"][0].as_str().unwrap().to_owned();
            assert!(note.contains("words alone") && told.words().contains(&note), "{note}");
        }
    }
}

#[tokio::test]
async fn a_memory_without_a_vector_is_found_by_every_word_beside_those_found_by_meaning() {
    let shared = service();
    let account = shared.account().await;
    let client = account.client().await;
    let origin = shared.origin.clone();
    let replica = Service::start(
        move |config| {
            config.public_url = origin;
            config.embedding = EmbedSettings::Off;
        },
        Clock::default(),
    );
    let bare = remember(&client.at(&replica.origin), "fact", "The ferry leaves pier nine at dawn").await;
    let embedded = remember(&client, "fact", "The ferry leaves pier four at dusk").await;
    for way in WAYS {
        let both = found(&client, way, "memory_search_records", json!({"query": "ferry pier"})).await;
        assert_eq!(both, [embedded.clone(), bare.clone()], "meaning first, words behind it, none twice");
        let misses_a_word =
            found(&client, way, "memory_search_records", json!({"query": "ferry pier timetable"})).await;
        assert_eq!(misses_a_word, [embedded.as_str()]);
    }
}

#[tokio::test]
async fn meaning_finds_what_shares_no_word() {
    let account = service_with_model().account().await;
    let client = account.client().await;
    for text in [
        "Invoices are issued on the first day of each month.",
        "The kitten chased a ball of wool around the room.",
        "Heavy rain flooded the cellar last night.",
    ] {
        remember(&client, "fact", text).await;
    }
    let wanted = remember(&client, "fact", "The automobile would not start because its battery was flat.").await;
    for way in WAYS {
        let told = ask(&client, way, "memory_search_records", json!({"query": "why did my car have trouble"})).await;
        assert_eq!(ids(&told.answer()["records"])[0], wanted);
        assert_eq!(told.answer().get("notes"), None);
    }
}
