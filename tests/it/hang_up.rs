//! Clients that hang up (security.md, finding 1 and 2.4): whatever the moment at which a request is dropped, no connection
//! comes back to the pool inside a transaction or with an account set, and no write that was confirmed is lost.

mod broken_off;
pub mod chance;
mod watched;

use std::time::{Duration, Instant};

use annals::auth::{ClientSurface, Need, Permission, Role, authorize};
use annals::ids::AccountId;
use annals::store::accounts;
use annals::store::tx::SystemPurpose;
use serde_json::{Value, json};

use broken_off::polled_at_most;
use chance::Chance;
use watched::{Watched, settled};

use crate::support::{Client, Wish};

const ROUNDS: usize = 160;

async fn remember(client: &Client, marker: &str, round: usize) -> Value {
    let body =
        json!({"content": format!("{marker} wrote note {round}."), "path": "projects/pool", "create_project": true});
    client.post("/v1/memories", body).await.expect(200)
}

/// The texts that a search shows.
async fn shown(client: &Client) -> Vec<String> {
    let found = client.post("/v1/memories/search", json!({"query": "wrote note", "limit": 20})).await.expect(200);
    let items = found["items"].as_array().unwrap();
    items.iter().map(|item| item["content"].as_str().unwrap_or_default().to_owned()).collect()
}

/// How long a write takes: the middle of some.
async fn usual_time(client: &Client) -> Duration {
    let mut times = Vec::new();
    for round in 0..9 {
        let started = Instant::now();
        remember(client, "Alpha", 10_000 + round).await;
        times.push(started.elapsed());
    }
    times.sort();
    times[times.len() / 2]
}

async fn storm(connections: u32, seed: u64) {
    let watched = Watched::start(connections).await;
    let (alpha, beta) = (watched.account().await, watched.account().await);
    let (dropping, steady) = (alpha.client().await, beta.client().await);
    let usual = usual_time(&dropping).await;
    let mut chance = Chance::new(seed);
    let (mut confirmed_alpha, mut confirmed_beta, mut dropped) = (Vec::new(), Vec::new(), 0);
    for round in 0..ROUNDS {
        let limit = usual.mul_f64(chance.fraction() * 1.3);
        match tokio::time::timeout(limit, remember(&dropping, "Alpha", round)).await {
            Ok(reply) => confirmed_alpha.push(reply["id"].as_str().unwrap().to_owned()),
            Err(_) => dropped += 1,
        }
        if round % 3 == 0 {
            let limit = usual.mul_f64(chance.fraction());
            dropped += usize::from(tokio::time::timeout(limit, shown(&dropping)).await.is_err());
        }
        confirmed_beta.push(remember(&steady, "Beta", round).await["id"].as_str().unwrap().to_owned());
        if round % 8 == 0 {
            let texts = shown(&steady).await;
            assert!(!texts.is_empty());
            assert!(texts.iter().all(|text| text.starts_with("Beta")), "seed {seed}, round {round}: {texts:?}");
        }
    }
    assert!(dropped > ROUNDS / 4, "seed {seed}: only {dropped} requests were dropped");
    assert!(!confirmed_alpha.is_empty(), "seed {seed}: every request was dropped");

    watched.settled().await;
    for (client, confirmed, marker) in [(&dropping, confirmed_alpha, "Alpha"), (&steady, confirmed_beta, "Beta")] {
        for id in confirmed {
            let kept = client.get(&format!("/v1/versions/{id}")).await.expect(200);
            assert!(kept["version"]["content"].as_str().unwrap().starts_with(marker), "{kept}");
        }
    }
    assert!(shown(&dropping).await.iter().all(|text| text.starts_with("Alpha")));
    let pool = watched.service().app.env.store.pool_state();
    assert!(pool.open <= connections, "{pool:?}");
}

#[tokio::test]
async fn a_pool_of_one_survives_clients_that_hang_up() {
    storm(1, 0x5EED_0001).await;
}

#[tokio::test]
async fn a_pool_of_four_survives_clients_that_hang_up() {
    storm(4, 0x5EED_0004).await;
}

/// The same below the kernel, whose tasks cannot be dropped: the beginning of a transaction is broken off at every moment,
/// and what is written next on that connection must still be there. A read's begin is broken off, since a write that met the
/// rest of it would find itself in a transaction that is READ ONLY.
#[tokio::test]
async fn a_begin_that_is_broken_off_leaves_the_connection_clean() {
    let watched = Watched::start(1).await;
    let account = watched.account().await;
    let (token, _) = account.token(Wish::default()).await;
    let caller = watched.service().caller(&token, ClientSurface::Rest).await.unwrap();
    let store = watched.service().app.env.store.clone();
    let mut superuser = watched.database().superuser().await;
    let made = watched
        .service()
        .on_runtime(async move {
            let need = Need {
                permissions: &[Permission::MemoryRead],
                mcp_permissions: &[],
                role: Role::Viewer,
                writes: false,
            };
            let proof = authorize(&caller, &need).unwrap();
            let mut chance = Chance::new(0x5EED_B001);
            let (mut made, mut dropped) = (Vec::new(), 0);
            // How many polls a begin takes depends on the machine: rounds go on until enough were broken off.
            let mut rounds = 0;
            while rounds < 250 || (dropped <= 60 && rounds < 2_000) {
                rounds += 1;
                let moment = chance.up_to(8);
                dropped += usize::from(polled_at_most(moment, store.account(&proof)).await.is_none());
                let new = AccountId::generate();
                let mut tx = store.system(SystemPurpose::Accounts).await.unwrap();
                accounts::insert(&mut tx, new, "Written after a broken begin").await.unwrap();
                tx.commit().await.unwrap();
                made.push(new);
            }
            assert!(dropped > 60, "only {dropped} were broken off");
            for moment in 1..=8 {
                let _ = polled_at_most(moment, store.account(&proof)).await;
                settled(&mut superuser).await;
            }
            made
        })
        .await;
    let mut superuser = watched.database().superuser().await;
    for account in made {
        let count =
            superuser.value(&format!("SELECT count(*) FROM accounts WHERE account_id = '{}'", account.uuid())).await;
        assert_eq!(count, "1", "a committed write was lost");
    }
}

/// The control: a connection that still carried an account would be seen.
#[tokio::test]
async fn a_connection_that_still_carries_an_account_is_seen() {
    let watched = Watched::start(1).await;
    let account = watched.account().await;
    let mut database = watched.database().app().await;
    let enter =
        format!("SELECT state FROM app.enter('{}', '{}', NULL, 10000, NULL)", account.id.uuid(), account.owner.uuid());
    assert_eq!(database.value(&enter).await, "ok");
    database.must(&format!("SET app.account_id = '{}'", account.id.uuid())).await;
    assert!(database.rows(&enter).await.unwrap_err().message.contains("carries an account"));
    database.must("RESET ALL; BEGIN").await;
    assert_eq!(database.value(&enter).await, "ok");
    assert!(database.rows(&enter).await.unwrap_err().message.contains("carries an account"));
}
