//! How long replies are kept: 30 days, and for good in the facts family.

use annals::CATALOG;
use annals::clock::Clock;
use annals::op::{Family, Retry};
use chrono::Duration;
use serde_json::json;

use crate::support::{Service, Wish, stored};

#[tokio::test]
async fn a_reply_is_kept_for_thirty_days() {
    let clock = Clock::fixed(Clock::default().now());
    let service = Service::start(|_| {}, clock.clone());
    let account = service.account().await;
    let client = account.client_with(Wish { holds: Duration::days(90), ..Wish::default() }).await;
    let body = json!({"content": "Kept for thirty days.", "path": "notes"});
    let first = client.post_with_key("/v1/memories", "old", &body).await;
    assert_eq!(first.expect(200)["seen_count"], json!(1));
    clock.advance(Duration::days(30) - Duration::seconds(1));
    assert_eq!(client.post_with_key("/v1/memories", "old", &body).await.text, first.text);
    clock.advance(Duration::seconds(1));
    let second = client.post_with_key("/v1/memories", "old", &body).await;
    assert_eq!(second.expect(200)["seen_count"], json!(2), "the key is new again");
    assert_eq!(client.post_with_key("/v1/memories", "old", &body).await.text, second.text);
    clock.advance(Duration::days(31));
    // Now the key may be used for something else.
    let other = json!({"content": "Said under an old key.", "path": "notes"});
    client.post_with_key("/v1/memories", "old", &other).await.expect(200);
    let rows =
        stored::number(&format!("SELECT count(*) FROM idempotency WHERE account_id = '{}'", account.id.uuid())).await;
    assert_eq!(rows, 1);
}

#[test]
fn only_the_facts_family_keeps_keys_for_good() {
    for entry in CATALOG.iter().filter(|entry| entry.spec().effect.writes()) {
        let spec = entry.spec();
        let for_good = matches!(spec.retry, Retry::ByFieldForGood(_));
        assert_eq!(for_good, spec.family == Family::Facts, "{}", spec.name);
    }
}
