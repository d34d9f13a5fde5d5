//! Reading from an explicit position: dense from 1, in any portion, any number of times.

use serde_json::{Value, json};

use super::following::{page, positions, rows, settled};
use crate::support::{Account, Client, service};

/// An account whose feed has twenty-four rows of every kind, the last of them a marker.
async fn filled(account: &Account<'_>) -> (Client, Vec<Value>) {
    let client = account.client().await;
    for number in 0..9 {
        let path = if number % 2 == 0 { "projects/general" } else { "people/owner" };
        client.remember(&format!("Ibex number {number}."), path).await;
    }
    let items: Vec<Value> =
        (0..9).map(|number| json!({"kind": "fact", "text": format!("Ibex fact {number}.")})).collect();
    client.post("/v1/summaries", json!({"text": "Of ibexes.", "items": items})).await.expect(200);
    let document = json!({"kind": "adr", "number": 1, "title": "Ibexes", "body": "Keep them."});
    client.post("/v1/documents", document).await.expect(200);
    let rule = json!({"kind": "convention", "text": "Ibexes climb.", "scope": "projects/general"});
    client.post("/v1/rules", rule).await.expect(200);
    let first = client.remember("An ibex that goes.", "projects/general").await;
    client.post(&format!("/v1/memories/{first}/forget"), json!({"mode": "hard_delete"})).await.expect(200);
    settled(&client, 0).await;
    let whole = page(&client, "limit=500").await;
    assert_eq!(whole["more"], json!(false));
    (client, rows(&whole))
}

#[tokio::test]
async fn positions_are_dense_from_one_and_an_account_counts_for_itself() {
    let (account, other) = (service().account().await, service().account().await);
    let stranger = other.client().await;
    stranger.remember("Written before.", "projects/general").await;
    let (_, whole) = filled(&account).await;
    for number in 0..5 {
        stranger.remember(&format!("Written besides {number}."), "projects/general").await;
    }
    let (client, again) = (account.client().await, whole.len());
    assert_eq!(positions(&whole), (1..=24).collect::<Vec<i64>>());
    client.remember("One more of ours.", "projects/general").await;
    settled(&client, 24).await;
    let grown = rows(&page(&client, "limit=500").await);
    assert_eq!(positions(&grown), (1..=26).collect::<Vec<i64>>());
    assert_eq!(grown[..again], whole, "what was read stays as it was");
}

#[tokio::test]
async fn any_position_and_any_portion_give_the_same_rows() {
    let account = service().account().await;
    let (client, whole) = filled(&account).await;
    for after in 0..=whole.len() {
        let rest = page(&client, &format!("after={after}&limit=500")).await;
        assert_eq!(rows(&rest), whole[after..], "after {after}");
        assert_eq!((&rest["next_after"], &rest["more"]), (&json!(24), &json!(false)), "after {after}");
    }
    for limit in [1, 2, 5, 23, 24, 25, 500] {
        let (mut after, mut read) = (0, Vec::new());
        loop {
            let query = format!("after={after}&limit={limit}");
            let next = client.get(&format!("/v1/changes?{query}")).await;
            assert_eq!(next.text, client.get(&format!("/v1/changes?{query}")).await.text, "asked twice, told twice");
            let next = next.expect(200);
            let given = rows(&next);
            assert!(given.len() <= limit, "limit {limit}");
            after = next["next_after"].as_i64().unwrap();
            assert_eq!(positions(&given).last(), Some(&after));
            read.extend(given);
            assert_eq!(next["more"], json!(read.len() < whole.len()), "limit {limit} after {after}");
            if read.len() >= whole.len() {
                break;
            }
        }
        assert_eq!(read, whole, "limit {limit}");
    }
    let absent = page(&client, "").await;
    assert_eq!(rows(&absent), whole, "from the start, fifty at most");
}

#[tokio::test]
async fn a_position_beyond_the_end_is_empty_and_is_kept() {
    let account = service().account().await;
    let (client, _) = filled(&account).await;
    for after in ["24", "25", "1000000000", "9223372036854775807"] {
        let end = page(&client, &format!("after={after}")).await;
        let next: i64 = after.parse().unwrap();
        assert_eq!(end, json!({"changes": [], "next_after": next, "more": false}));
    }
    let fresh = service().account().await.client().await;
    assert_eq!(page(&fresh, "").await, json!({"changes": [], "next_after": 0, "more": false}));
}

#[tokio::test]
async fn what_is_out_of_range_is_refused_with_the_name_of_its_field() {
    let account = service().account().await;
    let client = account.client().await;
    let out_of_range = [
        ("after", "-1"),
        ("after", "x"),
        ("after", "9223372036854775808"),
        ("limit", "0"),
        ("limit", "-1"),
        ("limit", "501"),
        ("limit", "1000000000"),
        ("wait", "-1"),
        ("wait", "31"),
        ("wait", "1000000000"),
        ("wait", "soon"),
    ];
    for (field, value) in out_of_range {
        let refusal = client.get(&format!("/v1/changes?{field}={value}")).await;
        assert_eq!(refusal.refused(422), "invalid_input", "{field}={value}");
        assert_eq!(refusal.json()["field"], field, "{field}={value}: {}", refusal.text);
    }
    for (limit, status) in [("1", 200), ("500", 200)] {
        client.get(&format!("/v1/changes?limit={limit}")).await.expect(status);
    }
}

/// Ruling 40: a page stops early and is gone on with after it.
#[tokio::test]
async fn a_page_of_long_titles_stays_below_a_hundred_kilobytes_and_loses_no_row() {
    let account = service().account().await;
    let client = account.client().await;
    let records: Vec<Value> =
        (0..450).map(|number| json!({"content": format!("{number} {}", "記憶を検索する".repeat(40))})).collect();
    let import = json!({"scope": "projects/general", "records": records, "fold": false});
    assert_eq!(client.post("/v1/records/import", import).await.expect(200)["stored"], json!(450));
    settled(&client, 0).await;
    let (mut after, mut read) = (0, Vec::new());
    loop {
        let answer = client.get(&format!("/v1/changes?after={after}&limit=500")).await;
        assert!(answer.text.len() <= 100_000, "{} bytes", answer.text.len());
        let answer = answer.expect(200);
        read.extend(positions(&rows(&answer)));
        after = answer["next_after"].as_i64().unwrap();
        if answer["more"] == json!(false) {
            break;
        }
    }
    assert_eq!(read, (1..=451).collect::<Vec<i64>>());
}
