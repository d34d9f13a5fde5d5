//! What is refused, on every way in the same words.

use serde_json::{Value, json};

use super::staff::staff;
use super::ways::{WAYS, ask};

/// Arguments with one member set.
fn with(mut arguments: Value, member: &str, value: Value) -> Value {
    arguments[member] = value;
    arguments
}

#[tokio::test]
async fn what_no_argument_may_be_is_refused_with_its_name() {
    let staff = staff().await;
    let save = json!({"content": "A text worth keeping."});
    let update = json!({"id": 1, "expected_revision": 1, "content": "Another text.", "reason": "It changed."});
    let delete = json!({"id": 1, "expected_revision": 1, "reason": "It is wrong."});
    let many_tags: Vec<String> = (0..65).map(|place| format!("tag {place}")).collect();
    let mut cases = vec![
        ("memory_save", json!({}), "content"),
        ("memory_save", with(save.clone(), "colour", json!("blue")), "colour"),
        ("memory_save", with(save.clone(), "content", json!("")), "content"),
        ("memory_save", with(save.clone(), "content", json!(" \n\t\u{3000}")), "content"),
        ("memory_save", with(save.clone(), "content", json!("x".repeat(200_001))), "content"),
        ("memory_save", with(save.clone(), "content", json!("a\0b")), "content"),
        ("memory_save", with(save.clone(), "content", json!(7)), "content"),
        ("memory_save", with(save.clone(), "type", json!("note")), "type"),
        ("memory_save", with(save.clone(), "project", json!("")), "project"),
        ("memory_save", with(save.clone(), "project", json!("p".repeat(129))), "project"),
        ("memory_save", with(save.clone(), "tags", json!("postgres")), "tags"),
        ("memory_save", with(save.clone(), "tags", json!(many_tags)), "tags"),
        ("memory_save", with(save.clone(), "tags", json!(["t".repeat(129)])), "tags[0]"),
        ("memory_save", with(save.clone(), "tags", json!(["fine", ""])), "tags[1]"),
        ("memory_save", with(save.clone(), "context", json!("c".repeat(200_001))), "context"),
        ("memory_save", with(save.clone(), "importance", json!("urgent")), "importance"),
        ("memory_save", with(save.clone(), "source_format", json!("email")), "source_format"),
        ("memory_save", with(save.clone(), "branch", json!("b".repeat(129))), "branch"),
        ("memory_save", with(save.clone(), "request_id", json!("not a uuid")), "request_id"),
        ("memory_save", with(save.clone(), "request_id", json!("0b6f3c2e8a414d7e9c551f2a3b4c5d6e")), "request_id"),
        ("memory_save", with(save.clone(), "scope", json!("personal")), "scope"),
        ("memory_save", with(save.clone(), "scope", json!({"kind": "galaxy"})), "scope.kind"),
        ("memory_save", with(save.clone(), "scope", json!({"kind": "team"})), "scope.team_id"),
        ("memory_save", with(save.clone(), "scope", json!({"kind": "team", "team_id": "a b"})), "scope.team_id"),
        ("memory_save", with(save.clone(), "scope", json!({"kind": "team", "team_id": ""})), "scope.team_id"),
        (
            "memory_save",
            with(save.clone(), "scope", json!({"kind": "team", "team_id": "t".repeat(65)})),
            "scope.team_id",
        ),
        (
            "memory_save",
            with(save.clone(), "scope", json!({"kind": "personal", "team_id": "engineering"})),
            "scope.team_id",
        ),
        (
            "memory_save",
            with(save.clone(), "scope", json!({"kind": "shared", "team_id": "engineering"})),
            "scope.team_id",
        ),
        ("memory_save", with(save.clone(), "scope", json!({"kind": "personal", "owner": "anna"})), "scope.owner"),
        ("memory_recall", json!({}), "query"),
        ("memory_recall", json!({"query": " "}), "query"),
        ("memory_recall", json!({"query": "q".repeat(8_001)}), "query"),
        ("memory_recall", json!({"query": "x", "limit": 0}), "limit"),
        ("memory_recall", json!({"query": "x", "limit": -1}), "limit"),
        ("memory_recall", json!({"query": "x", "limit": 51}), "limit"),
        ("memory_recall", json!({"query": "x", "limit": 1_000_000_000}), "limit"),
        ("memory_recall", json!({"query": "x", "project": ""}), "project"),
        ("memory_recall", json!({"query": "x", "tags": []}), "tags"),
        ("memory_get", json!({}), "id"),
        ("memory_get", json!({"id": 0}), "id"),
        ("memory_get", json!({"id": 1.5}), "id"),
        ("memory_get", json!({"id": "1"}), "id"),
        ("memory_get", json!({"id": 1, "offset": -1}), "offset"),
        ("memory_update", with(update.clone(), "expected_revision", json!(0)), "expected_revision"),
        ("memory_update", with(update.clone(), "content", json!("")), "content"),
        ("memory_update", with(update.clone(), "reason", json!(" ")), "reason"),
        ("memory_update", with(update.clone(), "reason", json!("r".repeat(2_001))), "reason"),
        ("memory_update", with(update.clone(), "type", json!("fact")), "type"),
        ("memory_delete", with(delete.clone(), "reason", json!("")), "reason"),
        ("memory_delete", with(delete.clone(), "id", json!(-5)), "id"),
        ("memory_history", json!({"id": 1, "after": -1}), "after"),
        ("memory_history", json!({"id": 1, "limit": 51}), "limit"),
        ("memory_export", json!({"limit": 0}), "limit"),
        ("memory_export", json!({"after": "0"}), "after"),
        ("memory_report", json!({"period": "year"}), "period"),
        ("memory_report", json!({"period": "day", "since": "2026-01-01"}), "period"),
        ("memory_report", json!({"since": "2026-01-02", "until": "2026-01-01"}), "until"),
        ("memory_report", json!({"since": "2026-01-01T10:00:00"}), "since"),
        ("memory_report", json!({"offset": 1_001}), "offset"),
        ("memory_report", json!({"scope": "team"}), "team_id"),
        ("memory_report", json!({"scope": "company", "team_id": "engineering"}), "team_id"),
    ];
    for tag in ["scope:team", "team:engineering", "user:vasya", " Team: x", "ＵＳＥＲ:x", "sсope:x"] {
        cases.push(("memory_save", with(save.clone(), "tags", json!([tag])), "tags[0]"));
    }
    for way in WAYS {
        for (tool, arguments, field) in &cases {
            let told = ask(&staff.vasya, way, tool, arguments.clone()).await;
            let shown = told.raw.chars().take(300).collect::<String>();
            assert_eq!(told.code(), "invalid_request", "{way:?} {tool} {field}: {shown}");
            assert!(told.sentence().starts_with(&format!("{field}:")), "{way:?} {tool} {field}: {shown}");
        }
    }
}

#[tokio::test]
async fn the_outermost_values_are_taken() {
    let staff = staff().await;
    for way in WAYS {
        let tags: Vec<String> = (0..64).map(|place| format!("{place} {}", "t".repeat(120))).collect();
        let long: String =
            (0..).flat_map(|number| format!("row {number}, ").into_bytes()).map(char::from).take(200_000).collect();
        let arguments = json!({
            "content": long, "project": "p".repeat(128), "tags": tags, "context": "c ".repeat(100_000),
            "branch": "b".repeat(128), "scope": {"kind": "shared"},
        });
        let data = ask(&staff.vasya, way, "memory_save", arguments).await.data();
        assert_eq!(data["saved"], json!(true));
        assert_eq!((&data["truncated"], &data["content_chars"]), (&json!(true), &json!(200_000)));
        let one = ask(&staff.vasya, way, "memory_save", json!({"content": format!("é{}", way as u8)})).await.data();
        assert_eq!(one["saved"], json!(true));
        let whole = ask(
            &staff.vasya,
            way,
            "memory_get",
            json!({"id": f64::from(i32::try_from(one["id"].as_i64().unwrap()).unwrap())}),
        );
        assert_eq!(whole.await.data()["id"], one["id"]);
    }
}

#[tokio::test]
async fn mcp_does_not_have_what_is_for_rest_alone() {
    let staff = staff().await;
    for (field, value) in [("dry_run", json!(true)), ("override_gate", json!("I know better."))] {
        let arguments = with(json!({"content": "A text worth keeping."}), field, value);
        let told = ask(&staff.vasya, super::ways::Way::Mcp, "memory_save", arguments).await;
        assert_eq!(told.code(), "invalid_request");
        assert!(told.sentence().starts_with(field), "{}", told.raw);
    }
}
