//! Agents with credentials of their own.

use annals::auth::{Permission, Role};
use annals::ids::UserId;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::connector::{Connector, encoded, error, statuses, text};
use super::signing::{key_set, signed};
use crate::support::{Account, Answer, Client, Wish, service, stored};

const SECRET: &str = "a-secret-of-a-test-that-is-long-enough";

/// A service token made into a client with a secret and a key.
async fn client(account: &Account<'_>, user: UserId, permissions: &[Permission]) -> String {
    let wish = Wish { user: Some(user), permissions: permissions.to_vec(), ..Wish::default() };
    let (_, id) = account.token(wish).await;
    let hash = Sha256::digest(SECRET.as_bytes()).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    stored::execute(&format!(
        "UPDATE service_tokens SET kind = 'client', secret_hash = '\\x{hash}', jwks = '{}' WHERE id = '{}'",
        key_set(0, "key-1"),
        id.uuid()
    ))
    .await;
    id.to_string()
}

async fn ask(id: &str, changes: &[(&str, &str)]) -> Answer {
    let connector = Connector::known(service(), id);
    let mut parameters = vec![("grant_type", "client_credentials"), ("client_id", id)];
    parameters.extend_from_slice(changes);
    connector.send("/oauth/token", &parameters).await
}

#[tokio::test]
async fn a_secret_becomes_an_access_token_within_what_the_client_may_do() {
    let account = service().account().await;
    let id = client(&account, account.owner, &[Permission::MemoryRead, Permission::McpRead]).await;
    let tokens = ask(&id, &[("client_secret", SECRET)]).await.expect(200);
    assert_eq!((tokens["scope"].as_str(), tokens["expires_in"].as_i64()), (Some("mcp:read memory:read"), Some(1_800)));
    assert!(tokens.get("refresh_token").is_none());
    assert_eq!(statuses(service(), text(&tokens, "access_token")).await, [401, 200, 200]);
    let rest = format!("{}/v1", service().origin);
    let tokens =
        ask(&id, &[("client_secret", SECRET), ("resource", &rest), ("scope", "memory:read")]).await.expect(200);
    assert_eq!(statuses(service(), text(&tokens, "access_token")).await, [200, 401, 401]);

    let nobody = Client::new(&service().origin, "");
    let basic = STANDARD.encode(format!("{id}:{SECRET}"));
    let request = nobody.request("POST", "/oauth/token").header("authorization", format!("Basic {basic}"));
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    nobody.send(request.body(encoded(&[("grant_type", "client_credentials")]))).await.expect(200);

    for (changes, status, word) in [
        (vec![], 401, "invalid_client"),
        (vec![("client_secret", "wrong")], 401, "invalid_client"),
        (vec![("client_secret", SECRET), ("scope", "memory:write")], 400, "invalid_scope"),
        (vec![("client_secret", SECRET), ("resource", "https://other.example/mcp")], 400, "invalid_target"),
    ] {
        assert_eq!(error(&ask(&id, &changes).await, status), word, "{changes:?}");
    }
    account.revoke(id.parse().unwrap()).await;
    assert_eq!(statuses(service(), text(&tokens, "access_token")).await[0], 401);
    assert_eq!(error(&ask(&id, &[("client_secret", SECRET)]).await, 401), "invalid_client");
}

#[tokio::test]
async fn a_role_bounds_what_a_client_gets() {
    let account = service().account().await;
    let viewer = account.member(Role::Viewer, "viewer").await;
    let id = client(&account, viewer, &[Permission::MemoryWrite, Permission::AuditRead]).await;
    let tokens = ask(&id, &[("client_secret", SECRET)]).await.expect(200);
    assert_eq!(tokens["scope"], "memory:read");
}

#[tokio::test]
async fn neither_a_token_nor_a_connector_is_such_a_client() {
    let account = service().account().await;
    let (token, id) = account.token(Wish::default()).await;
    for secret in [token.as_str(), SECRET] {
        assert_eq!(error(&ask(&id.to_string(), &[("client_secret", secret)]).await, 401), "invalid_client");
    }
    let connector = Connector::registered(service()).await;
    assert_eq!(error(&ask(&connector.id, &[]).await, 400), "unauthorized_client");
}

fn claims(id: &str) -> Value {
    let now = service().app.env.clock.now().timestamp();
    json!({
        "iss": id, "sub": id, "aud": service().origin, "iat": now, "exp": now + 120,
        "jti": annals::ids::new_uuid().to_string(),
    })
}

async fn assert_by(id: &str, jwt: &str) -> Answer {
    let kind = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    ask(id, &[("client_assertion_type", kind), ("client_assertion", jwt)]).await
}

#[tokio::test]
async fn a_signed_assertion_proves_a_client_once() {
    let account = service().account().await;
    let id = client(&account, account.owner, &[Permission::MemoryRead]).await;
    let mut by_endpoint = claims(&id);
    by_endpoint["aud"] = json!(format!("{}/oauth/token", service().origin));
    let jwt = signed(0, "key-1", "JWT", &by_endpoint);
    assert_by(&id, &jwt).await.expect(200);
    assert_eq!(error(&assert_by(&id, &jwt).await, 401), "invalid_client", "a second use");
    let now = service().app.env.clock.now().timestamp();
    for (name, value) in [
        ("iss", json!("tok_other")),
        ("sub", json!("tok_other")),
        ("aud", json!("https://other.example")),
        ("aud", json!(format!("{}/mcp", service().origin))),
        ("exp", json!(now - 60)),
        ("exp", json!(now + 3_600)),
        ("exp", json!("soon")),
        ("iat", json!(now + 600)),
        ("iat", json!(now - 3_600)),
        ("jti", json!(null)),
        ("jti", json!("")),
    ] {
        let mut altered = claims(&id);
        altered[name] = value.clone();
        let refused = assert_by(&id, &signed(0, "key-1", "JWT", &altered)).await;
        assert_eq!(error(&refused, 401), "invalid_client", "{name}: {value}");
    }
    let other_key = signed(1, "key-1", "JWT", &claims(&id));
    let other_kid = signed(0, "key-2", "JWT", &claims(&id));
    for jwt in [other_key.as_str(), other_kid.as_str(), "x.y.z", "eyJhbGciOiJub25lIn0.e30."] {
        assert_eq!(error(&assert_by(&id, jwt).await, 401), "invalid_client");
    }
}
