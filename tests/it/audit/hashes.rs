//! What was there before and after, as hashes.

use serde_json::json;

use super::rows::rows;
use crate::support::{service, stored};

#[tokio::test]
async fn a_text_that_comes_changes_and_goes() {
    let account = service().account().await;
    let client = account.client().await;
    let item = |text: &str| json!({"kind": "fact", "text": text});
    let say = |items: serde_json::Value| client.post("/v1/summaries", json!({"items": items}));
    let oslo = say(json!([item("The office is in Oslo.")])).await.expect(200)["items"][0]["id"].clone();
    let mut bergen = item("The office is in Bergen.");
    bergen["supersedes"] = oslo;
    let bergen = say(json!([bergen])).await.expect(200)["items"][0]["id"].as_str().unwrap().to_owned();
    client.send(client.request("DELETE", &format!("/v1/records/{bergen}"))).await.expect(200);
    let rows = rows(&account).await;
    let [created, replaced, erased] = &rows[..] else { panic!("{rows:?}") };
    assert_eq!((created.before.as_str(), created.after.len()), ("", 64));
    assert_eq!((&replaced.before, replaced.after.len()), (&created.after, 64), "what was there is what had come");
    assert_ne!(replaced.before, replaced.after);
    assert_eq!((&erased.before, erased.after.as_str()), (&replaced.after, ""));
    // The log outlives the text, so its hashes are keyed: a plain one of a short text can be guessed.
    let guesses = stored::column(
        "SELECT encode(sha256(convert_to(guess, 'UTF8')), 'hex')
         FROM unnest(ARRAY['The office is in Oslo.', 'the office is in oslo', 'The office is in Oslo']) AS guess",
    )
    .await;
    assert!(!guesses.contains(&created.after));
}

#[tokio::test]
async fn every_way_to_change_a_record_has_both() {
    let account = service().account().await;
    let client = account.client().await;
    let saved = client.post("/v1/workspace/save", json!({"content": "The office is in Oslo."})).await.expect(200);
    let update = json!({"id": saved["data"]["id"], "expected_revision": 1, "content": "The office is in Bergen.", "reason": "Moved."});
    let updated = client.post("/v1/workspace/update", update).await.expect(200);
    let delete = json!({"id": updated["data"]["id"], "expected_revision": 2, "reason": "Gone."});
    client.post("/v1/workspace/delete", delete).await.expect(200);
    let rows = rows(&account).await;
    let [saved, updated, deleted] = &rows[..] else { panic!("{rows:?}") };
    assert_eq!((saved.before.as_str(), &saved.after), ("", &updated.before));
    assert_eq!((&deleted.before, deleted.after.as_str()), (&updated.after, ""));
}

#[tokio::test]
async fn policies_have_both() {
    let account = service().account().await;
    let client = account.client().await;
    for flag in [true, false] {
        let change = client.request("PATCH", "/v1/account/policies").json(&json!({"redact_card_numbers": flag}));
        client.send(change).await.expect(200);
    }
    let rows = rows(&account).await;
    let [on, off] = &rows[..] else { panic!("{rows:?}") };
    assert_eq!((&on.after, &on.before), (&off.before, &off.after));
    assert_ne!(on.before, on.after);
}
