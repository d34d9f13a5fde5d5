//! Dynamic registration (RFC 7591).

use annals::clock::Clock;
use annals::oauth::authorization::ClientTrust;
use serde_json::{Value, json};

use super::connector::{Connector, REDIRECT, behind_a_proxy, error, register, text};
use crate::support::{Client, Service, service, stored};

#[tokio::test]
async fn a_client_registers_and_hears_what_was_accepted() {
    let answer = register(
        service(),
        json!({
            "client_name": " My\u{202e} client ",
            "redirect_uris": [REDIRECT, "http://localhost/callback", "cursor://cursor.mcp/callback"],
            "grant_types": ["authorization_code", "refresh_token", "urn:other"],
            "application_type": "native",
            "software_id": "x",
            "scope": "memory:read",
        }),
    )
    .await;
    let made = answer.expect(201);
    assert_eq!(answer.headers["cache-control"], "no-store");
    assert_eq!(made["client_name"], "My client");
    assert_eq!(made["redirect_uris"].as_array().unwrap().len(), 3);
    assert_eq!(made["grant_types"], json!(["authorization_code", "refresh_token"]));
    assert_eq!(made["token_endpoint_auth_method"], "none");
    assert!(made["client_id_issued_at"].is_i64() && made.get("client_secret").is_none(), "{made}");
    let request = Connector::known(service(), text(&made, "client_id")).read(service(), &[]).await.unwrap();
    assert_eq!((request.client_name.as_str(), request.trust), ("My client", ClientTrust::Registered));
    assert!(!request.loopback_only);
}

#[tokio::test]
async fn a_secret_is_given_to_who_asks_for_one_and_is_kept_as_a_hash_alone() {
    for method in ["client_secret_basic", "client_secret_post"] {
        let made =
            register(service(), json!({"redirect_uris": [REDIRECT], "token_endpoint_auth_method": method})).await;
        let made = made.expect(201);
        assert_eq!(made["client_secret_expires_at"], 0);
        assert_eq!(stored::tables_that_hold(text(&made, "client_secret")).await, [""; 0]);
        let nobody = Connector::known(service(), text(&made, "client_id"));
        let refused = nobody.redeem("AAAA", &[]).await;
        assert_eq!(error(&refused, 401), "invalid_client", "without its secret");
        let refused = nobody.redeem("AAAA", &[("client_secret", text(&made, "client_secret"))]).await;
        assert_eq!(error(&refused, 400), "invalid_grant", "with it, the code is looked at");
    }
}

#[tokio::test]
async fn what_no_client_may_register_is_refused() {
    let with = |name: &str, value: Value| {
        let mut metadata = json!({"redirect_uris": [REDIRECT]});
        metadata[name] = value;
        metadata
    };
    for uri in [
        "http://client.example/callback",
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "other://callback",
        "https://client.example/callback#x",
        "https://user@client.example/",
        "https://*.client.example/",
        "https://client.example/../x",
        "http://localhost.client.example/",
        "",
        "/callback",
    ] {
        let refusal = register(service(), with("redirect_uris", json!([REDIRECT, uri]))).await;
        assert_eq!(error(&refusal, 400), "invalid_redirect_uri", "{uri}");
        assert!(uri.len() < 10 || !refusal.text.contains(uri), "nothing is repeated: {}", refusal.text);
    }
    for redirects in [json!([]), json!(null), json!(REDIRECT), json!([1]), json!(vec![REDIRECT; 21])] {
        let refusal = register(service(), with("redirect_uris", redirects.clone())).await;
        assert_eq!(error(&refusal, 400), "invalid_redirect_uri", "{redirects}");
    }
    for (name, value) in [
        ("client_name", json!(7)),
        ("client_name", json!("\u{200b}")),
        ("grant_types", json!(["implicit"])),
        ("grant_types", json!("authorization_code")),
        ("response_types", json!(["token"])),
        ("token_endpoint_auth_method", json!("tls_client_auth")),
        ("token_endpoint_auth_method", json!("private_key_jwt")),
        ("jwks", json!({"keys": [{"kty": "EC", "d": "x"}]})),
        ("jwks_uri", json!("http://client.example/jwks.json")),
    ] {
        let refusal = register(service(), with(name, value.clone())).await;
        assert_eq!(error(&refusal, 400), "invalid_client_metadata", "{name}: {value}");
    }
    let nobody = Client::new(&service().origin, "");
    for body in ["", "[]", "{", "\"x\""] {
        let refusal = nobody.send(nobody.request("POST", "/oauth/register").body(body)).await;
        assert_eq!(error(&refusal, 400), "invalid_client_metadata", "{body}");
    }
}

/// Twenty in an hour from one address, counted over all replicas; another address is not held up.
#[tokio::test]
async fn one_address_registers_so_often_and_no_more() {
    let settings = |config: &mut annals::config::Config| {
        config.registrations_per_hour = 20;
        behind_a_proxy(config);
    };
    let clock = Clock::fixed(Clock::default().now());
    // Addresses of this run alone.
    let [here, there] = [1, 2].map(|last| format!("2a01:{:x}::{last}", std::process::id() % 65_536));
    let (one, other) = (Service::start(settings, clock.clone()), Service::start(settings, clock.clone()));
    let from = async |service: &Service, address: &str| {
        let nobody = Client::new(&service.origin, "");
        let request =
            nobody.request("POST", "/oauth/register").header("x-forwarded-for", format!("6.6.6.6, {address}"));
        nobody.send(request.json(&json!({"redirect_uris": [REDIRECT]}))).await
    };
    for round in 0..20 {
        let service = if round % 2 == 0 { &one } else { &other };
        assert_eq!(from(service, &here).await.status, 201, "{round}");
    }
    let refusal = from(&other, &here).await;
    assert_eq!(error(&refusal, 429), "temporarily_unavailable");
    assert!(refusal.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap() <= 3_600);
    assert_eq!(from(&one, &there).await.status, 201);
    clock.advance(chrono::Duration::hours(1));
    assert_eq!(from(&one, &here).await.status, 201);
}

#[tokio::test]
async fn clients_that_nobody_consented_to_are_gone_after_a_day_and_others_stay() {
    let clock = Clock::fixed(Clock::default().now() - chrono::Duration::days(3));
    let service = Service::start(|_| {}, clock.clone());
    let account = service.account().await;
    let (left, used) = (Connector::registered(&service).await, Connector::registered(&service).await);
    used.code(&account, &[]).await;
    clock.advance(chrono::Duration::hours(25));
    Connector::registered(&service).await;
    let there =
        async |id: &str| stored::number(&format!("SELECT count(*) FROM oauth_clients WHERE client_id = '{id}'")).await;
    assert_eq!((there(&left.id).await, there(&used.id).await), (0, 1));
    let refused = left.redeem("AAAA", &[]).await;
    assert_eq!(error(&refused, 401), "invalid_client", "so that it registers anew");
    assert!(refused.headers.contains_key("www-authenticate"));
}
