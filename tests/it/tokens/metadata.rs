//! What a client learns from a URL alone: protected-resource metadata (RFC 9728) and the public keys.

use annals::auth::MasterKey;
use annals::clock::Clock;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;

use crate::support::{Answer, Client, Service, service};

async fn get(path: &str, origin: Option<&str>) -> Answer {
    let nobody = Client::new(&service().origin, "");
    let request = nobody.request("GET", path);
    let request = match origin {
        Some(origin) => request.header("origin", origin),
        None => request,
    };
    nobody.send(request).await
}

#[tokio::test]
async fn the_metadata_stand_at_both_well_known_forms_for_everybody() {
    let origin = &service().origin;
    let mut documents = Vec::new();
    for path in ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"] {
        for from in [None, Some("https://claude.ai"), Some("https://anywhere.example")] {
            let answer = get(path, from).await;
            let document = answer.expect(200);
            assert_eq!(answer.headers.get_all("access-control-allow-origin").iter().count(), 1, "{path}");
            assert_eq!(answer.headers["access-control-allow-origin"], "*");
            assert!(!answer.headers.contains_key("access-control-allow-credentials"));
            assert_eq!(document["resource"], json!(format!("{origin}/mcp")));
            assert_eq!(document["bearer_methods_supported"], json!(["header"]));
            assert_eq!(
                document["scopes_supported"],
                json!(["mcp:read", "mcp:write", "decisions:read", "decisions:write", "memory:read", "memory:write"])
            );
            documents.push(document);
        }
    }
    assert!(documents.windows(2).all(|pair| pair[0] == pair[1]));
    let rest = get("/.well-known/oauth-protected-resource/v1", None).await.expect(200);
    assert_eq!(rest["resource"], json!(format!("{origin}/v1")));
}

#[tokio::test]
async fn the_public_keys_are_served_and_nothing_private_with_them() {
    let answer = get("/.well-known/jwks.json", Some("https://anywhere.example")).await;
    let keys = answer.expect(200);
    assert_eq!(answer.headers["access-control-allow-origin"], "*");
    let keys = keys["keys"].as_array().unwrap().clone();
    assert!(!keys.is_empty());
    for key in keys {
        let mut names: Vec<&String> = key.as_object().unwrap().keys().collect();
        names.sort();
        assert_eq!(names, ["alg", "crv", "kid", "kty", "use", "x"]);
        assert_eq!(
            (key["kty"].as_str(), key["crv"].as_str(), key["alg"].as_str()),
            (Some("OKP"), Some("Ed25519"), Some("EdDSA"))
        );
        assert_eq!(URL_SAFE_NO_PAD.decode(key["x"].as_str().unwrap()).unwrap().len(), 32);
    }
}

#[tokio::test]
async fn a_browser_may_ask_from_anywhere() {
    let nobody = Client::new(&service().origin, "");
    let request = nobody
        .request("OPTIONS", "/.well-known/oauth-protected-resource/mcp")
        .header("origin", "https://anywhere.example")
        .header("access-control-request-method", "GET")
        .header("access-control-request-headers", "mcp-protocol-version");
    let answer = nobody.send(request).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["access-control-allow-origin"], "*");
}

#[tokio::test]
async fn a_public_url_of_ones_own_stands_in_metadata_and_challenge() {
    let elsewhere = Service::start(
        |config| {
            config.public_url = "https://memory.example.org".to_owned();
            config.master_key = Some(MasterKey::parse(crate::support::MASTER_KEY).unwrap());
        },
        Clock::default(),
    );
    let nobody = Client::new(&elsewhere.origin, "");
    let document = nobody.get("/.well-known/oauth-protected-resource").await.expect(200);
    assert_eq!(document["resource"], "https://memory.example.org/mcp");
    let refusal = nobody.post("/mcp", json!({})).await;
    let challenge = refusal.headers["www-authenticate"].to_str().unwrap();
    assert!(
        challenge.contains("resource_metadata=\"https://memory.example.org/.well-known/oauth-protected-resource/mcp\""),
        "{challenge}"
    );
    let host = nobody.request("GET", "/readyz").header("host", "memory.example.org");
    assert_eq!(nobody.send(host).await.status, 200);
    let stranger = service().account().await.client().await.at(&elsewhere.origin);
    assert_eq!(stranger.get("/v1/workspaces").await.refused(401), "unauthenticated", "its issuer is another");
}
