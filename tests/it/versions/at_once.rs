//! Many who change the same thing at the same moment, over two replicas.

use futures::future::join_all;
use serde_json::json;

use super::said::{WAYS, current, replace, say, successor, version};
use crate::catalogue::Way;
use crate::support::{Client, replica, service, stored};

fn at(client: &Client, place: usize) -> Client {
    client.at(if place.is_multiple_of(2) { &service().origin } else { &replica().origin })
}

#[tokio::test(flavor = "multi_thread")]
async fn of_fifty_updates_over_two_replicas_one_wins_and_the_rest_learn_the_revision() {
    let account = service().account().await;
    let client = account.client().await;
    let saved = client.post("/v1/workspace/save", json!({"content": "Fifty want to change this."})).await.expect(200);
    let id = &saved["data"]["id"];
    let updates = (0..50).map(|place| {
        let body = json!({"id": id, "expected_revision": 1, "content": format!("Agent number {place} has changed this."),
            "reason": "It changed."});
        let client = at(&client, place);
        async move { client.post("/v1/workspace/update", body).await }
    });
    let told = join_all(updates).await;
    let winners: Vec<_> = told.iter().filter(|told| told.status == 200).collect();
    assert_eq!(winners.len(), 1);
    let current = &winners[0].json()["data"];
    for loser in told.iter().filter(|told| told.status != 200) {
        let body = loser.expect(409);
        assert_eq!(
            (&body["code"], &body["current_revision"], &body["current_id"]),
            (&json!("conflict"), &json!(2), &current["id"])
        );
    }
    let active = stored::column(&format!(
        "SELECT content FROM memories WHERE account_id = '{}' AND status = 'active'",
        account.id.uuid()
    ))
    .await;
    assert_eq!(active, [current["content"].as_str().unwrap()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_thirty_replacements_over_two_replicas_and_both_surfaces_one_wins() {
    let account = service().account().await;
    let client = account.client().await;
    let old = say(&client, Way::Rest, "decision", "Thirty want to decide anew.").await;
    let told = join_all((0..30).map(|place| {
        let (client, old) = (at(&client, place), &old);
        let text = format!("Agent number {place} has decided anew.");
        async move { replace(&client, WAYS[place / 2 % 2], "decision", &text, old).await }
    }))
    .await;
    let winners: Vec<_> = told.iter().filter(|told| told.code.is_none()).collect();
    assert_eq!(winners.len(), 1);
    let winner = successor(winners[0]);
    for loser in told.iter().filter(|told| told.code.is_some()) {
        assert_eq!(loser.code.as_deref(), Some("conflict"), "{}", loser.body());
        assert!(loser.body().contains(&winner), "{}", loser.body());
    }
    assert_eq!(current(&client, Way::Rest).await.len(), 1);
    assert_eq!(version(&client, Way::Rest, &old).await["superseded_by"], json!(winner));
}

#[tokio::test(flavor = "multi_thread")]
async fn batches_that_replace_the_same_in_another_order_do_not_block_each_other() {
    let account = service().account().await;
    let client = account.client().await;
    let mut olds = Vec::new();
    for place in 0..6 {
        olds.push(say(&client, Way::Rest, "fact", &format!("Shelf {place} is empty.")).await);
    }
    let told = join_all((0..12).map(|round| {
        let client = at(&client, round);
        let mut items: Vec<_> = olds
            .iter()
            .enumerate()
            .map(|(place, old)| {
                json!({"kind": "fact", "text": format!("Shelf {place} is full since round {round}."), "supersedes": old})
            })
            .collect();
        items.rotate_left(round % 6);
        if round % 3 == 0 {
            items.reverse();
        }
        async move { client.post("/v1/summaries", json!({"items": items})).await }
    }))
    .await;
    assert_eq!(told.iter().filter(|told| told.status == 200).count(), 1);
    assert!(told.iter().all(|told| told.status == 200 || told.json()["code"] == json!("conflict")));
    // One round won all of it.
    let current = current(&client, Way::Rest).await;
    assert_eq!(current.len(), 6);
    let rounds: std::collections::BTreeSet<&str> =
        current.iter().map(|text| text.rsplit(' ').next().unwrap()).collect();
    assert_eq!(rounds.len(), 1, "{current:?}");
}
