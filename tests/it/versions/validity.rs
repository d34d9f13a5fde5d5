//! What was true when.

use serde_json::{Value, json};

use crate::support::{Client, service};

async fn valid_at(client: &Client, day: &str) -> Vec<String> {
    let listed = client.get(&format!("/v1/records?valid_at={day}")).await.expect(200);
    listed["records"].as_array().unwrap().iter().map(|record| record["text"].as_str().unwrap().to_owned()).collect()
}

async fn import(client: &Client, fold: bool, records: Value) {
    let imported = client
        .post("/v1/records/import", json!({"scope": "projects/general", "fold": fold, "records": records}))
        .await
        .expect(200);
    assert_eq!((&imported["refused"], &imported["seen_again"]), (&json!([]), &json!(0)), "{imported}");
}

#[tokio::test]
async fn a_role_held_twice_was_not_held_in_between() {
    // The second time it may be told in other words, or in the same where folding is off.
    for (fold, again) in [(true, "Anna is treasurer again."), (false, "Anna is treasurer.")] {
        let account = service().account().await;
        let client = account.client().await;
        let records = json!([
            {"content": "Anna is treasurer.", "kind": "fact", "valid_from": "2019-01-01", "valid_to": "2021-01-01"},
            {"content": again, "kind": "fact", "valid_from": "2023-04-01"},
        ]);
        import(&client, fold, records).await;
        for (day, wanted) in [
            ("2018-12-31", vec![]),
            ("2019-01-01", vec!["Anna is treasurer."]),
            ("2020-12-31", vec!["Anna is treasurer."]),
            ("2021-01-01", vec![]),
            ("2021-06-15", vec![]),
            ("2023-03-31", vec![]),
            ("2023-04-01", vec![again]),
            ("2026-01-01", vec![again]),
        ] {
            assert_eq!(valid_at(&client, day).await, wanted, "{day}");
        }
    }
}

#[tokio::test]
async fn what_says_nothing_of_it_counts_from_when_it_happened() {
    let account = service().account().await;
    let client = account.client().await;
    import(&client, true, json!([{"content": "The bridge was opened.", "kind": "fact", "occurred_at": "2015-05-05"}]))
        .await;
    assert_eq!(valid_at(&client, "2015-05-04").await, Vec::<String>::new());
    assert_eq!(valid_at(&client, "2015-05-05").await, ["The bridge was opened."]);
}
