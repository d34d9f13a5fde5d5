//! What webhooks are told: signed, once more after a failure, dead after the last one, and never a word of a text.

use annals::auth::Role;
use chrono::Duration;
use serde_json::{Value, json};

use super::targets::{Targets, URL, deliveries, header, newest, until, verified, webhook};
use crate::support::{Wish, stored};

#[tokio::test]
async fn a_change_is_told_signed_and_without_a_word_of_its_text() {
    let targets = Targets::start().await;
    let (account, stranger) = (targets.service.account().await, targets.service.account().await);
    let (client, other) = (account.client().await, stranger.client().await);
    let (id, secret) = webhook(&client, json!(["memory"])).await;
    other.remember("A stranger's quokka.", "projects/general").await;
    client.remember("My own secret wombat.", "people/owner").await;
    let rule = json!({"kind": "convention", "text": "Feed the numbat.", "scope": "projects/general"});
    client.post("/v1/rules", rule).await.expect(200);
    let memory = client.remember("The wombat eats at noon.", "projects/general").await;
    let told = targets.received(1).await;
    newest(&client, &id, "done", 1).await;
    let body: Value = serde_json::from_slice(&told[0].body).unwrap();
    assert_eq!(body["type"], "memory.created");
    let data = &body["data"];
    assert_eq!(
        json!([data["record_id"], data["scope"], data["record_kind"], data["what"]]),
        json!([memory, "projects/general", "memory", "created"])
    );
    let position = client.get("/v1/changes").await.expect(200)["changes"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(data["position"], position["position"]);
    assert_eq!(verified(&told[0], &secret), 1);
    assert_eq!(verified(&told[0], "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), 0);
    assert_eq!(header(&told[0], "webhook-timestamp"), targets.clock.now().timestamp().to_string());
    // One message: the rule is not asked for, the personal memory is left out, and the stranger's is the stranger's.
    assert_eq!(deliveries(&client, &id).await.len(), 1);
    let everything = format!("{told:?} {}", String::from_utf8_lossy(&told[0].body)).to_lowercase();
    for word in ["wombat", "quokka", "numbat", "noon"] {
        assert!(!everything.contains(word), "{word}: {everything}");
    }
    assert_eq!(targets.server.received().len(), 1);
}

#[tokio::test]
async fn a_failed_delivery_is_tried_again_after_growing_pauses_and_is_dead_in_the_end() {
    let targets = Targets::start().await;
    let account = targets.service.account().await;
    let client = account.client_with(Wish { holds: Duration::days(30), ..Wish::default() }).await;
    let (id, secret) = webhook(&client, json!(["all"])).await;
    targets.answer(500);
    client.post(&format!("/v1/webhooks/{id}/test"), json!({})).await.expect(200);
    for (attempt, pause) in [(1, 5), (2, 30), (3, 120), (4, 600), (5, 3_600), (6, 21_600)] {
        let waiting = newest(&client, &id, "waiting", attempt).await;
        assert_eq!(waiting["last_result"], "500");
        let due: chrono::DateTime<chrono::Utc> = waiting["next_attempt_at"].as_str().unwrap().parse().unwrap();
        assert_eq!((due - targets.clock.now()).num_seconds(), pause, "after attempt {attempt}");
        targets.clock.advance(Duration::seconds(pause));
    }
    let dead = newest(&client, &id, "dead", 7).await;
    let told = targets.server.received();
    assert_eq!(told.len(), 7);
    assert!(told.iter().all(|message| header(message, "webhook-id") == header(&told[0], "webhook-id")));
    assert!(told.iter().all(|message| verified(message, &secret) == 1));

    // Retried by hand, it has all its attempts before it; replayed, it is another delivery of the same message.
    targets.answer(200);
    let job = dead["id"].as_str().unwrap();
    client.post(&format!("/v1/jobs/{job}/retry"), json!({})).await.expect(200);
    newest(&client, &id, "done", 1).await;
    assert_eq!(client.post(&format!("/v1/jobs/{job}/retry"), json!({})).await.refused(409), "conflict");
    let path = format!("/v1/webhooks/{id}/deliveries/{job}/replay");
    let replay = client.post(&path, json!({})).await.expect(200)["delivery_id"].clone();
    let told = targets.received(9).await;
    assert_ne!(replay, json!(job));
    assert_eq!(header(&told[8], "webhook-id"), header(&told[0], "webhook-id"));
}

#[tokio::test]
async fn both_secrets_sign_for_a_day_after_a_rotation() {
    let targets = Targets::start().await;
    let account = targets.service.account().await;
    let client = account.client_with(Wish { holds: Duration::days(30), ..Wish::default() }).await;
    let (id, first) = webhook(&client, json!(["all"])).await;
    let path = format!("/v1/webhooks/{id}/rotate-secret");
    let second = client.post(&path, json!({})).await.expect(200)["secret"].as_str().unwrap().to_owned();
    assert_ne!(first, second);
    let ping = format!("/v1/webhooks/{id}/test");
    client.post(&ping, json!({})).await.expect(200);
    let told = targets.received(1).await;
    assert_eq!([verified(&told[0], &first), verified(&told[0], &second)], [1, 1]);
    targets.clock.advance(Duration::hours(24));
    client.post(&ping, json!({})).await.expect(200);
    let told = targets.received(2).await;
    assert_eq!([verified(&told[1], &first), verified(&told[1], &second)], [0, 1]);
    assert_eq!(header(&told[1], "webhook-signature").split(' ').count(), 1);
}

#[tokio::test]
async fn hostile_targets_are_refused_alike_at_registration_and_at_delivery() {
    let targets = Targets::start().await;
    let client = targets.service.account().await.client().await;
    let hosts: [(&str, &[&str]); 7] = [
        ("loopback.example.com", &["127.0.0.1"]),
        ("local.example.com", &["169.254.169.254"]),
        ("private.example.com", &["10.0.0.7"]),
        ("mapped.example.com", &["::ffff:127.0.0.1"]),
        ("mixed.example.com", &["93.184.215.14", "192.168.0.1"]),
        ("none.example.com", &[]),
        ("unknown.example.com", &["::1"]),
    ];
    let mut told = Vec::new();
    let mut refuse = async |url: &str| {
        let mut body = client.post("/v1/webhooks", json!({"url": url, "events": ["all"]})).await.expect(422);
        body.as_object_mut().unwrap().remove("request_id");
        told.push(body.to_string());
    };
    for (host, addresses) in hosts {
        targets.resolve(host, addresses);
        refuse(&format!("https://{host}/x")).await;
    }
    for url in [
        "http://hooks.example.com/",
        "https://127.0.0.1/",
        "https://hooks.example.com:8443/",
        "https://nowhere.example.com/",
    ] {
        refuse(url).await;
    }
    assert!(told.iter().all(|one| *one == told[0]), "{told:?}");

    // A name that leads elsewhere once it is registered: every hostile address gives the same as nobody there.
    let (id, _) = webhook(&client, json!(["all"])).await;
    let mut results = Vec::new();
    for (_, addresses) in hosts {
        targets.resolve("hooks.example.com", addresses);
        client.post(&format!("/v1/webhooks/{id}/test"), json!({})).await.expect(200);
        results.push(newest(&client, &id, "waiting", 1).await["last_result"].clone());
        let job = deliveries(&client, &id).await[0]["id"].as_str().unwrap().to_owned();
        client.send(client.request("DELETE", &format!("/v1/jobs/{job}"))).await.expect(200);
    }
    assert_eq!(results, vec![json!("unreachable"); hosts.len()]);
    assert_eq!(targets.server.received().len(), 0);
}

#[tokio::test]
async fn a_redirect_is_not_followed_and_a_disabled_or_deleted_webhook_is_told_nothing() {
    let targets = Targets::start().await;
    let client = targets.service.account().await.client().await;
    let (id, _) = webhook(&client, json!(["all"])).await;
    targets.answer(302);
    client.post(&format!("/v1/webhooks/{id}/test"), json!({})).await.expect(200);
    assert_eq!(newest(&client, &id, "waiting", 1).await["last_result"], "302");
    let path = format!("/v1/webhooks/{id}");
    let disable = client.request("PATCH", &path).header("if-match", "*").json(&json!({"enabled": false}));
    client.send(disable).await.expect(200);
    client.remember("Said while nobody is told.", "projects/general").await;
    client.post(&format!("/v1/webhooks/{id}/test"), json!({})).await.expect(200);
    assert_eq!(newest(&client, &id, "dead", 1).await["last_result"], "disabled");
    let enable = client.request("PATCH", &path).header("if-match", "*").json(&json!({"enabled": true}));
    client.send(enable).await.expect(200);
    targets.answer(204);
    client.remember("Said when somebody is told again.", "projects/general").await;
    assert_eq!(newest(&client, &id, "done", 1).await["event"], "memory.created");
    let about_memories = deliveries(&client, &id).await.iter().filter(|one| one["event"] == "memory.created").count();
    assert_eq!(about_memories, 1, "what happened meanwhile is not told later");
    client.send(client.request("DELETE", &path)).await.expect(200);
    assert_eq!(client.get(&path).await.refused(404), "not_found");
}

#[tokio::test]
async fn a_webhook_whose_maker_is_no_admin_any_more_is_told_nothing() {
    let targets = Targets::start().await;
    let account = targets.service.account().await;
    let admin = account.member(Role::Admin, "ada").await;
    let client = account.client_with(Wish { user: Some(admin), ..Wish::default() }).await;
    let owner = account.client().await;
    let (id, _) = webhook(&client, json!(["all"])).await;
    let mut database = targets.own.superuser().await;
    database.must(&format!("UPDATE memberships SET role = 'member' WHERE user_id = '{}'", admin.uuid())).await;
    owner.remember("Not for Ada's webhook.", "projects/general").await;
    until("the webhook is disabled", || async {
        let webhook = owner.get(&format!("/v1/webhooks/{id}")).await.expect(200);
        (webhook["webhook"]["enabled"] == false).then_some(())
    })
    .await;
    assert_eq!(deliveries(&owner, &id).await, Vec::<Value>::new());
    assert_eq!(targets.server.received().len(), 0);
}

/// What is kept of the secret is sealed.
#[tokio::test]
async fn no_secret_stands_in_the_database() {
    let account = crate::support::service().account().await;
    let client = account.client().await;
    let made = client.post("/v1/webhooks", json!({"url": URL, "events": ["rule"]})).await.expect(200);
    let secret = made["secret"].as_str().unwrap().trim_start_matches("whsec_").to_owned();
    let holding = stored::tables_that_hold(&secret).await;
    assert!(holding.is_empty(), "{holding:?}");
    let path = format!("/v1/webhooks/{}", made["webhook"]["id"].as_str().unwrap());
    assert!(!client.get(&path).await.text.contains(&secret));
}
