//! Tokens that were made up or altered (security.md A1 to A4, A7). All are refused in the same words.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::variants::variants;
use super::workshop::{Workshop, altered, encoded};
use crate::support::{Client, LocalServer, Service, Wish, service};

#[tokio::test(flavor = "multi_thread")]
async fn every_altered_token_is_refused_in_the_same_words_on_both_surfaces() {
    let (account, other) = (service().account().await, service().account().await);
    let (token, _) = account.token(Wish::default()).await;
    let workshop = Workshop::new(&token);
    let trap = LocalServer::start(|_| (200, "{}".to_owned()));

    let untouched = Workshop::signed(&workshop.header, &workshop.claims);
    let client = Client::new(&service().origin, &untouched);
    client.get("/v1/workspaces").await.expect(200);

    let variants = variants(&workshop, &trap.origin, &other.id.to_string());
    assert!(variants.len() >= 150, "{}", variants.len());
    let mut answers = std::collections::BTreeSet::new();
    for (name, token) in &variants {
        let client = Client::new(&service().origin, token);
        for answer in [
            client.get("/v1/workspaces").await,
            client.message("/mcp", &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})).await.http,
        ] {
            assert_eq!(answer.status, 401, "{name}: {}", answer.text);
            let body = answer.json();
            assert_eq!(body["code"], "unauthenticated", "{name}");
            assert!(
                answer.headers["www-authenticate"].to_str().unwrap().starts_with("Bearer resource_metadata="),
                "{name}"
            );
            answers.insert(body["detail"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert!(trap.received().is_empty(), "a token's header made the service ask somewhere");
}

#[tokio::test]
async fn key_urls_and_keys_in_a_header_are_ignored_and_never_fetched() {
    let account = service().account().await;
    let (token, _) = account.token(Wish::default()).await;
    let workshop = Workshop::new(&token);
    let trap = LocalServer::start(|_| (200, "{\"keys\": []}".to_owned()));
    let foreign = ed25519_dalek::SigningKey::from_bytes(&[7; 32]);
    let jwk = json!({"kty": "OKP", "crv": "Ed25519", "x": URL_SAFE_NO_PAD.encode(foreign.verifying_key().to_bytes())});
    for (name, value) in [
        ("jku", json!(format!("{}/jwks.json", trap.origin))),
        ("x5u", json!(format!("{}/cert.pem", trap.origin))),
        ("jwk", jwk),
        ("x5c", json!(["MIIB"])),
        ("x5t", json!("abc")),
    ] {
        let header = altered(&workshop.header, &[(name, value)]);
        let message = format!("{}.{}", encoded(&header), encoded(&workshop.claims));
        let signature = ed25519_dalek::Signer::sign(&foreign, message.as_bytes()).to_bytes();
        let forged = format!("annals_{message}.{}", URL_SAFE_NO_PAD.encode(signature));
        let client = Client::new(&service().origin, &forged);
        assert_eq!(client.get("/v1/workspaces").await.refused(401), "unauthenticated", "{name}");
        // Signed with the right key the member changes nothing: it may be ignored or refused, but never followed.
        let client = Client::new(&service().origin, &Workshop::signed(&header, &workshop.claims));
        let status = client.get("/v1/workspaces").await.status.as_u16();
        assert!(matches!(status, 200 | 401), "{name}: {status}");
    }
    assert!(trap.received().is_empty());
}

#[tokio::test]
async fn a_token_is_good_for_the_resource_that_it_names_alone() {
    let account = service().account().await;
    let (token, _) = account.token(Wish::default()).await;
    let workshop = Workshop::new(&token);
    let origin = &service().origin;
    let statuses = async |aud: Value| {
        let client = Client::new(origin, &workshop.with_claims(&[("aud", aud)]));
        let rest = client.get("/v1/workspaces").await.status.as_u16();
        let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
        (rest, client.message("/mcp", &list).await.http.status.as_u16())
    };
    assert_eq!(statuses(json!([format!("{origin}/v1")])).await, (200, 401));
    assert_eq!(statuses(json!([format!("{origin}/mcp")])).await, (401, 200));
}

#[tokio::test]
async fn clocks_may_differ_by_thirty_seconds() {
    let account = service().account().await;
    let (token, _) = account.token(Wish::default()).await;
    let workshop = Workshop::new(&token);
    let iat = workshop.claims["iat"].as_i64().unwrap();
    let client = Client::new(&service().origin, &workshop.with_claims(&[("iat", json!(iat + 20))]));
    client.get("/v1/workspaces").await.expect(200);
    let client = Client::new(&service().origin, &workshop.with_claims(&[("iat", json!(iat + 120))]));
    assert_eq!(client.get("/v1/workspaces").await.refused(401), "unauthenticated");
}

#[tokio::test]
async fn a_token_of_a_service_with_another_issuer_is_refused() {
    let elsewhere = Service::start(|_| {}, annals::clock::Clock::default());
    let account = elsewhere.account().await;
    let client = account.client().await;
    client.get("/v1/workspaces").await.expect(200);
    let here = client.at(&service().origin);
    assert_eq!(here.get("/v1/workspaces").await.refused(401), "unauthenticated");
}
