//! What happened to a record.

use serde_json::{Value, json};

use super::staff::staff;
use super::ways::{WAYS, Way, ask, save, team};

fn strings<'a>(entries: &'a Value, member: &str) -> Vec<&'a str> {
    entries.as_array().unwrap().iter().map(|entry| entry[member].as_str().unwrap_or_default()).collect()
}

#[tokio::test]
async fn a_history_tells_who_changed_what_why_and_when() {
    let staff = staff().await;
    for way in WAYS {
        let text = format!("The {way:?} office is in Oslo.");
        let scope = team("engineering");
        let first = save(&staff.vasya, &text, scope.clone()).await;
        ask(&staff.anna, way, "memory_save", json!({"content": text, "scope": scope})).await.answer();
        let moved = json!({"id": first, "expected_revision": 1, "content": format!("The {way:?} office is in Bergen."),
            "reason": "We moved.", "scope": scope});
        let second = ask(&staff.anna, way, "memory_update", moved).await.data()["id"].clone();
        let gone = json!({"id": second, "expected_revision": 2, "reason": "We closed.", "scope": scope});
        ask(&staff.vasya, way, "memory_delete", gone).await.answer();

        let history = ask(&staff.vasya, way, "memory_history", json!({"id": second, "scope": scope})).await.answer();
        let entries = &history["entries"];
        assert_eq!(strings(entries, "action"), ["create", "confirm", "update", "delete"]);
        assert_eq!(strings(entries, "reason"), ["", "", "We moved.", "We closed."]);
        let actors: Vec<&str> =
            entries.as_array().unwrap().iter().map(|entry| entry["actor"]["user_id"].as_str().unwrap()).collect();
        assert_eq!(actors, ["vasya", "anna", "anna", "vasya"]);
        let sequences: Vec<i64> =
            entries.as_array().unwrap().iter().map(|entry| entry["sequence"].as_i64().unwrap()).collect();
        assert_eq!(sequences, [1, 2, 3, 4]);
        assert!(strings(entries, "at").iter().all(|at| at.ends_with('Z')));
        assert_eq!(entries[0].get("before"), None);
        assert_eq!(
            entries[0]["after"],
            json!({"id": first, "revision": 1, "status": "active", "content": text, "content_chars": text.chars().count()})
        );
        assert_eq!(entries[2]["before"]["content"], json!(text));
        // What is deleted is told of, and its text is not.
        assert_eq!(entries[2]["after"], json!({"id": second, "revision": 2, "status": "active"}));
        assert_eq!(entries[3]["before"], json!({"id": second, "revision": 2, "status": "active"}));
        assert_eq!(entries[3]["after"], json!({"id": second, "revision": 2, "status": "deleted"}));
        assert!(!history.to_string().contains("Bergen"));
        assert_eq!((&history["next_after"], &history["more"]), (&json!(4), &json!(false)));

        let of_the_first =
            ask(&staff.vasya, way, "memory_history", json!({"id": first, "scope": scope})).await.answer();
        assert_eq!(strings(&of_the_first["entries"], "action"), ["create", "confirm", "supersede"]);
        assert_eq!(of_the_first["entries"][2]["after"]["superseded_by"], second);
    }
}

#[tokio::test]
async fn a_long_history_comes_in_pages_without_a_gap() {
    let staff = staff().await;
    let mut id = json!(save(&staff.vasya, "Revision 1 of a long story.", json!({"kind": "personal"})).await);
    for revision in 1..=60 {
        let arguments = json!({"id": id, "expected_revision": revision, "content": format!("Revision {} of a long story.", revision + 1), "reason": "On."});
        id = ask(&staff.vasya, Way::Rest, "memory_update", arguments).await.data()["id"].clone();
    }
    for way in WAYS {
        let (mut after, mut seen) = (0, Vec::new());
        loop {
            let page =
                ask(&staff.vasya, way, "memory_history", json!({"id": id, "after": after, "limit": 25})).await.answer();
            seen.extend(page["entries"].as_array().unwrap().iter().map(|entry| entry["sequence"].as_i64().unwrap()));
            after = page["next_after"].as_i64().unwrap();
            if page["more"] == json!(false) {
                break;
            }
        }
        assert_eq!(seen, (1..=61).collect::<Vec<i64>>());
    }
}

#[tokio::test]
async fn an_erased_record_has_no_history_and_its_successor_tells_of_it_without_its_text() {
    let staff = staff().await;
    let scope = json!({"kind": "shared"});
    let first = save(&staff.vasya, "The secret plan is called Walrus.", scope.clone()).await;
    let found =
        staff.owner.post("/v1/memories/search", json!({"query": "secret plan Walrus", "limit": 1})).await.expect(200);
    let update = json!({"id": first, "expected_revision": 1, "content": "There is no plan.", "reason": "Dropped.", "scope": scope});
    let second = ask(&staff.vasya, Way::Rest, "memory_update", update).await.data()["id"].clone();
    let path = format!("/v1/memories/{}/forget", found["items"][0]["id"].as_str().unwrap());
    staff.owner.post(&path, json!({"mode": "hard_delete"})).await.expect(200);
    for way in WAYS {
        assert_eq!(
            ask(&staff.vasya, way, "memory_history", json!({"id": first, "scope": scope})).await.code(),
            "not_found"
        );
        let history = ask(&staff.vasya, way, "memory_history", json!({"id": second, "scope": scope})).await.answer();
        assert!(!history.to_string().contains("Walrus"), "{history}");
        assert!(strings(&history["entries"], "action").contains(&"erase"), "{history}");
    }
}
