//! One memory in the place of another.

use annals::auth::Role;
use serde_json::{Value, json};

use super::said::{WAYS, answer, ask, current, record, replace, say, successor, version};
use crate::catalogue::{Said, Way};
use crate::support::{Wish, service, stored};

#[tokio::test]
async fn the_newer_text_is_current_and_the_older_is_readable_by_its_id() {
    for way in WAYS {
        let account = service().account().await;
        let client = account.client().await;
        let oslo = say(&client, way, "fact", "The office is in Oslo.").await;
        let bergen = successor(&replace(&client, way, "fact", "The office moved to Bergen.", &oslo).await);
        let old = version(&client, way, &oslo).await;
        assert_eq!(
            (&old["state"], &old["superseded_by"], &old["content"], &old["revision"]),
            (&json!("superseded"), &json!(bergen), &json!("The office is in Oslo."), &json!(1))
        );
        let new = version(&client, way, &bergen).await;
        assert_eq!(
            (&new["state"], &new["supersedes"], &new["content"], &new["revision"]),
            (&json!("current"), &json!([oslo]), &json!("The office moved to Bergen."), &json!(2))
        );
        assert_eq!(new.get("superseded_by"), None);
        assert_eq!(current(&client, way).await, ["The office moved to Bergen."]);
    }
}

#[tokio::test]
async fn an_update_keeps_the_older_text_readable_by_its_id() {
    for way in WAYS {
        let account = service().account().await;
        let client = account.client().await;
        let saved = answer(&ask(&client, way, "memory_save", json!({"content": "The office is in Oslo."})).await);
        let update = json!({"id": saved["data"]["id"], "expected_revision": 1, "content": "The office moved to Bergen.",
            "reason": "It moved."});
        answer(&ask(&client, way, "memory_update", update).await);
        let ids = stored::column(&format!(
            "SELECT 'mem_' || replace(id::text, '-', '') FROM memories WHERE account_id = '{}' ORDER BY revision",
            account.id.uuid()
        ))
        .await;
        let [oslo, bergen] = ids.try_into().unwrap();
        let old = version(&client, way, &oslo).await;
        assert_eq!(
            (&old["state"], &old["superseded_by"], &old["content"]),
            (&json!("superseded"), &json!(bergen), &json!("The office is in Oslo."))
        );
        assert_eq!(version(&client, way, &bergen).await["supersedes"], json!([oslo]));
    }
}

#[tokio::test]
async fn what_is_true_beside_something_else_replaces_nothing() {
    for way in WAYS {
        let account = service().account().await;
        let client = account.client().await;
        say(&client, way, "fact", "Anna leads billing.").await;
        say(&client, way, "fact", "Anna leads search too.").await;
        assert_eq!(current(&client, way).await, ["Anna leads search too.", "Anna leads billing."]);
    }
}

#[tokio::test]
async fn a_second_replacement_is_refused_and_names_the_current_one() {
    for way in WAYS {
        let account = service().account().await;
        let client = account.client().await;
        let first = say(&client, way, "decision", "We deploy on Mondays.").await;
        let second = successor(&replace(&client, way, "decision", "We deploy on Tuesdays.", &first).await);
        let third = successor(&replace(&client, way, "decision", "We deploy on Wednesdays.", &second).await);
        for old in [&first, &second] {
            let refused = replace(&client, way, "decision", "We deploy on Thursdays.", old).await;
            assert_eq!(refused.code.as_deref(), Some("conflict"), "{}", refused.body());
            assert!(refused.body().contains(&third), "{}", refused.body());
            assert!(refused.body().contains("items[0].supersedes"), "{}", refused.body());
        }
        assert_eq!(current(&client, way).await, ["We deploy on Wednesdays."]);
    }
}

/// A refusal without what differs from call to call.
fn bare(said: &Said) -> (u16, String) {
    let mut body: Value = serde_json::from_str(said.body()).unwrap();
    if let Some(members) = body.as_object_mut() {
        members.remove("request_id");
    }
    (said.http.status.as_u16(), body.to_string())
}

#[tokio::test]
async fn ids_that_are_foreign_hidden_erased_or_made_up_are_refused_alike() {
    let other = service().account().await;
    let foreign = say(&other.client().await, Way::Rest, "fact", "Said in another account.").await;
    for way in WAYS {
        let account = service().account().await;
        let owner = account.client().await;
        let member = account.member(Role::Member, "member").await;
        let client = account.client_with(Wish { user: Some(member), ..Wish::default() }).await;
        let personal = owner.remember("Said in a personal node.", "people/owner").await;
        let erased = say(&owner, way, "fact", "Said and erased.").await;
        answer(&ask(&owner, way, "memory_delete_record", json!({"id": erased})).await);
        let hidden = say(&owner, way, "fact", "Said and hidden.").await;
        answer(&ask(&owner, way, "forget", json!({"memory_id": hidden, "mode": "soft_delete"})).await);
        let made_up = annals::ids::MemoryId::generate().to_string();
        let told = bare(&replace(&client, way, "fact", "Said in its place.", &made_up).await);
        assert!(told.1.contains("not_found"), "{told:?}");
        assert!(!told.1.contains("mem_"), "{told:?}");
        for id in [&foreign, &personal, &erased, &hidden] {
            assert_eq!(bare(&replace(&client, way, "fact", "Said in its place.", id).await), told, "{id}");
        }
        assert_eq!(current(&owner, way).await.len(), 1, "only the personal one is left");
    }
}

#[tokio::test]
async fn a_batch_with_one_bad_replacement_stores_nothing() {
    for way in WAYS {
        let account = service().account().await;
        let client = account.client().await;
        let old = say(&client, way, "fact", "The office is in Oslo.").await;
        let rows = stored::rows_of(account.id).await;
        let made_up = annals::ids::MemoryId::generate().to_string();
        let batches = [
            // Two in the place of one.
            json!([{"kind": "fact", "text": "It is in Bergen.", "supersedes": old}, {"kind": "fact", "text": "It is in Bodø.", "supersedes": old}]),
            json!([{"kind": "fact", "text": "It is in Bergen.", "supersedes": old}, {"kind": "fact", "text": "x y", "supersedes": made_up}]),
            // A decision is no newer version of a fact.
            json!([{"kind": "fact", "text": "It is hot."}, {"kind": "decision", "text": "Move to Bergen.", "supersedes": old}]),
        ];
        for items in batches {
            let refused = ask(&client, way, "memory_record_summary", json!({"text": "A day.", "items": items})).await;
            assert!(refused.code.is_some(), "{}", refused.body());
            assert!(refused.body().contains("items[1].supersedes"), "{}", refused.body());
        }
        assert_eq!(stored::rows_of(account.id).await, rows);
        assert_eq!(version(&client, way, &old).await["state"], json!("current"));
    }
}

#[tokio::test]
async fn a_text_that_another_memory_says_already_takes_nobodys_place() {
    for way in WAYS {
        let account = service().account().await;
        let client = account.client().await;
        let there = say(&client, way, "fact", "The office is in Bergen.").await;
        let old = say(&client, way, "fact", "The office is in Oslo.").await;
        let refused = replace(&client, way, "fact", "the office is in BERGEN", &old).await;
        assert_eq!(refused.code.as_deref(), Some("conflict"));
        assert!(refused.body().contains(&there), "{}", refused.body());
        assert_eq!(version(&client, way, &old).await["state"], json!("current"));
        // Its own text in its own place is a newer version of it.
        let again = successor(&replace(&client, way, "fact", "The office is in Oslo.", &old).await);
        assert_ne!(again, old);
        assert_eq!(version(&client, way, &again).await["supersedes"], json!([old]));
    }
}

#[tokio::test]
async fn an_answer_resolves_its_question_and_is_a_thing_of_its_own() {
    for way in WAYS {
        for kind in ["decision", "fact", "preference"] {
            let account = service().account().await;
            let client = account.client().await;
            let question = say(&client, way, "question", "Where shall the office be?").await;
            let answered = successor(&replace(&client, way, kind, "The office shall be in Bergen.", &question).await);
            assert_eq!(version(&client, way, &question).await["state"], json!("resolved"));
            assert_eq!(version(&client, way, &answered).await["revision"], json!(1));
        }
        let account = service().account().await;
        let client = account.client().await;
        let question = say(&client, way, "question", "Where shall the office be?").await;
        for kind in ["done", "handoff"] {
            let refused = replace(&client, way, kind, "Looked at flats.", &question).await;
            assert_eq!(refused.code.as_deref(), Some("invalid_input"), "{kind}: {}", refused.body());
        }
        let again = successor(&replace(&client, way, "question", "Where in Bergen?", &question).await);
        assert_eq!(version(&client, way, &again).await["revision"], json!(2));
    }
}

#[tokio::test]
async fn what_may_be_read_and_not_written_is_not_replaced() {
    for way in WAYS {
        let account = service().account().await;
        let owner = account.client().await;
        owner.post("/v1/scopes", json!({"path": "projects/shut"})).await.expect(200);
        let id = account.id.uuid();
        let there = owner.remember("Said where others only read.", "projects/shut").await;
        let reader = account.member(Role::Member, "reader").await;
        let grant = format!(
            "UPDATE scope_nodes SET restricted = true WHERE account_id = '{id}' AND path = 'projects/shut';
             INSERT INTO scope_grants (account_id, id, node_id, user_id, access, below)
             SELECT account_id, gen_random_uuid(), id, '{}', 'read', false FROM scope_nodes
             WHERE account_id = '{id}' AND path = 'projects/shut'",
            reader.uuid()
        );
        assert_eq!(stored::execute(&grant).await, 1);
        let client = account.client_with(Wish { user: Some(reader), ..Wish::default() }).await;
        assert_eq!(version(&client, way, &there).await["state"], json!("current"));
        let refused = record(&client, way, json!({"kind": "fact", "text": "Said instead.", "supersedes": there})).await;
        assert_eq!(refused.code.as_deref(), Some("forbidden"), "{}", refused.body());
        assert_eq!(version(&client, way, &there).await["state"], json!("current"));
    }
}
