//! Webhooks as they are administered.

use annals::ids::WebhookId;
use serde_json::json;

use super::targets::URL;
use crate::support::{Client, Wish, service};

async fn made(client: &Client) -> (String, String) {
    let made = client.post("/v1/webhooks", json!({"url": URL, "events": ["rule", "memory", "rule"]})).await;
    let body = made.expect(200);
    assert_eq!(body["webhook"]["events"], json!(["memory", "rule"]));
    assert_eq!(made.headers["etag"], format!("\"{}\"", body["etag"].as_str().unwrap()));
    (body["webhook"]["id"].as_str().unwrap().to_owned(), body["etag"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_change_must_name_what_was_read_and_no_change_is_lost() {
    let client = service().account().await.client().await;
    let (id, etag) = made(&client).await;
    let path = format!("/v1/webhooks/{id}");
    let change = |etag: Option<String>, body: serde_json::Value| {
        let request = client.request("PATCH", &path).json(&body);
        client.send(match etag {
            Some(etag) => request.header("if-match", format!("\"{etag}\"")),
            None => request,
        })
    };
    assert_eq!(change(None, json!({"enabled": false})).await.refused(428), "precondition_required");
    let changed = change(Some(etag.clone()), json!({"events": ["all", "rule"]})).await.expect(200);
    assert_eq!(changed["webhook"]["events"], json!(["all"]));
    assert_eq!(change(Some(etag), json!({"enabled": false})).await.refused(412), "precondition_failed");
    let read = client.get(&path).await.expect(200);
    assert_eq!(read["etag"], changed["etag"]);
    assert_eq!(read["webhook"]["enabled"], true);
    let bad = change(Some("*".to_owned()), json!({"url": "https://169.254.169.254/"})).await;
    assert_eq!(bad.refused(422), "invalid_input");
    assert_eq!(client.post("/v1/webhooks", json!({"url": URL, "events": []})).await.refused(422), "invalid_input");
}

#[tokio::test]
async fn foreign_and_made_up_webhooks_are_answered_alike() {
    let (account, other) = (service().account().await, service().account().await);
    let (client, stranger) = (account.client().await, other.client().await);
    let foreign = made(&stranger).await.0;
    let made_up = WebhookId::generate().to_string();
    let job = annals::ids::JobId::generate();
    let mut told = Vec::new();
    for id in [&foreign, &made_up] {
        let mut answers = Vec::new();
        for (method, path) in [
            ("GET", format!("/v1/webhooks/{id}")),
            ("GET", format!("/v1/webhooks/{id}/deliveries")),
            ("PATCH", format!("/v1/webhooks/{id}")),
            ("POST", format!("/v1/webhooks/{id}/test")),
            ("POST", format!("/v1/webhooks/{id}/rotate-secret")),
            ("POST", format!("/v1/webhooks/{id}/deliveries/{job}/replay")),
            ("DELETE", format!("/v1/webhooks/{id}")),
        ] {
            let request = client.request(method, &path).header("if-match", "*");
            let request = if method == "GET" { request } else { request.json(&json!({})) };
            let mut body = client.send(request).await.expect(404);
            body.as_object_mut().unwrap().remove("request_id");
            answers.push(body.to_string());
        }
        told.push(answers);
    }
    assert_eq!(told[0], told[1]);
    stranger.get(&format!("/v1/webhooks/{foreign}")).await.expect(200);
}

#[tokio::test]
async fn a_token_bound_to_a_scope_makes_no_webhook() {
    let account = service().account().await;
    let client = account.client().await;
    client.remember("A place.", "projects/general").await;
    let bound = account.client_with(Wish { scope: Some("projects/general".to_owned()), ..Wish::default() }).await;
    let refused = bound.post("/v1/webhooks", json!({"url": URL, "events": ["all"]})).await;
    assert_eq!(refused.refused(403), "forbidden");
    let id = made(&client).await.0;
    for path in [format!("/v1/webhooks/{id}/test"), format!("/v1/webhooks/{id}/rotate-secret")] {
        assert_eq!(bound.post(&path, json!({})).await.refused(403), "forbidden", "{path}");
    }
}
