//! What a token says of itself.

use annals::auth::{Permission, Profile, Role};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::Duration;
use serde_json::{Value, json};

use crate::support::{Wish, service};

fn part(token: &str, place: usize) -> Value {
    let part = token.strip_prefix("annals_").unwrap().split('.').nth(place).unwrap();
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap()
}

#[tokio::test]
async fn a_service_token_is_a_signed_access_token_behind_its_prefix() {
    let account = service().account().await;
    let user = account.member(Role::Member, "tess").await;
    let wish = Wish {
        user: Some(user),
        permissions: vec![Permission::MemoryRead, Permission::MemoryWrite],
        profile: Profile::Remember,
        holds: Duration::days(90),
        ..Wish::default()
    };
    let (token, id) = account.token(wish).await;
    assert_eq!(token.split('.').count(), 3);
    let keys = service().app.keys.jwks();
    let header = part(&token, 0);
    assert_eq!(header["alg"], "EdDSA");
    assert_eq!(header["typ"], "at+jwt");
    assert!(keys["keys"].as_array().unwrap().iter().any(|key| key["kid"] == header["kid"]), "{header} {keys}");
    assert_eq!(header.as_object().unwrap().len(), 3, "nothing else in the header: {header}");

    let claims = part(&token, 1);
    let origin = &service().origin;
    assert_eq!(claims["iss"], json!(origin));
    assert_eq!(claims["aud"], json!([format!("{origin}/mcp"), format!("{origin}/v1")]));
    assert_eq!(claims["sub"], json!(user));
    assert_eq!(claims["account"], json!(account.id));
    assert_eq!(claims["jti"], json!(id));
    assert_eq!(claims["client_id"], "service");
    assert_eq!(claims["scope"], "memory:read memory:write");
    assert_eq!(claims["profile"], "remember");
    assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), 90 * 86_400);
}

#[tokio::test]
async fn the_token_itself_is_never_stored() {
    let account = service().account().await;
    let (token, _) = account.token(Wish::default()).await;
    let signature = token.rsplit('.').next().unwrap();
    assert_eq!(crate::support::stored::tables_that_hold(signature).await, Vec::<String>::new());
}
