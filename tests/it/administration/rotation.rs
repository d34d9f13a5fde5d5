//! Rotating: the new token has the same rights, the one before works for a while and no longer.

use annals::clock::Clock;
use chrono::Duration;
use serde_json::{Value, json};

use crate::support::{Client, Service, service};

fn client_of(service: &Service, made: &Value) -> Client {
    Client::new(&service.origin, made["secret"].as_str().unwrap())
}

#[tokio::test]
async fn the_token_before_works_until_the_overlap_ends() {
    let clock = Clock::fixed(Clock::default().now());
    let service = Service::start(|_| {}, clock.clone());
    let account = service.account().await;
    let owner = account.client().await;
    let body = json!({"name": "Robot", "permissions": ["memory:write"], "agent": "robot", "scope": "projects/general",
        "expires_in_days": 10});
    let old = owner.post("/v1/tokens", body).await.expect(200);
    let path = format!("/v1/tokens/{}", old["token"]["token_id"].as_str().unwrap());
    clock.advance(Duration::hours(20));
    let new = owner.post(&format!("{path}/rotate"), json!({"overlap_minutes": 30})).await.expect(200);
    for field in ["name", "permissions", "agent", "scope", "profile", "user_id", "kind"] {
        assert_eq!(new["token"][field], old["token"][field], "{field}");
    }
    let lives = |made: &Value| {
        let at = |field: &str| made["token"][field].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
        (at("expires_at") - at("created_at")).num_hours()
    };
    assert!((239..=240).contains(&lives(&new)) && (239..=240).contains(&lives(&old)), "as long again");
    let read = owner.get(&path).await.expect(200);
    assert_eq!(
        (&read["token"]["state"], &read["token"]["replaced_by"]),
        (&json!("replaced"), &new["token"]["token_id"])
    );
    clock.advance(Duration::minutes(29));
    client_of(&service, &old).get("/v1/me").await.expect(200);
    client_of(&service, &new).get("/v1/me").await.expect(200);
    clock.advance(Duration::minutes(2));
    assert_eq!(client_of(&service, &old).get("/v1/me").await.refused(401), "unauthenticated");
    client_of(&service, &new).get("/v1/me").await.expect(200);
    let again = owner.post(&format!("{path}/rotate"), json!({})).await;
    assert_eq!(again.refused(409), "conflict");
}

#[tokio::test]
async fn an_overlap_gives_no_token_more_life() {
    let clock = Clock::fixed(Clock::default().now());
    let service = Service::start(|_| {}, clock.clone());
    let account = service.account().await;
    let owner = account.client_with(crate::support::Wish { holds: Duration::days(9), ..Default::default() }).await;
    let old =
        owner.post("/v1/tokens", json!({"name": "x", "permissions": ["memory:read"], "expires_in_days": 1})).await;
    let old = old.expect(200);
    let path = format!("/v1/tokens/{}", old["token"]["token_id"].as_str().unwrap());
    owner.post(&format!("{path}/rotate"), json!({"overlap_minutes": 10_080})).await.expect(200);
    assert_eq!(owner.get(&path).await.expect(200)["token"]["expires_at"], old["token"]["expires_at"]);
    for minutes in [0, 10_081] {
        let refused = owner.post(&format!("{path}/rotate"), json!({"overlap_minutes": minutes})).await;
        assert_eq!(refused.refused(422), "invalid_input");
    }
}

#[tokio::test]
async fn of_two_rotations_at_once_one_takes_its_place() {
    let account = service().account().await;
    let owner = account.client().await;
    let old = owner.post("/v1/tokens", json!({"name": "x", "permissions": ["memory:read"]})).await.expect(200);
    let path = format!("/v1/tokens/{}/rotate", old["token"]["token_id"].as_str().unwrap());
    let there = owner.at(&crate::support::replica().origin);
    let (a, b) = tokio::join!(owner.post(&path, json!({})), there.post(&path, json!({})));
    let mut statuses = [a.status.as_u16(), b.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "{} {}", a.text, b.text);
}

#[tokio::test]
async fn a_client_that_is_rotated_has_another_id_and_secret() {
    let account = service().account().await;
    let owner = account.client().await;
    let body = json!({"name": "Robot", "permissions": ["memory:read"], "kind": "client"});
    let old = owner.post("/v1/tokens", body).await.expect(200);
    let path = format!("/v1/tokens/{}/rotate", old["client_id"].as_str().unwrap());
    let new = owner.post(&path, json!({})).await.expect(200);
    assert_eq!(new["token"]["kind"], json!("client"));
    assert_ne!((&new["client_id"], &new["client_secret"]), (&old["client_id"], &old["client_secret"]));
    assert!(new["client_secret"].as_str().unwrap().starts_with("annals_cs_"));
}
