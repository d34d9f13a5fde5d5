//! Codes: sixty seconds, one use, bound to client, redirect, challenge and resource.

use annals::clock::Clock;
use chrono::Duration;
use futures::future::join_all;

use super::connector::{Connector, error, statuses, text};
use crate::support::{Service, service, stored};

#[tokio::test]
async fn a_code_becomes_tokens_that_work() {
    let account = service().account().await;
    let connector = Connector::registered(service()).await;
    let code = connector.code(&account, &[]).await;
    let answer = connector.redeem(&code, &[]).await;
    let tokens = answer.expect(200);
    assert_eq!(answer.headers["cache-control"], "no-store");
    assert_eq!((tokens["token_type"].as_str(), tokens["expires_in"].as_i64()), (Some("Bearer"), Some(1_800)));
    assert_eq!(tokens["scope"], "mcp:read mcp:write decisions:read decisions:write memory:read memory:write");
    assert_eq!(statuses(service(), text(&tokens, "access_token")).await, [401, 200, 200]);
}

#[tokio::test]
async fn wrong_proofs_change_nothing_and_the_right_one_still_works() {
    let account = service().account().await;
    let connector = Connector::registered(service()).await;
    let other = Connector::registered(service()).await;
    let code = connector.code(&account, &[]).await;
    for round in 0..10 {
        let verifier = format!("{round}BjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
        assert_eq!(error(&connector.redeem(&code, &[("code_verifier", &verifier)]).await, 400), "invalid_grant");
    }
    for (changes, word) in [
        (vec![("redirect_uri", "https://client.example/other")], "invalid_grant"),
        (vec![("redirect_uri", "")], "invalid_grant"),
        (vec![("code_verifier", "")], "invalid_request"),
        (vec![("resource", "https://other.example/mcp")], "invalid_target"),
        (vec![("code", "AAAA")], "invalid_grant"),
        (vec![("code", "")], "invalid_request"),
        (vec![("grant_type", "password")], "unsupported_grant_type"),
        (vec![("grant_type", "")], "invalid_request"),
    ] {
        assert_eq!(error(&connector.redeem(&code, &changes).await, 400), word, "{changes:?}");
    }
    assert_eq!(error(&other.redeem(&code, &[]).await, 400), "invalid_grant", "another client's");
    assert_eq!(error(&connector.redeem(&code, &[("client_id", "cli_nobody")]).await, 401), "invalid_client");
    let tokens = connector.redeem(&code, &[]).await.expect(200);
    assert_eq!(statuses(service(), text(&tokens, "access_token")).await[1], 200);
}

#[tokio::test]
async fn a_second_use_revokes_what_the_first_gave_but_only_for_who_could_have_used_it() {
    let account = service().account().await;
    let connector = Connector::registered(service()).await;
    let other = Connector::registered(service()).await;
    let code = connector.code(&account, &[]).await;
    let tokens = connector.redeem(&code, &[]).await.expect(200);
    let verifier = "another-verifier-that-is-long-enough-to-be-read";
    assert_eq!(error(&connector.redeem(&code, &[("code_verifier", verifier)]).await, 400), "invalid_grant");
    assert_eq!(error(&other.redeem(&code, &[]).await, 400), "invalid_grant");
    assert_eq!(statuses(service(), text(&tokens, "access_token")).await[1], 200, "a leaked code revokes nothing");
    assert_eq!(error(&connector.redeem(&code, &[]).await, 400), "invalid_grant");
    assert_eq!(statuses(service(), text(&tokens, "access_token")).await[1], 401);
    assert_eq!(error(&connector.refresh(text(&tokens, "refresh_token"), &[]).await, 400), "invalid_grant");
    let events = stored::column(&format!(
        "SELECT operation || ' ' || coalesce(code, '') FROM audit_events WHERE account_id = '{}' AND operation = 'oauth_reuse'",
        account.id.uuid()
    ))
    .await;
    assert_eq!(events, ["oauth_reuse code_reuse"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_fifty_redemptions_at_once_one_succeeds() {
    let account = service().account().await;
    let connector = Connector::registered(service()).await;
    let code = connector.code(&account, &[]).await;
    let answers = join_all((0..50).map(|_| connector.redeem(&code, &[]))).await;
    let succeeded = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(succeeded, 1, "{:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());
    assert!(answers.iter().filter(|answer| answer.status != 200).all(|answer| error(answer, 400) == "invalid_grant"));
}

#[tokio::test]
async fn a_code_ends_after_a_minute() {
    let clock = Clock::fixed(Clock::default().now());
    let service = Service::start(|_| {}, clock.clone());
    let account = service.account().await;
    let connector = Connector::registered(&service).await;
    let (late, in_time) = (connector.code(&account, &[]).await, connector.code(&account, &[]).await);
    clock.advance(Duration::seconds(59));
    connector.redeem(&in_time, &[]).await.expect(200);
    clock.advance(Duration::seconds(2));
    assert_eq!(error(&connector.redeem(&late, &[]).await, 400), "invalid_grant");
}

#[tokio::test]
async fn a_form_is_read_strictly() {
    let connector = Connector::registered(service()).await;
    let send = async |content_type: &str, body: &str| {
        let request = connector.http.request("POST", "/oauth/token").header("content-type", content_type);
        connector.http.send(request.body(body.to_owned())).await
    };
    let form = "application/x-www-form-urlencoded";
    assert_eq!(error(&send("application/json", "{}").await, 400), "invalid_request");
    assert_eq!(error(&send(form, "grant_type=refresh_token&grant_type=refresh_token").await, 400), "invalid_request");
    assert_eq!(error(&send(form, "").await, 400), "invalid_request");
    assert_eq!(error(&send(form, "grant_type=refresh_token&refresh_token=x").await, 401), "invalid_client");
    let hostile = send(form, "grant_type=%3Cscript%3Ealert(1)%3C/script%3E").await;
    assert_eq!(error(&hostile, 400), "unsupported_grant_type");
    assert!(!hostile.text.contains("alert"), "{}", hostile.text);
    assert_eq!(error(&send(form, &format!("a={}", "x".repeat(100_000))).await, 400), "invalid_request");
}
