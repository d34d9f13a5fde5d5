//! What is never kept.

use serde_json::json;

use super::staff::{staff, superuser};
use super::ways::{WAYS, ask};
use sqlx::{AssertSqlSafe, Executor, Row};

#[tokio::test]
async fn private_sections_are_dropped_and_counted() {
    let staff = staff().await;
    for way in WAYS {
        let arguments = json!({
            "content": format!("The {way:?} salary band is public. <private>Vasya earns heliotrope.</private> Ask HR. <PRIVATE>And <private>more</private> heliotrope.</PRIVATE>"),
            "context": "Said <private>by heliotrope",
        });
        let data = ask(&staff.vasya, way, "memory_save", arguments).await.data();
        assert_eq!((&data["privacy_redacted"], &data["privacy_redacted_sections"]), (&json!(true), &json!(3)));
        assert_eq!(data["content"], json!(format!("The {way:?} salary band is public.  Ask HR. ")));
        assert_eq!(data["context"], json!("Said "));
        let only = ask(&staff.vasya, way, "memory_save", json!({"content": "<private>heliotrope</private>"})).await;
        assert_eq!(only.code(), "invalid_request");
    }
    let held =
        "SELECT (SELECT count(*) FROM memories WHERE content ILIKE '%heliotrope%' OR context ILIKE '%heliotrope%')
                     + (SELECT count(*) FROM chunks WHERE terms::text ILIKE '%heliotrope%')
                     + (SELECT count(*) FROM idempotency WHERE reply ILIKE '%heliotrope%')";
    let row = superuser().await.fetch_one(AssertSqlSafe(held)).await.unwrap();
    assert_eq!(row.get::<i64, _>(0), 0);
}

#[tokio::test]
async fn secrets_are_cut_from_every_argument() {
    let staff = staff().await;
    let token = format!("ghp_{}", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8");
    for way in WAYS {
        let arguments = json!({
            "request_id": super::ways::call_key(),
            "content": format!("CI over {way:?} signs in with {token}."), "context": format!("Copied: {token}"),
            "tags": ["ci", token], "branch": format!("fix-{token}"), "project": "ci",
        });
        let told = ask(&staff.vasya, way, "memory_save", arguments).await;
        let data = told.data();
        assert_eq!((&data["privacy_redacted"], &data["privacy_redacted_sections"]), (&json!(true), &json!(0)));
        assert!(data["redactions"].as_u64().unwrap() >= 4, "{data}");
        assert!(!told.raw.contains(&token) && told.raw.contains("[redacted:"), "{}", told.raw);
        let reason = json!({"id": data["id"], "expected_revision": 1, "reason": format!("Leaked {token}.")});
        ask(&staff.vasya, way, "memory_delete", reason).await.answer();
        let history = ask(&staff.vasya, way, "memory_history", json!({"id": data["id"]})).await;
        assert!(!history.raw.contains(&token) && history.raw.contains("[redacted:"), "{}", history.raw);
    }
}

#[tokio::test]
async fn a_text_that_is_nothing_but_a_secret_is_gated() {
    let staff = staff().await;
    for way in WAYS {
        let content = format!("ghp_{}", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8");
        let data = ask(&staff.vasya, way, "memory_save", json!({"content": content})).await.data();
        assert_eq!((&data["saved"], &data["quality"]["reasons"]), (&json!(false), &json!(["only_secret"])));
    }
}
