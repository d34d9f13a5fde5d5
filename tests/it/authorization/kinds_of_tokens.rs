//! What each kind of token is good for, and that an access token is taken as it was signed or not at all.

use annals::auth::TOKEN_PREFIX;
use serde_json::json;

use super::connector::{CHALLENGE, Connector, VERIFIER, statuses, text};
use crate::support::{Account, Client, Wish, service};
use crate::tokens::variants::variants;
use crate::tokens::workshop::{Workshop, altered, without};

async fn access_token(account: &Account<'_>, resource: &str) -> String {
    let connector = Connector::registered(service()).await;
    let resource = format!("{}{resource}", service().origin);
    let tokens = connector.tokens(account, &[("resource", &resource)]).await;
    text(&tokens, "access_token").to_owned()
}

#[tokio::test]
async fn a_token_is_good_at_its_resource_alone() {
    let account = service().account().await;
    for (resource, good) in [
        ("/mcp", [401, 200, 200]),
        ("/mcp/claude", [401, 401, 200]),
        ("/mcp/chatgpt", [401, 401, 401]),
        ("/v1", [200, 401, 401]),
    ] {
        let token = access_token(&account, resource).await;
        assert_eq!(statuses(service(), &token).await, good, "{resource}");
    }
    let (service_token, _) = account.token(Wish::default()).await;
    assert_eq!(statuses(service(), &service_token).await, [200, 200, 200]);
}

#[tokio::test]
async fn nothing_but_an_access_token_is_one() {
    let account = service().account().await;
    let connector = Connector::registered(service()).await;
    let code = connector.code(&account, &[]).await;
    let tokens = connector.redeem(&connector.code(&account, &[]).await, &[]).await.expect(200);
    let made = Workshop::new(&format!("{TOKEN_PREFIX}{}", text(&tokens, "access_token")));
    let as_type = |typ: &str| bare(&Workshop::signed(&altered(&made.header, &[("typ", json!(typ))]), &made.claims));
    let refresh_token = text(&tokens, "refresh_token").to_owned();
    for (kind, token) in [
        ("a code", code),
        ("a refresh token", refresh_token.clone()),
        ("a refresh token with a prefix", format!("{TOKEN_PREFIX}{refresh_token}")),
        ("an ID token", as_type("JWT")),
        ("an assertion", as_type("oauth-id-jag+jwt")),
        ("a client id", connector.id.clone()),
        ("a verifier", VERIFIER.to_owned()),
        ("a challenge", CHALLENGE.to_owned()),
        ("an access token with a prefix", format!("{TOKEN_PREFIX}{}", text(&tokens, "access_token"))),
    ] {
        assert_eq!(statuses(service(), &token).await, [401, 401, 401], "{kind}");
    }
    let (service_token, _) = account.token(Wish::default()).await;
    assert_eq!(statuses(service(), &bare(&service_token)).await, [401, 401, 401], "a service token without its prefix");
    let nobody = Client::new(&service().origin, "");
    let cookie =
        nobody.request("GET", "/v1/workspaces").header("cookie", format!("session={}", text(&tokens, "access_token")));
    assert_eq!(nobody.send(cookie).await.status, 401);
}

fn bare(token: &str) -> String {
    token.strip_prefix(TOKEN_PREFIX).unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_altered_access_token_is_refused_on_both_surfaces() {
    let (account, other) = (service().account().await, service().account().await);
    let token = access_token(&account, "/mcp").await;
    let foreign_grant = {
        let made = Workshop::new(&format!("{TOKEN_PREFIX}{}", access_token(&other, "/mcp").await));
        made.claims["grant"].clone()
    };
    let made = Workshop::new(&format!("{TOKEN_PREFIX}{token}"));
    assert_eq!(statuses(service(), &bare(&Workshop::signed(&made.header, &made.claims))).await, [401, 200, 200]);
    let (iat, origin) = (made.claims["iat"].as_i64().unwrap(), &service().origin);
    let mut tried = 0;
    let mut refused = async |name: &str, token: &str| {
        assert_eq!(statuses(service(), token).await, [401, 401, 401], "{name}");
        tried += 1;
    };
    for (name, variant) in variants(&made, "https://trap.example", &other.id.to_string()) {
        let variant = variant.strip_prefix(TOKEN_PREFIX).unwrap_or(&variant);
        // These are the token itself: it has no profile, its id names nothing, and any client may be named by our signature.
        let is_itself = variant == token
            || name == "no profile"
            || (name.starts_with("jti as \"tok_0190"))
            || (name.starts_with("client_id as") && !name.contains("service"));
        if !is_itself {
            refused(&name, variant).await;
        }
    }
    for (name, claims) in [
        ("no grant", without(&made.claims, "grant")),
        ("another account's grant", altered(&made.claims, &[("grant", foreign_grant)])),
        ("a grant that is none", altered(&made.claims, &[("grant", json!("tok_0190a0b0c0d07000800090a0b0c0d0e0"))])),
        ("a profile", altered(&made.claims, &[("profile", json!("generic"))])),
        ("the client of service tokens", altered(&made.claims, &[("client_id", json!("service"))])),
        ("a life of thirty-one minutes", altered(&made.claims, &[("exp", json!(iat + 1_860))])),
        ("a life of a year", altered(&made.claims, &[("exp", json!(iat + 31_536_000))])),
        ("two resources", altered(&made.claims, &[("aud", json!([format!("{origin}/mcp"), format!("{origin}/v1")]))])),
        ("a resource in a list", altered(&made.claims, &[("aud", json!([format!("{origin}/mcp")]))])),
    ] {
        refused(name, &bare(&Workshop::signed(&made.header, &claims))).await;
    }
    assert!(tried >= 150, "{tried}");
}

#[tokio::test]
async fn a_narrowed_token_does_less_than_its_grant() {
    let account = service().account().await;
    let connector = Connector::registered(service()).await;
    let origin = &service().origin;
    let rest = format!("{origin}/v1");
    let tokens = connector.tokens(&account, &[("resource", &rest), ("scope", "memory:write")]).await;
    let narrowed = connector.refresh(text(&tokens, "refresh_token"), &[("scope", "memory:read")]).await.expect(200);
    let remember = async |token: &str| {
        let client = Client::new(origin, token);
        client.post("/v1/memories", json!({"content": "The heron comes at dawn.", "type": "fact"})).await
    };
    let refusal = remember(text(&narrowed, "access_token")).await;
    assert_eq!(refusal.refused(403), "insufficient_scope");
    let challenge = refusal.headers["www-authenticate"].to_str().unwrap().to_owned();
    assert!(challenge.contains("scope=\"memory:read memory:write\""), "granted and needed: {challenge}");
    let answer = remember(text(&tokens, "access_token")).await;
    assert_ne!(answer.status, 403, "{}", answer.text);
}
