//! Waiting for changes: until one is there, without a connection, and only for as long as the token holds.

use std::time::Duration;

use annals::auth::Role;
use annals::clock::Clock;
use futures::future::{join, join_all};
use serde_json::json;
use tokio::time::timeout;

use super::following::{page, positions, rows, settled};
use crate::support::{Client, Service, Wish, service};

/// A bound for what would otherwise hang, far above what it takes and below the longest wait.
const BOUND: Duration = Duration::from_secs(25);

/// Calls of another kind, one after the other: whatever was sent before them has long been begun when they are done.
async fn keep_busy(client: &Client) {
    for _ in 0..20 {
        client.get("/v1/workspaces").await.expect(200);
    }
}

#[tokio::test]
async fn a_waiting_call_answers_when_something_is_written_on_its_own_replica_or_on_another() {
    let here = service();
    let account = here.account().await;
    let client = account.client().await;
    let public_url = here.origin.clone();
    let there = Service::start(move |config| config.public_url = public_url, Clock::default());
    let (_, mut after) = settled(&client, 0).await;
    let origins = [&here.origin, &there.origin];
    for (waits, writes) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let (reader, writer) = (client.at(origins[waits]), client.at(origins[writes]));
        let write = async {
            keep_busy(&writer).await;
            writer.remember(&format!("Written on {writes} while {waits} waits."), "projects/general").await
        };
        let query = format!("after={after}&wait=30");
        let waiting = timeout(BOUND, page(&reader, &query));
        let (read, id) = join(waiting, write).await;
        let read = read.unwrap_or_else(|_| panic!("{waits} does not hear of {writes}"));
        let told = rows(&read);
        assert_eq!(told.len(), 1, "{read}");
        assert_eq!(told[0]["record_id"], json!(id));
        after = read["next_after"].as_i64().unwrap();
    }
}

#[tokio::test]
async fn a_call_that_has_something_to_say_does_not_wait() {
    let account = service().account().await;
    let client = account.client().await;
    settled(&client, 0).await;
    let read = timeout(BOUND, page(&client, "after=0&wait=30")).await.expect("it answers at once");
    assert_eq!(positions(&rows(&read)), [1]);
}

#[tokio::test]
async fn a_call_that_waits_in_vain_answers_with_nothing() {
    let account = service().account().await;
    let client = account.client().await;
    let (_, after) = settled(&client, 0).await;
    let read = page(&client, &format!("after={after}&wait=1")).await;
    assert_eq!(read, json!({"changes": [], "next_after": after, "more": false}));
}

/// Were a connection held by each, the other calls would be refused after the five seconds that a call waits for one.
#[tokio::test]
async fn twenty_waiting_calls_hold_none_of_four_connections() {
    let small = Service::start(|config| config.pool.connections = 4, Clock::default());
    let account = small.account().await;
    let client = account.client().await;
    let (_, after) = settled(&client, 0).await;
    // They wait for what never comes before the last write: the writes go to an account of their own.
    let other = small.account().await;
    let busy = other.client().await;
    let query = format!("after={after}&wait=30");
    let waiting = timeout(BOUND, join_all((0..20).map(|_| page(&client, &query))));
    let works = async {
        keep_busy(&client).await;
        for number in 0..20 {
            busy.remember(&format!("Written while twenty wait {number}."), "projects/general").await;
            busy.post("/v1/memories/recall", json!({"query": "written"})).await.expect(200);
        }
        let open = small.app.env.store.pool_state().open;
        assert!(open <= 4, "{open}");
        client.remember("What they wait for.", "projects/general").await
    };
    let (told, id) = join(waiting, works).await;
    for read in told.expect("all of them hear of it") {
        assert_eq!(rows(&read)[0]["record_id"], json!(id), "{read}");
    }
}

#[tokio::test]
async fn the_waiting_call_of_a_revoked_token_ends_with_401() {
    let account = service().account().await;
    let client = account.client().await;
    let (_, after) = settled(&client, 0).await;
    let (token, id) = account.token(Wish::default()).await;
    let leaving = Client::new(&service().origin, &token);
    let revoke = async {
        keep_busy(&client).await;
        account.revoke(id).await;
    };
    let path = format!("/v1/changes?after={after}&wait=30");
    let (answer, ()) = join(timeout(BOUND, leaving.get(&path)), revoke).await;
    let answer = answer.expect("it does not wait to the end");
    assert_eq!(answer.refused(401), "unauthenticated");
}

#[tokio::test]
async fn what_a_reader_may_not_read_does_not_end_the_wait() {
    let account = service().account().await;
    let owner = account.client().await;
    let member = account.member(Role::Member, "boris").await;
    let reader = account.client_with(Wish { user: Some(member), ..Wish::default() }).await;
    owner.post("/v1/scopes", json!({"path": "teams/secret"})).await.expect(200);
    let (_, after) = settled(&owner, 0).await;
    let path = format!("/v1/changes?after={after}&wait=2");
    let write = async {
        for number in 0..5 {
            owner.remember(&format!("Nothing for Boris {number}."), "teams/secret").await;
        }
    };
    let (answer, ()) = join(reader.get(&path), write).await;
    assert_eq!(answer.expect(200), json!({"changes": [], "next_after": after, "more": false}));
    assert!(!rows(&page(&owner, &format!("after={after}&wait=30")).await).is_empty(), "the owner reads them");
}
