//! Authorization requests: who is told what is wrong.

use annals::auth::{DEFAULT_PERMISSIONS, Permission, Role};
use annals::error::ErrorCode;
use annals::oauth::authorization::{AuthorizationRefusal, deny};

use super::connector::{CHALLENGE, Connector, REDIRECT, allow, parameter, read_query, register, text};
use crate::support::{service, stored};
use serde_json::json;

/// The URL to which the client is told that its request is wrong.
async fn told(connector: &Connector, changes: &[(&str, &str)]) -> String {
    match connector.read(service(), changes).await {
        Err(AuthorizationRefusal::Redirect(url)) => url,
        other => panic!("{changes:?}: {other:?}"),
    }
}

#[tokio::test]
async fn an_unknown_client_or_redirect_is_shown_to_the_person_and_nobody_is_redirected() {
    let connector = Connector::registered(service()).await;
    let twice = format!("{}&client_id={}", connector.query(&[]), connector.id);
    let queries = [
        connector.query(&[("client_id", "cli_00000000000000000000000000000000")]),
        connector.query(&[("client_id", "")]),
        connector.query(&[("client_id", "service")]),
        connector.query(&[("client_id", "' OR true --")]),
        connector.query(&[("redirect_uri", "https://client.example/callback/")]),
        connector.query(&[("redirect_uri", "https://client.example/callback?x")]),
        connector.query(&[("redirect_uri", "https://CLIENT.example/callback")]),
        connector.query(&[("redirect_uri", "https://client.example:443/callback")]),
        connector.query(&[("redirect_uri", "https://client.example.other.example/callback")]),
        connector.query(&[("redirect_uri", "https://other.example/callback")]),
        connector.query(&[("redirect_uri", "http://client.example/callback")]),
        connector.query(&[("redirect_uri", "https://client.example/callback#")]),
        connector.query(&[("redirect_uri", "https://client.example/%63allback")]),
        connector.query(&[("redirect_uri", "https://client.example@other.example/callback")]),
        connector.query(&[("redirect_uri", "javascript:alert(1)")]),
        twice,
        String::new(),
    ];
    for query in queries {
        match read_query(service(), &query).await {
            Err(AuthorizationRefusal::Page(sentence)) => assert!(!sentence.contains("other.example"), "{sentence}"),
            other => panic!("{query}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn everything_else_that_is_wrong_is_told_to_the_client_with_state_and_issuer() {
    let connector = Connector::registered(service()).await;
    let origin = service().origin.clone();
    let (v2, slashes) = (format!("{origin}/v2"), format!("{origin}/mcp//"));
    let cases: Vec<(&str, Vec<(&str, &str)>)> = vec![
        ("invalid_request", vec![("response_type", "")]),
        ("unsupported_response_type", vec![("response_type", "token")]),
        ("unsupported_response_type", vec![("response_type", "code id_token")]),
        ("invalid_request", vec![("response_mode", "fragment")]),
        ("invalid_request", vec![("code_challenge", "")]),
        ("invalid_request", vec![("code_challenge_method", "plain")]),
        ("invalid_request", vec![("code_challenge_method", "")]),
        ("invalid_request", vec![("code_challenge_method", "s256")]),
        ("invalid_request", vec![("code_challenge", &CHALLENGE[1..])]),
        ("invalid_request", vec![("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c=")]),
        ("invalid_scope", vec![("scope", "memory:read everything")]),
        ("invalid_scope", vec![("scope", "openid")]),
        ("invalid_target", vec![("resource", "https://other.example/mcp")]),
        ("invalid_target", vec![("resource", &origin)]),
        ("invalid_target", vec![("resource", &v2)]),
        ("invalid_target", vec![("resource", &slashes)]),
        ("request_not_supported", vec![("request", "x.y.z")]),
        ("request_uri_not_supported", vec![("request_uri", "https://client.example/r")]),
    ];
    for (error, changes) in cases {
        let url = told(&connector, &changes).await;
        assert!(url.starts_with(&format!("{REDIRECT}?")), "{url}");
        assert_eq!(parameter(&url, "error").as_deref(), Some(error), "{changes:?}");
        assert_eq!(parameter(&url, "state").as_deref(), Some("xyz"));
        assert_eq!(parameter(&url, "iss").as_ref(), Some(&origin));
        assert_eq!(parameter(&url, "code"), None);
    }
    let url = told(&connector, &[("response_type", "token"), ("state", "")]).await;
    assert_eq!(parameter(&url, "state"), None);
}

#[tokio::test]
async fn what_clients_are_seen_to_send_is_understood() {
    let connector = Connector::registered(service()).await;
    let origin = service().origin.clone();
    let request = connector.read(service(), &[("scope", " offline_access"), ("prompt", "consent")]).await.unwrap();
    assert_eq!(request.permissions, DEFAULT_PERMISSIONS);
    assert_eq!(request.resource, format!("{origin}/mcp"));
    assert!(request.prompts_consent);
    let slash = format!("{}/mcp/", origin.replace("http://", "HTTP://"));
    for (asked, path) in
        [(slash, "/mcp"), (format!("{origin}/mcp/claude"), "/mcp/claude"), (format!("{origin}/v1"), "/v1")]
    {
        let request =
            connector.read(service(), &[("resource", &asked), ("scope", "memory:read memory:read")]).await.unwrap();
        assert_eq!(request.resource, format!("{origin}{path}"));
        assert_eq!(request.permissions, [Permission::MemoryRead]);
    }
    let again = connector.read(service(), &[]).await.unwrap().correlation_id;
    assert_eq!(connector.read(service(), &[]).await.unwrap().correlation_id, again);
}

#[tokio::test]
async fn loopback_redirects_match_on_any_port() {
    let made =
        register(service(), json!({"redirect_uris": ["http://localhost/callback", "http://127.0.0.1/callback"]})).await;
    let connector = Connector::known(service(), text(&made.expect(201), "client_id"));
    for redirect in ["http://localhost:3118/callback", "http://127.0.0.1:60000/callback", "http://localhost/callback"] {
        let request = connector.read(service(), &[("redirect_uri", redirect)]).await.unwrap();
        assert_eq!((request.redirect_uri.as_str(), request.loopback_only), (redirect, true));
    }
    for redirect in [
        "http://localhost:3118/other",
        "http://127.0.0.2:1/callback",
        "https://localhost:1/callback",
        "http://[::1]:1/callback",
    ] {
        let refused = connector.read(service(), &[("redirect_uri", redirect)]).await;
        assert!(matches!(refused, Err(AuthorizationRefusal::Page(_))), "{redirect}: {refused:?}");
    }
}

#[tokio::test]
async fn a_grant_holds_what_was_consented_to_within_request_and_role() {
    let account = service().account().await;
    let connector = Connector::registered(service()).await;
    let viewer = account.member(Role::Viewer, "viewer").await;
    let granted = async |user, asked: &str, consented: Vec<Permission>| {
        let request = connector.read(service(), &[("scope", asked)]).await.unwrap();
        let url = allow(&account, user, request, consented).await.unwrap();
        assert_eq!(parameter(&url, "iss").as_ref(), Some(&service().origin));
        let tokens = connector.redeem(&parameter(&url, "code").unwrap(), &[]).await.expect(200);
        text(&tokens, "scope").to_owned()
    };
    let all = || Permission::all().collect::<Vec<_>>();
    assert_eq!(granted(account.owner, "memory:write audit:read", all()).await, "memory:read memory:write audit:read");
    assert_eq!(granted(account.owner, "memory:read memory:write", vec![Permission::MemoryRead]).await, "memory:read");
    assert_eq!(granted(viewer, "memory:write audit:read", all()).await, "memory:read", "a viewer reads");
    let request = connector.read(service(), &[("scope", "audit:read")]).await.unwrap();
    let refused = allow(&account, viewer, request.clone(), all()).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Forbidden);
    let stranger = service().account().await.owner;
    let refused = allow(&account, stranger, request.clone(), all()).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Forbidden, "no member");

    let denied = deny(&service().app, &request);
    assert_eq!(parameter(&denied, "error").as_deref(), Some("access_denied"));
    assert_eq!(parameter(&denied, "iss").as_ref(), Some(&service().origin));
    assert_eq!(parameter(&denied, "state").as_deref(), Some("xyz"));
}

#[tokio::test]
async fn of_two_registrations_the_first_still_works() {
    let account = service().account().await;
    let first = Connector::registered(service()).await;
    Connector::registered(service()).await;
    let tokens = first.tokens(&account, &[]).await;
    assert_eq!(tokens["token_type"], "Bearer");
}

#[tokio::test]
async fn a_code_is_stored_as_a_hash_alone() {
    let account = service().account().await;
    let connector = Connector::registered(service()).await;
    let code = connector.code(&account, &[]).await;
    let tokens = connector.redeem(&code, &[]).await.expect(200);
    for secret in [code.as_str(), text(&tokens, "refresh_token"), text(&tokens, "access_token")] {
        assert_eq!(stored::tables_that_hold(secret).await, [""; 0]);
    }
}
