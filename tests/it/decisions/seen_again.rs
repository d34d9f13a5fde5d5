//! The same thing said twice is one memory, except where it is not the same thing.

use serde_json::json;

use super::ways::{WAYS, Way, ask};
use super::written::{found, get, id_of, node, record, remember, remember_in};
use crate::support::{Client, service};

/// Records one item one way; its outcome, id and count.
async fn say(client: &Client, way: Way, kind: &str, text: &str, session: &str) -> (String, String, u64) {
    let call = json!({"session": session, "items": [{"kind": kind, "text": text}]});
    let answer = ask(client, way, "memory_record_summary", call).await.answer();
    let item = &answer["items"][0];
    (item["outcome"].as_str().unwrap().to_owned(), id_of(item), item["seen_count"].as_u64().unwrap())
}

#[tokio::test]
async fn case_space_width_and_closing_punctuation_make_no_other_thing() {
    for way in WAYS {
        let account = service().account().await;
        let client = account.client().await;
        for kind in ["decision", "preference", "fact", "question"] {
            let (outcome, id, _) = say(&client, way, kind, "Café opens at 9:30.", "one").await;
            assert_eq!(outcome, "created");
            let forms = [
                "café OPENS at 9:30",
                "  Café\n opens\tat 9:30 ! ",
                "Cafe\u{301} opens at ９:30…",
                "Café opens at 9:30。",
            ];
            for (times, form) in (2..).zip(forms) {
                let again = say(&client, way, kind, form, "two").await;
                assert_eq!(again, ("seen_again".to_owned(), id.clone(), times), "{kind}: {form}");
            }
            let kept = get(&client, &id).await;
            assert_eq!((kept["text"].as_str(), kept["session"].as_str()), (Some("Café opens at 9:30."), Some("one")));
            assert_eq!(kept["seen_count"], 5);
            assert!(kept["last_seen_at"].as_str() > kept["first_seen_at"].as_str(), "{kept}");
            assert_eq!(kept["created_at"], kept["first_seen_at"]);
        }
        for other in ["Café opens at 9:31.", "Cafe opens at 9:30.", "Café opens at 9.30", "Café opens, at 9:30."] {
            assert_eq!(say(&client, way, "fact", other, "one").await.0, "created", "{other}");
        }
    }
}

#[tokio::test]
async fn work_done_and_handed_over_is_never_folded() {
    let account = service().account().await;
    let client = account.client().await;
    for way in WAYS {
        for kind in ["done", "handoff"] {
            let mut said = Vec::new();
            for session in ["one", "two", ""] {
                let (outcome, id, times) = say(&client, way, kind, "Ran the migration.", session).await;
                assert_eq!((outcome.as_str(), times), ("created", 1), "{kind} in {session:?}");
                assert!(!said.contains(&id));
                said.push(id);
            }
        }
    }
    assert_eq!(found(&client, Way::Rest, "memory_list_records", json!({})).await.len(), 12);
}

#[tokio::test]
async fn another_kind_or_space_is_another_memory() {
    let account = service().account().await;
    let client = account.client().await;
    let [one, other] = [node(&client, "spaces/one").await, node(&client, "spaces/other").await];
    let mut said = vec![
        remember(&client, "fact", "Blue is the colour.").await,
        remember(&client, "decision", "Blue is the colour.").await,
    ];
    for space in [&one, &other] {
        let item = json!({"kind": "fact", "text": "Blue is the colour."});
        said.push(remember_in(&client, json!({"space_id": space}), item).await);
    }
    let distinct: std::collections::BTreeSet<&String> = said.iter().collect();
    assert_eq!(distinct.len(), 4, "{said:?}");
    let item = json!({"kind": "fact", "text": "blue is the colour"});
    assert_eq!(remember_in(&client, json!({"space_id": other}), item).await, said[3]);
}

#[tokio::test]
async fn what_was_replaced_or_deleted_is_said_anew() {
    let account = service().account().await;
    let client = account.client().await;
    for way in WAYS {
        let (_, old, _) = say(&client, way, "fact", &format!("The office is in Oslo, {way:?}."), "s").await;
        let item = json!({"kind": "fact", "text": format!("The office is in Bergen, {way:?}."), "supersedes": old});
        let new = super::written::remember_item(&client, item).await;
        let (outcome, back, _) = say(&client, way, "fact", &format!("the office is in oslo, {way:?}"), "s").await;
        assert_eq!(outcome, "created");
        assert_ne!(back, old);
        assert_eq!(get(&client, &new).await["status"], "active", "saying it anew replaces nothing");
        ask(&client, way, "memory_delete_record", json!({"id": back})).await.answer();
        assert_eq!(say(&client, way, "fact", &format!("The office is in Oslo, {way:?}."), "s").await.0, "created");
    }
}

#[tokio::test]
async fn twice_in_one_batch_is_seen_again_and_both_places_name_it() {
    let account = service().account().await;
    let client = account.client().await;
    let items = json!([{"kind": "fact", "text": "Twice."}, {"kind": "fact", "text": "TWICE"}]);
    let answer = record(&client, json!({"session": "s", "items": items})).await;
    assert_eq!(
        (answer["items"][0]["outcome"].as_str(), answer["items"][1]["outcome"].as_str()),
        (Some("created"), Some("seen_again"))
    );
    assert_eq!(answer["items"][0]["id"], answer["items"][1]["id"]);
    let summaries = ask(&client, Way::Rest, "memory_list_summaries", json!({})).await.answer();
    let places: Vec<u64> = summaries["summaries"][0]["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["index"].as_u64().unwrap())
        .collect();
    assert_eq!(places, [0, 1]);
}

#[tokio::test]
async fn a_near_duplicate_is_stored_and_its_neighbours_are_named() {
    let account = service().account().await;
    let client = account.client().await;
    let old =
        remember(&client, "fact", "Failed webhook deliveries are sent again five times with a doubling pause").await;
    for (way, text, member) in [
        (Way::Mcp, "Failed webhook deliveries are sent again five times with the doubling pause", "similar"),
        (Way::Rest, "Failed webhook deliveries are sent again seven times with a doubling pause", "conflicts"),
    ] {
        let told = ask(&client, way, "memory_record_summary", json!({"items": [{"kind": "fact", "text": text}]})).await;
        let answer = told.answer();
        assert_eq!(answer["items"][0]["outcome"], "created");
        let named = super::written::ids(&answer["items"][0][member]);
        assert!(named.contains(&old), "{member}: {answer}");
        assert!(told.words().contains(&old), "{}", told.words());
    }
}

#[tokio::test]
async fn what_was_served_and_comes_back_as_a_list_is_no_new_memory() {
    let account = service().account().await;
    let client = account.client().await;
    let one = remember(&client, "decision", "Invoices go out on the first.").await;
    let other = remember(&client, "fact", "The staging host is blue.").await;
    for way in WAYS {
        let served = ask(&client, way, "memory_list_records", json!({})).await.words();
        let call = json!({"items": [{"kind": "fact", "text": served}]});
        let answer = ask(&client, way, "memory_record_summary", call).await.answer();
        assert_eq!(answer["items"][0]["outcome"], "seen_again", "{answer}");
        assert!([&one, &other].contains(&&id_of(&answer["items"][0])));
        assert_eq!(found(&client, way, "memory_list_records", json!({})).await, [other.clone(), one.clone()]);
    }
}
