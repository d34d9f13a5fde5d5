//! How much was recorded.

use serde_json::json;

use super::staff::staff;
use super::ways::{WAYS, Way, ask, save, team};

#[tokio::test]
async fn a_report_counts_by_type_project_and_author() {
    let staff = staff().await;
    for (client, kind, project) in
        [(&staff.vasya, "fact", "billing"), (&staff.vasya, "decision", "billing"), (&staff.anna, "fact", "general")]
    {
        let content = format!("A {kind} about {project}.");
        let arguments = json!({"content": content, "type": kind, "project": project, "scope": team("engineering")});
        ask(client, Way::Rest, "memory_save", arguments).await.answer();
    }
    let again = json!({"content": "A fact about general.", "scope": team("engineering")});
    ask(&staff.vasya, Way::Rest, "memory_save", again).await.answer();
    let gone = save(&staff.vasya, "Deleted at once.", team("engineering")).await;
    let delete = json!({"id": gone, "expected_revision": 1, "reason": "Wrong.", "scope": team("engineering")});
    ask(&staff.vasya, Way::Rest, "memory_delete", delete).await.answer();
    save(&staff.vasya, "Vasya's own.", json!({"kind": "personal"})).await;
    save(&staff.boris, "Everybody's own.", json!({"kind": "shared"})).await;

    for way in WAYS {
        for period in ["day", "week", "month", "all"] {
            let arguments = json!({"scope": "team", "team_id": "engineering", "period": period});
            let report = ask(&staff.vasya, way, "memory_report", arguments).await.answer();
            assert_eq!(report["records"], json!(3), "{period}");
            assert_eq!(report["totals"], json!({"created": 4, "confirmed": 1, "superseded": 0, "deleted": 1}));
            assert_eq!(report["by_type"], json!([{"name": "fact", "count": 2}, {"name": "decision", "count": 1}]));
            assert_eq!(report["by_project"], json!([{"name": "billing", "count": 2}, {"name": "general", "count": 1}]));
            assert_eq!(
                report["by_author"],
                json!([
                    {"user_id": "vasya", "display_name": "vasya", "count": 2},
                    {"user_id": "anna", "display_name": "anna", "count": 1},
                ])
            );
        }
        let own = ask(&staff.vasya, way, "memory_report", json!({})).await.answer();
        assert_eq!((&own["scope"], &own["records"]), (&json!("personal"), &json!(1)));
        let company = ask(&staff.vasya, way, "memory_report", json!({"scope": "company"})).await.answer();
        assert_eq!(company["records"], json!(4));
        let outsider = ask(&staff.boris, way, "memory_report", json!({"scope": "company"})).await.answer();
        assert_eq!(outsider["records"], json!(1));
        let before = ask(&staff.vasya, way, "memory_report", json!({"scope": "company", "period": "day", "offset": 2}))
            .await
            .answer();
        assert_eq!((&before["records"], &before["totals"]["created"]), (&json!(0), &json!(0)));
        let past =
            ask(&staff.vasya, way, "memory_report", json!({"scope": "company", "until": "2020-01-01"})).await.answer();
        assert_eq!((&past["records"], &past["until"]), (&json!(0), &json!("2020-01-01T00:00:00Z")));
        let prose = ask(&staff.vasya, way, "memory_report", json!({"include_llm_summary": true})).await.answer();
        assert!(prose["notice"].as_str().unwrap().contains("chat model"));
    }
}
