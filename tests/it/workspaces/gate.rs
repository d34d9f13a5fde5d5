//! The quality gate.

use serde_json::json;

use super::staff::staff;
use super::ways::{WAYS, Way, ask};

#[tokio::test]
async fn a_text_that_says_nothing_is_not_saved_and_learns_why() {
    let staff = staff().await;
    for way in WAYS {
        for (content, reason) in [
            ("TODO", "placeholder"),
            ("n/a", "placeholder"),
            ("lorem ipsum dolor sit amet", "placeholder"),
            ("...!?", "no_letters"),
            ("https://example.com/a/b?c=d", "bare_url"),
            ("spam spam spam spam spam spam", "repeated_token"),
            ("TG9yZW0gaXBzdW0gZG9sb3Igc2l0IGFtZXQsIGNvbnNlY3RldHVyIGFkaXBpc2NpbmcgZWxpdA==", "encoded_dump"),
        ] {
            let answer = ask(&staff.vasya, way, "memory_save", json!({"content": content})).await.answer();
            assert_eq!(answer["scope"], json!({"kind": "personal"}));
            let data = answer["data"].as_object().unwrap();
            assert_eq!(data.keys().collect::<Vec<_>>(), ["quality", "saved"], "{content}");
            assert_eq!(data["saved"], json!(false));
            let quality = &data["quality"];
            assert!(quality["score"].as_f64().unwrap() < 0.5, "{content}: {quality}");
            assert!(quality["reasons"].as_array().unwrap().contains(&json!(reason)), "{content}: {quality}");
            assert_eq!(quality["reasons"].as_array().unwrap().len(), quality["advice"].as_array().unwrap().len());
        }
        for content in ["Use tabs.", "発注は火曜日。", "Деплой в пять.", "ยกเลิกแล้ว", "DB: Postgres 18"]
        {
            let data = ask(&staff.vasya, way, "memory_save", json!({"content": content})).await.data();
            assert_eq!(data["saved"], json!(true), "{content}");
        }
    }
    let exported = ask(&staff.vasya, Way::Rest, "memory_report", json!({"period": "all"})).await.answer();
    assert_eq!(exported["records"], json!(5));
}

#[tokio::test]
async fn a_dry_run_says_what_would_happen_and_stores_nothing() {
    let staff = staff().await;
    for (content, would_save) in [("TODO", false), ("Deploys go out on Tuesdays. <private>x</private>", true)] {
        let arguments = json!({"content": content, "dry_run": true});
        let data = ask(&staff.vasya, Way::Rest, "memory_save", arguments).await.data();
        assert_eq!((&data["saved"], &data["would_save"]), (&json!(false), &json!(would_save)));
        assert_eq!(data["quality"]["reasons"].as_array().unwrap().is_empty(), would_save);
        assert_eq!(data["privacy_redacted_sections"], json!(i32::from(would_save)));
    }
    let report = ask(&staff.vasya, Way::Rest, "memory_report", json!({"period": "all"})).await.answer();
    assert_eq!((&report["records"], &report["totals"]["created"]), (&json!(0), &json!(0)));
    let both = json!({"content": "TODO", "dry_run": true, "request_id": super::ways::call_key()});
    assert_eq!(ask(&staff.vasya, Way::Rest, "memory_save", both).await.code(), "invalid_request");
}

#[tokio::test]
async fn a_member_may_save_all_the_same_by_saying_why_and_admins_see_how_often() {
    let staff = staff().await;
    let refused = ask(&staff.vasya, Way::Mcp, "memory_save", json!({"content": "TODO"})).await.data();
    assert_eq!(refused["saved"], json!(false));
    let arguments = json!({"content": "TODO", "override_gate": "It is the name of our mascot."});
    let saved = ask(&staff.vasya, Way::Rest, "memory_save", arguments).await.data();
    assert_eq!((&saved["saved"], &saved["content"]), (&json!(true), &json!("TODO")));
    assert_eq!(saved["change_reason"], json!("It is the name of our mascot."));

    let statistics = staff.owner.get("/v1/gate/statistics?days=1").await.expect(200);
    assert_eq!((&statistics["refused"], &statistics["overridden"]), (&json!(1), &json!(1)));
    let day = &statistics["days"][0];
    assert_eq!((&day["reason"], &day["refused"], &day["overridden"]), (&json!("placeholder"), &json!(1), &json!(1)));
    assert_eq!(staff.vasya.get("/v1/gate/statistics").await.refused(403), "insufficient_scope");
}

#[tokio::test]
async fn an_account_may_do_without_the_gate() {
    let staff = staff().await;
    let told = staff
        .owner
        .send(staff.owner.request("PATCH", "/v1/account/policies").json(&json!({"quality_gate": false})))
        .await;
    told.expect(200);
    let data = ask(&staff.vasya, Way::Mcp, "memory_save", json!({"content": "TODO"})).await.data();
    assert_eq!(data["saved"], json!(true));
}
