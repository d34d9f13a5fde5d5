//! Replies that show a secret once are kept for retries, and nobody who reads the database finds the secret.

use annals::auth::Role;
use serde_json::{Value, json};

use super::ways::person;
use crate::support::{replica, service, stored};

/// Every secret that a reply shows.
fn secrets(reply: &Value) -> Vec<String> {
    let shown = ["secret", "client_secret", "link"].into_iter().filter_map(|field| reply[field].as_str());
    shown.map(|text| text.rsplit('/').next().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_retry_shows_the_same_secret_and_no_table_holds_it() {
    let account = service().account().await;
    let owner = account.client().await;
    let there = owner.at(&replica().origin);
    let (max, _) = person(&account, Role::Member, "max").await;
    let plain = json!({"name": "Shown", "permissions": ["memory:read"]});
    let made = owner.post("/v1/tokens", plain.clone()).await.expect(200);
    let invited = owner.post("/v1/invitations", json!({"email": "a@example.com", "role": "viewer"})).await.expect(200);
    let client = json!({"name": "Client", "permissions": ["memory:read"], "kind": "client"});
    let calls = [
        ("/v1/tokens".to_owned(), plain),
        ("/v1/tokens".to_owned(), client),
        (format!("/v1/tokens/{}/rotate", made["token"]["token_id"].as_str().unwrap()), json!({})),
        ("/v1/invitations".to_owned(), json!({"email": "kim@example.com", "role": "viewer"})),
        (format!("/v1/invitations/{}/resend", invited["invitation"]["invitation_id"].as_str().unwrap()), json!({})),
        (format!("/v1/members/{max}/password-reset"), json!({})),
    ];
    for (place, (path, body)) in calls.iter().enumerate() {
        let key = format!("key-{place}");
        let first = owner.post_with_key(path, &key, body).await;
        let shown = secrets(&first.expect(200));
        assert_eq!(shown.len(), 1, "{path}: {}", first.text);
        assert_eq!(there.post_with_key(path, &key, body).await.text, first.text, "{path}");
        // A signed token is looked for by its signature: the beginning of all of them is the same.
        let needle = shown[0].rsplit('.').next().unwrap();
        assert_eq!(stored::tables_that_hold(needle).await, Vec::<String>::new(), "{path}");
    }
    let kept = format!("SELECT reply FROM idempotency WHERE account_id = '{}'", account.id.uuid());
    let kept = stored::column(&kept).await;
    assert_eq!(kept.len(), calls.len());
    assert!(kept.iter().all(|reply| !reply.contains(['{', '"'])), "replies are sealed");
}

/// The control: what a reply says would be found, were it kept as it is.
#[tokio::test]
async fn a_reply_that_is_kept_in_the_clear_is_found_and_still_answered() {
    let account = service().account().await;
    let owner = account.client().await;
    let body = json!({"content": "Kept before replies were sealed.", "path": "notes"});
    let first = owner.post_with_key("/v1/memories", "old", &body).await;
    first.expect(200);
    let word = format!("clear{}", account.id.uuid().simple());
    let reply = json!({"structured": {"id": word}, "text": null}).to_string();
    let id = account.id.uuid();
    stored::execute(&format!("UPDATE idempotency SET reply = '{reply}' WHERE account_id = '{id}'")).await;
    assert_eq!(stored::tables_that_hold(&word).await, ["public.idempotency"]);
    assert_eq!(owner.post_with_key("/v1/memories", "old", &body).await.expect(200)["id"], json!(word));
}
