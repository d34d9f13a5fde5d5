//! Versions of a record.

use serde_json::{Value, json};

use super::staff::staff;
use super::ways::{WAYS, Way, ask, call_key, save, team};

fn update(id: &Value, revision: i64, content: &str) -> Value {
    json!({"id": id, "expected_revision": revision, "content": content, "reason": "The office moved.", "scope": team("engineering")})
}

#[tokio::test]
async fn an_update_is_a_new_record_and_the_old_one_stays_readable() {
    let staff = staff().await;
    for way in WAYS {
        let arguments = json!({"content": format!("The {way:?} office is in Oslo."), "project": "offices", "tags": ["place"],
            "importance": "high", "scope": team("engineering")});
        let oslo = ask(&staff.vasya, way, "memory_save", arguments).await.data();
        let bergen = ask(
            &staff.anna,
            way,
            "memory_update",
            update(&oslo["id"], 1, &format!("The {way:?} office moved to Bergen.")),
        )
        .await;
        let bergen = bergen.data();
        assert_ne!(bergen["id"], oslo["id"]);
        for (member, value) in [
            ("previous_id", oslo["id"].clone()),
            ("revision", json!(2)),
            ("status", json!("active")),
            ("project", json!("offices")),
            ("tags", json!("[\"place\"]")),
            ("importance", json!("high")),
            ("change_reason", json!("The office moved.")),
            ("created_at", oslo["created_at"].clone()),
            ("created_by", oslo["created_by"].clone()),
            ("updated_by", json!({"user_id": "anna", "display_name": "anna", "client": "claude"})),
            ("saved", json!(true)),
            ("deduplicated", json!(false)),
        ] {
            assert_eq!(bergen[member], value, "{member}");
        }
        let old =
            ask(&staff.anna, way, "memory_get", json!({"id": oslo["id"], "scope": team("engineering")})).await.data();
        assert_eq!((&old["status"], &old["superseded_by"]), (&json!("superseded"), &bergen["id"]));
        assert_eq!(old["content"], oslo["content"]);
        let found = ask(&staff.anna, way, "memory_recall", json!({"query": format!("where is the {way:?} office")}))
            .await
            .answer();
        let ids: Vec<&Value> = found["results"].as_array().unwrap().iter().map(|one| &one["record"]["id"]).collect();
        assert!(ids.contains(&&bergen["id"]) && !ids.contains(&&oslo["id"]), "{ids:?}");
    }
}

#[tokio::test]
async fn what_is_true_beside_something_else_replaces_nothing() {
    let staff = staff().await;
    for way in WAYS {
        let mut ids = Vec::new();
        for what in ["billing", "search"] {
            let arguments =
                json!({"content": format!("Anna leads {what} over {way:?}."), "scope": team("engineering")});
            ids.push(ask(&staff.vasya, way, "memory_save", arguments).await.data()["id"].clone());
        }
        for id in ids {
            let read =
                ask(&staff.vasya, way, "memory_get", json!({"id": id, "scope": team("engineering")})).await.data();
            assert_eq!(read["status"], json!("active"));
        }
    }
}

#[tokio::test]
async fn of_fifty_updates_at_once_one_wins_and_the_rest_learn_the_revision() {
    let staff = staff().await;
    let id = json!(save(&staff.vasya, "Fifty agents want to change this.", team("engineering")).await);
    let updates = (0..50).map(|place| {
        let client = if place % 2 == 0 { &staff.vasya } else { &staff.anna };
        let arguments = update(&id, 1, &format!("Agent number {place} has changed this."));
        async move { ask(client, WAYS[place % 3], "memory_update", arguments).await }
    });
    let told = futures::future::join_all(updates).await;
    let winners: Vec<_> = told.iter().filter(|told| !told.is_refused).collect();
    assert_eq!(winners.len(), 1);
    let current = winners[0].data();
    assert_eq!(current["revision"], json!(2));
    for loser in told.iter().filter(|told| told.is_refused) {
        assert_eq!(loser.code(), "conflict");
        assert_eq!(loser.sentence(), "Revision changed; read the record before retrying");
        assert_eq!((&loser.body["current_revision"], &loser.body["current_id"]), (&json!(2), &current["id"]));
    }
    let next = update(&current["id"], 2, "And so it goes on.");
    assert_eq!(ask(&staff.anna, Way::Mcp, "memory_update", next).await.data()["revision"], json!(3));
}

#[tokio::test]
async fn a_record_must_be_as_it_was_read() {
    let staff = staff().await;
    for way in WAYS {
        let id = json!(save(&staff.vasya, &format!("Read me first over {way:?}."), team("engineering")).await);
        let delete = |id: &Value, revision: i64| json!({"id": id, "expected_revision": revision, "reason": "Wrong.", "scope": team("engineering")});
        for (tool, arguments) in [("memory_update", update(&id, 2, "Too early.")), ("memory_delete", delete(&id, 7))] {
            let told = ask(&staff.vasya, way, tool, arguments).await;
            assert_eq!((told.code(), &told.body["current_revision"]), ("conflict".to_owned(), &json!(1)));
        }
        assert_eq!(
            ask(&staff.vasya, way, "memory_update", update(&json!(999_999_999), 1, "No such thing.")).await.code(),
            "not_found"
        );
        let deleted = ask(&staff.vasya, way, "memory_delete", delete(&id, 1)).await.data();
        assert_eq!((&deleted["id"], &deleted["deleted"], &deleted["status"]), (&id, &json!(true), &json!("deleted")));
        for (tool, arguments) in [("memory_update", update(&id, 1, "Too late.")), ("memory_delete", delete(&id, 1))] {
            let told = ask(&staff.vasya, way, tool, arguments).await;
            assert_eq!((told.code(), told.sentence()), ("conflict".to_owned(), "Record unavailable".to_owned()));
        }
        assert_eq!(
            ask(&staff.vasya, way, "memory_get", json!({"id": id, "scope": team("engineering")})).await.code(),
            "not_found"
        );
    }
}

#[tokio::test]
async fn a_replacement_that_says_nothing_is_refused() {
    let staff = staff().await;
    for way in WAYS {
        let id = json!(save(&staff.vasya, &format!("Something is said over {way:?}."), team("engineering")).await);
        let told = ask(&staff.vasya, way, "memory_update", update(&id, 1, "TODO")).await;
        assert_eq!(
            (told.code(), told.sentence()),
            ("conflict".to_owned(), "Replacement rejected by quality gate".to_owned())
        );
        assert_eq!(told.body["quality"]["reasons"], json!(["placeholder"]));
        let read = ask(&staff.vasya, way, "memory_get", json!({"id": id, "scope": team("engineering")})).await.data();
        assert_eq!((&read["revision"], &read["status"]), (&json!(1), &json!("active")));
    }
}

#[tokio::test]
async fn a_replacement_that_another_record_says_already_names_that_record() {
    let staff = staff().await;
    for way in WAYS {
        let text = format!("The office is in Bergen over {way:?}.");
        let there = save(&staff.vasya, &text, team("engineering")).await;
        let id = json!(save(&staff.vasya, &format!("The office is in Oslo over {way:?}."), team("engineering")).await);
        let told = ask(&staff.vasya, way, "memory_update", update(&id, 1, &text)).await;
        assert_eq!((told.code(), &told.body["current_id"]), ("conflict".to_owned(), &json!(there)));
        let read = ask(&staff.vasya, way, "memory_get", json!({"id": id, "scope": team("engineering")})).await.data();
        assert_eq!(read["status"], json!("active"));
    }
}

#[tokio::test]
async fn the_same_text_again_is_a_new_version_all_the_same() {
    let staff = staff().await;
    let id = json!(save(&staff.vasya, "Said and confirmed.", team("engineering")).await);
    let mut arguments = update(&id, 1, "Said and confirmed.");
    arguments["request_id"] = json!(call_key());
    let data = ask(&staff.vasya, Way::Mcp, "memory_update", arguments).await.data();
    assert_eq!((&data["revision"], &data["previous_id"]), (&json!(2), &id));
}

#[tokio::test]
async fn tags_are_found_by_words_after_an_update_too() {
    let staff = staff().await;
    let arguments = json!({"content": "The nightly job runs at three.", "tags": ["zanzibar"]});
    let first = ask(&staff.vasya, Way::Mcp, "memory_save", arguments).await.data();
    let arguments = json!({"id": first["id"], "expected_revision": 1, "content": "The nightly job runs at four.", "reason": "Moved."});
    let second = ask(&staff.vasya, Way::Mcp, "memory_update", arguments).await.data();
    let found = ask(&staff.vasya, Way::Mcp, "memory_recall", json!({"query": "zanzibar"})).await.answer();
    assert_eq!(found["results"][0]["record"]["id"], second["id"]);
}
