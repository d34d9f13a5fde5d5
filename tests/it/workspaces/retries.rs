//! The same call again.

use annals::auth::Role;
use serde_json::json;
use sqlx::{AssertSqlSafe, Executor};

use super::staff::{client_of, staff, superuser};
use super::ways::{WAYS, Way, ask, call_key, team};

#[tokio::test]
async fn the_first_answer_comes_again_byte_for_byte_whatever_happened_to_the_record() {
    let staff = staff().await;
    for way in WAYS {
        let save = json!({"request_id": call_key(), "content": format!("Saved once over {way:?}."), "scope": team("engineering")});
        let first = ask(&staff.vasya, way, "memory_save", save.clone()).await;
        let id = first.data()["id"].clone();
        let update = json!({"request_id": call_key(), "id": id, "expected_revision": 1, "content": format!("Changed once over {way:?}."),
            "reason": "It changed.", "scope": team("engineering")});
        let second = ask(&staff.vasya, way, "memory_update", update.clone()).await;
        let delete = json!({"request_id": call_key(), "id": second.data()["id"], "expected_revision": 2, "reason": "Gone.", "scope": team("engineering")});
        let third = ask(&staff.vasya, way, "memory_delete", delete.clone()).await;
        assert!(!third.is_refused);
        for (tool, arguments, before) in
            [("memory_save", save, first), ("memory_update", update, second), ("memory_delete", delete, third)]
        {
            assert_eq!(ask(&staff.vasya, way, tool, arguments).await.raw, before.raw, "{way:?} {tool}");
        }
    }
}

#[tokio::test]
async fn a_uuid_is_the_same_in_capital_letters() {
    let staff = staff().await;
    let key = call_key();
    for way in WAYS {
        let save = |key: &str| json!({"request_id": key, "content": "Written once."});
        let first = ask(&staff.vasya, way, "memory_save", save(&key)).await;
        assert_eq!(ask(&staff.vasya, way, "memory_save", save(&key.to_uppercase())).await.raw, first.raw);
    }
}

#[tokio::test]
async fn other_arguments_are_refused() {
    let staff = staff().await;
    for way in WAYS {
        let key = call_key();
        let save = |content: &str| json!({"request_id": key, "content": content});
        let first = ask(&staff.vasya, way, "memory_save", save("What was said first.")).await;
        let other = ask(&staff.vasya, way, "memory_save", save("What was said then.")).await;
        assert_eq!(other.code(), "conflict");
        if way != Way::Rest {
            assert_eq!(
                other.body,
                json!({"error": "request_id was already used with different arguments", "code": "conflict"})
            );
        }
        assert_eq!(ask(&staff.vasya, way, "memory_save", save("What was said first.")).await.raw, first.raw);
    }
}

#[tokio::test]
async fn the_same_uuid_in_another_workspace_or_of_another_person_is_another_call() {
    let staff = staff().await;
    for way in WAYS {
        let key = call_key();
        let save =
            |scope| json!({"request_id": key, "content": format!("Said everywhere over {way:?}."), "scope": scope});
        let mut ids = Vec::new();
        for (client, scope) in [
            (&staff.vasya, json!({"kind": "personal"})),
            (&staff.vasya, team("engineering")),
            (&staff.vasya, json!({"kind": "shared"})),
            (&staff.anna, json!({"kind": "personal"})),
        ] {
            let data = ask(client, way, "memory_save", save(scope)).await.data();
            assert_eq!(data["deduplicated"], json!(false));
            ids.push(data["id"].as_i64().unwrap());
        }
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 4);
        // In the same workspace another person's call is a call of its own too: it runs, and finds the text there.
        let anna = ask(&staff.anna, way, "memory_save", save(team("engineering"))).await.data();
        assert_eq!(anna["deduplicated"], json!(true));
    }
}

#[tokio::test]
async fn while_the_first_call_runs_the_second_learns_that_it_does() {
    let staff = staff().await;
    for way in WAYS {
        let key = call_key();
        // Another replica's call is one that holds the key's lock.
        let lock = format!("{}/{}/codex/memory_save/personal/{key}", staff.account.id.uuid(), staff.vasya_id);
        let mut other = superuser().await;
        other.execute(AssertSqlSafe(format!("SELECT pg_advisory_lock(hashtextextended('{lock}', 7))"))).await.unwrap();
        let save = json!({"request_id": key, "content": format!("Under way over {way:?}.")});
        let told = ask(&staff.vasya, way, "memory_save", save.clone()).await;
        assert_eq!(told.code(), "conflict");
        assert!(told.sentence().contains("still in progress"), "{}", told.raw);
        other
            .execute(AssertSqlSafe(format!("SELECT pg_advisory_unlock(hashtextextended('{lock}', 7))")))
            .await
            .unwrap();
        assert_eq!(ask(&staff.vasya, way, "memory_save", save).await.data()["saved"], json!(true));
    }
}

#[tokio::test]
async fn ten_times_the_same_call_at_once_is_one_call() {
    let staff = staff().await;
    let save = json!({"request_id": call_key(), "content": "Ten retries, one record.", "scope": {"kind": "shared"}});
    let told =
        futures::future::join_all((0..10).map(|_| ask(&staff.vasya, Way::Rest, "memory_save", save.clone()))).await;
    let answered: Vec<&str> = told.iter().filter(|told| !told.is_refused).map(|told| told.raw.as_str()).collect();
    assert!(!answered.is_empty());
    assert!(answered.iter().all(|raw| *raw == answered[0]));
    assert!(told.iter().filter(|told| told.is_refused).all(|told| told.body["code"] == json!("in_progress")));
    let data = ask(&staff.vasya, Way::Rest, "memory_save", save).await.data();
    assert_eq!(data["seen_count"], json!(1));
}

#[tokio::test]
async fn a_retry_of_what_has_been_erased_finds_nothing() {
    let staff = staff().await;
    for way in WAYS {
        let save = json!({"request_id": call_key(), "content": format!("Erase the {way:?} text."), "scope": {"kind": "shared"}});
        ask(&staff.vasya, way, "memory_save", save.clone()).await.answer();
        let found = staff
            .owner
            .post("/v1/memories/search", json!({"query": format!("Erase the {way:?} text"), "limit": 1}))
            .await
            .expect(200);
        let id = found["items"][0]["id"].as_str().unwrap().to_owned();
        staff.owner.post(&format!("/v1/memories/{id}/forget"), json!({"mode": "hard_delete"})).await.expect(200);
        let told = ask(&staff.vasya, way, "memory_save", save).await;
        assert_eq!((told.code(), &told.body["tombstone"]), ("not_found".to_owned(), &json!(id)));
    }
}

#[tokio::test]
async fn a_refused_call_keeps_no_answer() {
    let staff = staff().await;
    let user = staff.account.member(Role::Member, "newcomer").await;
    let client = client_of(&staff.account, user, "newcomer").await;
    let save =
        json!({"request_id": call_key(), "content": "Saved once I belong to the team.", "scope": team("design")});
    assert_eq!(ask(&client, Way::Mcp, "memory_save", save.clone()).await.sentence(), "Workspace unavailable");
    super::staff::join(&staff.account, "design", user).await;
    assert_eq!(ask(&client, Way::Mcp, "memory_save", save).await.data()["saved"], json!(true));
}
