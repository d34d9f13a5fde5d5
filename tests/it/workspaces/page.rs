//! The page, literally.

use serde_json::{Value, json};

use super::staff::staff;
use super::ways::{WAYS, ask, call_key};

#[tokio::test]
async fn the_page_s_example_works_as_written() {
    for way in WAYS {
        let staff = staff().await;
        let arguments = json!({
            "request_id": "0b6f3c2e-8a41-4d7e-9c55-1f2a3b4c5d6e",
            "scope": {"kind": "team", "team_id": "engineering"},
            "content": "Use pgbouncer in transaction mode for the billing API.",
            "type": "decision",
            "project": "billing-api",
            "tags": ["postgres", "pooling"],
            "importance": "high",
        });
        let answer = ask(&staff.vasya, way, "memory_save", arguments).await.answer();
        assert_eq!(answer["scope"], json!({"kind": "team", "team_id": "engineering"}));
        assert_eq!(answer["scope_tags"], json!(["scope:team", "team:engineering"]));
        let data = &answer["data"];
        assert!(data["id"].as_i64().is_some_and(|id| id > 0 && id < 1_000_000), "{data}");
        for (member, value) in [
            ("type", json!("decision")),
            ("content", json!("Use pgbouncer in transaction mode for the billing API.")),
            ("project", json!("billing-api")),
            ("tags", json!("[\"postgres\", \"pooling\"]")),
            ("status", json!("active")),
            ("importance", json!("high")),
            ("context", json!("")),
            ("branch", json!("")),
            ("revision", json!(1)),
            ("saved", json!(true)),
            ("deduplicated", json!(false)),
            ("privacy_redacted", json!(false)),
            ("privacy_redacted_sections", json!(0)),
        ] {
            assert_eq!(data[member], value, "{member}");
        }
        let author = json!({"user_id": "vasya", "display_name": "vasya", "client": "codex"});
        assert_eq!((&data["created_by"], &data["updated_by"]), (&author, &author));
        let created_at = data["created_at"].as_str().unwrap();
        assert!(created_at.ends_with('Z') && chrono::DateTime::parse_from_rfc3339(created_at).is_ok(), "{created_at}");
    }
}

#[tokio::test]
async fn what_is_left_out_is_as_the_page_says() {
    let staff = staff().await;
    for way in WAYS {
        let content = format!("Defaults are defaults over {way:?}.");
        let answer = ask(&staff.vasya, way, "memory_save", json!({"content": content, "tags": []})).await.answer();
        assert_eq!(answer["scope"], json!({"kind": "personal"}));
        assert_eq!(answer["scope_tags"], json!(["scope:personal", "user:vasya"]));
        let data = &answer["data"];
        for (member, value) in [
            ("type", "fact"),
            ("project", "general"),
            ("tags", "[]"),
            ("importance", "medium"),
            ("source_format", "auto"),
        ] {
            assert_eq!(data[member], json!(value), "{member}");
        }
    }
}

#[tokio::test]
async fn null_stands_for_what_is_left_out() {
    let staff = staff().await;
    for way in WAYS {
        let arguments = json!({
            "request_id": null, "scope": null, "content": format!("Null is nothing over {way:?}."), "type": null,
            "project": null, "tags": null, "context": null, "importance": null, "source_format": null, "branch": null,
        });
        let data = ask(&staff.vasya, way, "memory_save", arguments).await.data();
        assert_eq!(
            (&data["type"], &data["project"], &data["saved"]),
            (&json!("fact"), &json!("general"), &json!(true))
        );
    }
}

#[tokio::test]
async fn a_record_is_read_as_it_was_saved() {
    let staff = staff().await;
    for way in WAYS {
        let arguments = json!({
            "content": format!("Deploys go out over {way:?}: ключ, 記憶, \"quoted\" and a\nsecond line."),
            "type": "lesson", "project": "a:b/c|d%e", "tags": ["a_b", "x/y|z%"], "context": "Said at the stand-up.",
            "importance": "critical", "source_format": "conversation", "branch": "feature/a|b%c:d",
        });
        let saved = ask(&staff.vasya, way, "memory_save", arguments.clone()).await.data();
        let read = ask(&staff.vasya, way, "memory_get", json!({"id": saved["id"]})).await.data();
        for member in ["content", "type", "project", "context", "importance", "source_format", "branch"] {
            assert_eq!(read[member], arguments[member], "{member}");
        }
        let tags: Value = serde_json::from_str(read["tags"].as_str().unwrap()).unwrap();
        assert_eq!(tags, arguments["tags"]);
        assert_eq!((&read["id"], &read["revision"]), (&saved["id"], &json!(1)));
    }
}

#[tokio::test]
async fn the_same_text_is_stored_once_in_a_workspace_and_again_in_another() {
    let staff = staff().await;
    for (place, way) in WAYS.into_iter().enumerate() {
        let content = format!("The billing API listens on port 84{place}0.");
        let save = |project: &str, scope: Value| {
            ask(&staff.vasya, way, "memory_save", json!({"content": content, "project": project, "scope": scope}))
        };
        let first = save("general", json!({"kind": "personal"})).await.data();
        let loud = ask(&staff.vasya, way, "memory_save", json!({"content": format!("  {}  ", content.to_uppercase())}));
        let again = loud.await.data();
        assert_eq!((&again["id"], &again["deduplicated"], &again["saved"]), (&first["id"], &json!(true), &json!(true)));
        assert_eq!(again["seen_count"], json!(2));
        let other_project = save("billing", json!({"kind": "personal"})).await.data();
        let shared = save("general", json!({"kind": "shared"})).await.data();
        for other in [other_project, shared] {
            assert_eq!(other["deduplicated"], json!(false));
            assert_ne!(other["id"], first["id"]);
        }
    }
}

#[tokio::test]
async fn twenty_identical_saves_at_once_leave_one_record() {
    let staff = staff().await;
    let saves = (0..20).map(|_| {
        let arguments =
            json!({"content": "Only one of these is stored.", "request_id": call_key(), "scope": {"kind": "shared"}});
        async { ask(&staff.vasya, WAYS[1], "memory_save", arguments).await.data() }
    });
    let saved = futures::future::join_all(saves).await;
    assert!(saved.iter().all(|data| data["id"] == saved[0]["id"]), "{saved:?}");
    assert_eq!(saved.iter().filter(|data| data["deduplicated"] == json!(false)).count(), 1);
}

#[tokio::test]
async fn an_answer_that_comes_back_as_a_text_is_recognised() {
    let staff = staff().await;
    let own = json!({"kind": "personal"});
    let first = super::ways::save(&staff.vasya, "Invoices go out on the first of the month.", own.clone()).await;
    let second = super::ways::save(&staff.vasya, "The staging host is painted blue.", own).await;
    for way in WAYS {
        let recalled = ask(&staff.vasya, way, "memory_recall", json!({"query": "invoices and the staging host"})).await;
        assert_eq!(recalled.answer()["results"].as_array().unwrap().len(), 2);
        let data = ask(&staff.vasya, way, "memory_save", json!({"content": recalled.raw})).await.data();
        assert_eq!(data["saved"], json!(false));
        assert_eq!(data["quality"]["reasons"], json!(["echo"]));
        assert_eq!(data["quality"]["ids"], json!([first, second]));

        let one = ask(&staff.vasya, way, "memory_get", json!({"id": first})).await;
        let data = ask(&staff.vasya, way, "memory_save", json!({"content": one.raw})).await.data();
        assert_eq!((&data["id"], &data["deduplicated"]), (&json!(first), &json!(true)));
    }
}
