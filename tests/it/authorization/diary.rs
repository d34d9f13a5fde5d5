//! The diary: every step of a connection stands in the audit log under one correlation id.

use serde_json::json;

use super::connector::{Connector, REDIRECT, behind_a_proxy, text};
use crate::support::{Client, Service, service, stored};

#[tokio::test]
async fn a_connection_is_told_step_by_step_under_one_correlation_id() {
    let own = Service::start(behind_a_proxy, annals::clock::Clock::default());
    let account = own.account().await;
    let nobody = Client::new(&own.origin, "");
    // An address of this test alone.
    let address = format!("2a00::{:x}", std::process::id());
    let from = |method: &str, path: &str| nobody.request(method, path).header("x-forwarded-for", &address);
    nobody.send(from("GET", "/.well-known/oauth-authorization-server")).await.expect(200);
    let looked = "SELECT count(*) FROM oauth_steps WHERE step = 'discover' AND correlation_id LIKE 'look_%' AND at > now() - interval '1 minute'";
    for _ in 0..200 {
        if stored::number(looked).await > 0 {
            break;
        }
        tokio::task::yield_now().await;
    }
    let made =
        nobody.send(from("POST", "/oauth/register").json(&json!({"redirect_uris": [REDIRECT]}))).await.expect(201);
    let connector = Connector::known(&own, text(&made, "client_id"));
    let tokens = connector.tokens(&account, &[("resource", &format!("{}/v1", own.origin))]).await;
    let client = Client::new(&own.origin, text(&tokens, "access_token"));
    for _ in 0..2 {
        client.post("/v1/memories/recall", json!({"query": "heron"})).await.expect(200);
    }
    let tokens = connector.refresh(text(&tokens, "refresh_token"), &[]).await.expect(200);
    connector.revoke(text(&tokens, "access_token")).await;
    let steps = stored::column(&format!(
        "SELECT operation FROM audit_events WHERE account_id = '{}' AND surface = 'oauth' ORDER BY at, operation",
        account.id.uuid()
    ))
    .await;
    assert_eq!(
        steps,
        [
            "oauth_discover",
            "oauth_register",
            "oauth_authorize",
            "oauth_consent",
            "oauth_code",
            "oauth_first_call",
            "oauth_refresh",
            "oauth_revoke"
        ]
    );
    let ids = stored::column(&format!(
        "SELECT DISTINCT correlation_id || ' ' || client_id FROM audit_events WHERE account_id = '{}' AND surface = 'oauth'",
        account.id.uuid()
    ))
    .await;
    assert!(ids.len() == 1 && ids[0].starts_with("con_") && ids[0].ends_with(&connector.id), "{ids:?}");
}

#[tokio::test]
async fn grants_and_service_tokens_know_when_they_were_last_used() {
    let account = service().account().await;
    let connector = Connector::registered(service()).await;
    let rest = format!("{}/v1", service().origin);
    let tokens = connector.tokens(&account, &[("resource", &rest)]).await;
    let service_client = account.client().await;
    let used = async |table: &str| {
        stored::number(&format!("SELECT count(last_used_at) FROM {table} WHERE account_id = '{}'", account.id.uuid()))
            .await
    };
    assert_eq!((used("oauth_grants").await, used("service_tokens").await), (0, 0));
    for client in [Client::new(&service().origin, text(&tokens, "access_token")), service_client] {
        client.post("/v1/memories/recall", json!({"query": "heron"})).await.expect(200);
    }
    assert_eq!((used("oauth_grants").await, used("service_tokens").await), (1, 1));
}

#[tokio::test]
async fn a_refused_request_is_told_with_its_reason() {
    let account = service().account().await;
    let connector = Connector::registered(service()).await;
    connector.read(service(), &[("scope", "everything")]).await.unwrap_err();
    connector.tokens(&account, &[]).await;
    let told = stored::column(&format!(
        "SELECT outcome || ' ' || code FROM audit_events WHERE account_id = '{}' AND operation = 'oauth_authorize' AND code IS NOT NULL",
        account.id.uuid()
    ))
    .await;
    assert_eq!(told, ["denied invalid_scope"]);
}
