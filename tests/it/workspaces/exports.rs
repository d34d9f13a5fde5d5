//! Everything in a workspace, a page at a time.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::staff::{Staff, staff};
use super::ways::{WAYS, Way, ask, save, team};

/// Every record of a workspace, page by page. Positions are given a moment after a commit: the walk goes on until the
/// workspace has given as many as there are.
async fn export(staff: &Staff<'_>, way: Way, scope: &Value, expected: usize) -> Vec<Value> {
    let (mut after, mut records) = (0, Vec::new());
    for _ in 0..1_000 {
        let page = ask(&staff.vasya, way, "memory_export", json!({"scope": scope, "after": after})).await.answer();
        let given = page["records"].as_array().unwrap();
        assert!(given.len() <= 50);
        records.extend(given.iter().cloned());
        after = page["next_after"].as_i64().unwrap();
        if page["more"] == json!(false) && records.len() >= expected {
            break;
        }
    }
    records
}

fn ids(records: &[Value]) -> Vec<i64> {
    records.iter().map(|record| record["id"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn twelve_hundred_and_one_records_are_each_exported_once() {
    let staff = staff().await;
    let lines: Vec<Value> = (0..1_201)
        .map(|place| json!({"content": format!("Imported fact number {place}."), "kind": "fact", "path": "teams/engineering"}))
        .collect();
    for part in lines.chunks(400) {
        staff.owner.post("/v1/records/import", json!({"records": part})).await.expect(200);
    }
    for way in WAYS {
        let records = export(&staff, way, &team("engineering"), 1_201).await;
        assert_eq!(records.len(), 1_201);
        assert_eq!(ids(&records).into_iter().collect::<BTreeSet<_>>().len(), 1_201);
    }
    let report = ask(
        &staff.vasya,
        Way::Mcp,
        "memory_report",
        json!({"scope": "team", "team_id": "engineering", "period": "all"}),
    );
    assert_eq!(report.await.answer()["records"], json!(1_201));
}

#[tokio::test]
async fn superseded_records_are_exported_and_deleted_ones_are_not() {
    let staff = staff().await;
    let scope = team("engineering");
    let kept = save(&staff.vasya, "Kept as it is.", scope.clone()).await;
    let old = save(&staff.vasya, "Replaced by a newer text.", scope.clone()).await;
    let update =
        json!({"id": old, "expected_revision": 1, "content": "The newer text.", "reason": "New.", "scope": scope});
    let new = ask(&staff.vasya, Way::Rest, "memory_update", update).await.data()["id"].as_i64().unwrap();
    let gone = save(&staff.vasya, "Deleted right away.", scope.clone()).await;
    let delete = json!({"id": gone, "expected_revision": 1, "reason": "Wrong.", "scope": scope});
    ask(&staff.vasya, Way::Rest, "memory_delete", delete).await.answer();
    save(&staff.vasya, "Stands in another workspace.", json!({"kind": "personal"})).await;
    for way in WAYS {
        let records = export(&staff, way, &scope, 3).await;
        assert_eq!(ids(&records), [kept, old, new]);
        let standing: Vec<&Value> = records.iter().map(|record| &record["status"]).collect();
        assert_eq!(standing, [&json!("active"), &json!("superseded"), &json!("active")]);
    }
}

#[tokio::test]
async fn what_is_written_between_two_pages_neither_repeats_nor_hides_a_record() {
    let staff = staff().await;
    let scope = team("engineering");
    let mut expected = Vec::new();
    for place in 0..6 {
        expected.push(save(&staff.vasya, &format!("Record number {place} of a page."), scope.clone()).await);
    }
    export(&staff, Way::Rest, &scope, 6).await;
    let page = ask(&staff.vasya, Way::Rest, "memory_export", json!({"scope": scope, "limit": 3})).await.answer();
    let mut seen = ids(page["records"].as_array().unwrap());
    expected.push(save(&staff.anna, "Written between two pages.", scope.clone()).await);
    let mut after = page["next_after"].clone();
    for _ in 0..1_000 {
        let page = ask(&staff.vasya, Way::Rest, "memory_export", json!({"scope": scope, "after": after, "limit": 3}))
            .await
            .answer();
        seen.extend(ids(page["records"].as_array().unwrap()));
        after = page["next_after"].clone();
        if seen.len() >= expected.len() {
            break;
        }
    }
    assert_eq!(seen, expected);
    let empty = ask(&staff.vasya, Way::Rest, "memory_export", json!({"scope": scope, "after": after})).await.answer();
    assert_eq!((&empty["records"], &empty["next_after"], &empty["more"]), (&json!([]), &after, &json!(false)));
}
