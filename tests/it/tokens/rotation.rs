//! Keys that sign tokens: rotated while tokens hold, and removed at once.

use std::time::{Duration, Instant};

use annals::clock::Clock;
use serde_json::Value;

use super::workshop::Workshop;
use crate::support::{Binary, Client, OwnDatabase, Service, Wish};

/// Asks until it is so; replicas read the keys every two seconds.
async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let limit = Instant::now() + Duration::from_secs(20);
    while !is_so().await {
        assert!(Instant::now() < limit, "{what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn kids(service: &Service) -> Vec<String> {
    let keys = Client::new(&service.origin, "").get("/.well-known/jwks.json").await.json();
    keys["keys"].as_array().unwrap().iter().map(|key| key["kid"].as_str().unwrap().to_owned()).collect()
}

async fn status(client: &Client) -> u16 {
    client.get("/v1/changes").await.status.as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_key_is_published_before_it_signs_and_a_removed_one_is_refused_on_every_replica() {
    let own = OwnDatabase::migrated().await;
    let clock = Clock::fixed(Clock::default().now());
    let url = own.app_url();
    let here = Service::start(move |config| config.database_url = Some(url), clock.clone());
    let (url, origin) = (own.app_url(), here.origin.clone());
    let there = Service::start(
        move |config| {
            config.database_url = Some(url);
            config.public_url = origin;
        },
        clock.clone(),
    );
    let binary = Binary::new().with("ANNALS_DATABASE_URL", &own.app_url());
    let account = here.account().await;
    let (old_token, _) = account.token(Wish::default()).await;
    let old = Client::new(&here.origin, &old_token);
    let first = kids(&here).await;
    assert_eq!(first.len(), 1);

    let refused = binary.run(&["key", "remove", "--kid", &first[0], "--json"]).refusal();
    assert_eq!(refused["field"], "--kid", "the only key that signs stays");

    let made = binary.run(&["key", "rotate", "--after-minutes", "10", "--json"]).json();
    let second = made["kid"].as_str().unwrap().to_owned();
    for service in [&here, &there] {
        until("the new key is published", async || kids(service).await.contains(&second)).await;
    }
    let (token, _) = account.token(Wish::default()).await;
    assert_eq!(Workshop::new(&token).header["kid"], Value::from(first[0].clone()), "it does not sign yet");

    clock.advance(chrono::Duration::minutes(11));
    until("the new key signs", async || {
        let (token, _) = account.token(Wish::default()).await;
        Workshop::new(&token).header["kid"] == second.as_str()
    })
    .await;
    let (new_token, _) = account.token(Wish::default()).await;
    let new = Client::new(&here.origin, &new_token);
    for client in [&old, &new, &old.at(&there.origin), &new.at(&there.origin)] {
        assert_eq!(status(client).await, 200, "what either key signed is good on every replica");
    }

    // The program goes by the system's clock, on which the new key does not sign yet.
    own.superuser().await.must(&format!("UPDATE signing_keys SET signs_from = now() WHERE kid = '{second}'")).await;
    assert_eq!(binary.run(&["key", "remove", "--kid", &first[0], "--json"]).json()["removed"], first[0].as_str());
    for client in [old.clone(), old.at(&there.origin)] {
        until("the old key is refused", async || status(&client).await == 401).await;
    }
    for client in [&new, &new.at(&there.origin)] {
        assert_eq!(status(client).await, 200, "what the new key signed stays good");
    }
}
