//! Many who say the same at the same moment, over two replicas.

use std::collections::BTreeSet;

use futures::future::join_all;
use serde_json::json;

use super::saying::{ALL, counts};
use crate::support::{replica, service};

#[tokio::test(flavor = "multi_thread")]
async fn twenty_identical_saves_leave_one_record_that_was_said_twenty_times() {
    for storing in ALL {
        let account = service().account().await;
        let clients = [account.client().await, account.client().await.at(&replica().origin)];
        let told =
            join_all((0..20).map(|place| storing.say(&clients[place % 2], "fact", "The rota changes on Fridays.")))
                .await;
        assert_eq!(told.iter().filter(|told| !told.is_known).count(), 1, "{storing:?}");
        assert!(told.iter().all(|one| one.id == told[0].id), "{storing:?}");
        let counted: BTreeSet<u64> = told.iter().map(|told| told.seen_count.unwrap()).collect();
        assert_eq!(counted, (1..=20).collect::<BTreeSet<u64>>(), "{storing:?}: no count is told twice");
        assert_eq!(counts(&account).await, ["20 The rota changes on Fridays."], "{storing:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_who_say_it_by_different_operations_say_it_once() {
    let account = service().account().await;
    let clients = [account.client().await, account.client().await.at(&replica().origin)];
    let told = join_all(
        (0..30).map(|place| ALL[place % 3].say(&clients[place / 3 % 2], "fact", "The rota changes on Fridays.")),
    )
    .await;
    assert_eq!(told.iter().filter(|told| !told.is_known).count(), 1);
    assert_eq!(counts(&account).await, ["30 The rota changes on Fridays."]);
}

#[tokio::test(flavor = "multi_thread")]
async fn batches_that_say_the_same_in_another_order_all_succeed() {
    let account = service().account().await;
    let clients = [account.client().await, account.client().await.at(&replica().origin)];
    let told = join_all((0..20).map(|round| {
        let mut items: Vec<_> =
            (0..8).map(|place| json!({"kind": "fact", "text": format!("Shelf {place} is full.")})).collect();
        items.rotate_left(round % 8);
        clients[round % 2].post("/v1/summaries", json!({"items": items}))
    }))
    .await;
    for told in told {
        told.expect(200);
    }
    let wanted: Vec<String> = (0..8).map(|place| format!("20 Shelf {place} is full.")).collect();
    assert_eq!(counts(&account).await, wanted);
}
