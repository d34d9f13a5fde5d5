//! Refresh tokens: rotating, answered alike until the child is used, dead as a family after that.

use annals::clock::Clock;
use chrono::Duration;
use futures::future::join_all;
use serde_json::Value;

use super::connector::{Connector, error, statuses, text};
use crate::support::{Chance, Service, service, stored};

fn refresh(tokens: &Value) -> String {
    text(tokens, "refresh_token").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_refreshes_at_once_are_all_answered_with_one_child() {
    let account = service().account().await;
    let connector = Connector::registered(service()).await;
    let parent = refresh(&connector.tokens(&account, &[]).await);
    let answers = join_all((0..20).map(|_| connector.refresh(&parent, &[]))).await;
    let mut children: Vec<String> = answers.iter().map(|answer| refresh(&answer.expect(200))).collect();
    for answer in &answers {
        assert_eq!(statuses(service(), text(&answer.json(), "access_token")).await[1], 200);
    }
    children.sort();
    children.dedup();
    assert_eq!(children.len(), 1);
    let live =
        format!("SELECT count(*) FROM refresh_tokens WHERE account_id = '{}' AND used_at IS NULL", account.id.uuid());
    assert_eq!(stored::number(&live).await, 1);
    connector.refresh(&children[0], &[]).await.expect(200);
}

#[tokio::test]
async fn a_replay_after_the_child_was_used_kills_the_family_and_the_log_says_why() {
    let account = service().account().await;
    let connector = Connector::registered(service()).await;
    let first = connector.tokens(&account, &[]).await;
    let second = connector.refresh(&refresh(&first), &[]).await.expect(200);
    let third = connector.refresh(&refresh(&second), &[]).await.expect(200);
    assert_eq!(error(&connector.refresh(&refresh(&first), &[]).await, 400), "invalid_grant");
    for tokens in [&first, &second, &third] {
        assert_eq!(error(&connector.refresh(&refresh(tokens), &[]).await, 400), "invalid_grant");
        assert_eq!(statuses(service(), text(tokens, "access_token")).await[1], 401);
    }
    let row =
        stored::column(&format!("SELECT revoked_for FROM oauth_grants WHERE account_id = '{}'", account.id.uuid()))
            .await;
    assert_eq!(row, ["refresh_reuse"]);
    let told = format!(
        "SELECT count(*) FROM audit_events WHERE account_id = '{}' AND operation = 'oauth_reuse' AND code = 'refresh_reuse'
           AND grant_id IS NOT NULL AND correlation_id LIKE 'con_%' AND client_id = '{}'",
        account.id.uuid(),
        connector.id
    );
    assert_eq!(stored::number(&told).await, 1);
}

/// The chain as a model: whichever token comes, the answer is the model's.
#[tokio::test]
async fn the_chain_answers_as_its_model_does() {
    let account = service().account().await;
    let connector = Connector::registered(service()).await;
    let mut chance = Chance::new(20_261_130);
    for round in 0..25 {
        let mut chain = vec![refresh(&connector.tokens(&account, &[]).await)];
        // The token at this place and those before it were used.
        let (mut used, mut is_dead) = (0_usize, false);
        for step in 0..10 {
            // Mostly the newest ones, as clients do.
            let back = chance.up_to(3).min(chain.len());
            let place = chain.len() - back;
            let answer = connector.refresh(&chain[place], &[]).await;
            let is_used = place < used;
            let child_is_used = place + 1 < used;
            is_dead = is_dead || (is_used && child_is_used);
            if is_dead {
                assert_eq!(error(&answer, 400), "invalid_grant", "round {round}, step {step}, place {place}");
                continue;
            }
            let child = refresh(&answer.expect(200));
            match chain.get(place + 1) {
                Some(known) => assert_eq!(*known, child, "round {round}, step {step}"),
                None => chain.push(child),
            }
            used = used.max(place + 1);
        }
    }
}

#[tokio::test]
async fn a_refresh_narrows_and_never_widens() {
    let account = service().account().await;
    let connector = Connector::registered(service()).await;
    let origin = service().origin.clone();
    let tokens = connector.tokens(&account, &[("scope", "memory:write mcp:read decisions:read")]).await;
    let narrowed = connector.refresh(&refresh(&tokens), &[("scope", "memory:read mcp:read")]).await.expect(200);
    assert_eq!(narrowed["scope"], "mcp:read memory:read");
    let whole = connector.refresh(&refresh(&narrowed), &[]).await.expect(200);
    assert_eq!(whole["scope"], "mcp:read decisions:read memory:write", "the refresh token itself was not narrowed");
    for scope in ["decisions:write", "memory:read admin:read", "everything"] {
        assert_eq!(
            error(&connector.refresh(&refresh(&whole), &[("scope", scope)]).await, 400),
            "invalid_scope",
            "{scope}"
        );
    }
    for (resource, works) in [("/v1", false), ("/mcp", true), ("/mcp/claude", true), ("/other", false)] {
        let asked = format!("{origin}{resource}");
        let answer = connector.refresh(&refresh(&whole), &[("resource", &asked)]).await;
        if works {
            answer.expect(200);
        } else {
            assert_eq!(error(&answer, 400), "invalid_target", "{resource}");
        }
    }
    let profile = format!("{origin}/mcp/claude");
    let tokens = connector.tokens(&account, &[("resource", &profile)]).await;
    let widened = connector.refresh(&refresh(&tokens), &[("resource", &format!("{origin}/mcp"))]).await;
    assert_eq!(error(&widened, 400), "invalid_target");
}

#[tokio::test]
async fn a_refresh_token_is_its_clients_alone() {
    let account = service().account().await;
    let (connector, other) = (Connector::registered(service()).await, Connector::registered(service()).await);
    let tokens = connector.tokens(&account, &[]).await;
    assert_eq!(error(&other.refresh(&refresh(&tokens), &[]).await, 400), "invalid_grant");
    let nobody = connector.refresh(&refresh(&tokens), &[("client_id", "cli_nobody")]).await;
    assert_eq!(error(&nobody, 401), "invalid_client");
    connector.refresh(&refresh(&tokens), &[]).await.expect(200);
    for made_up in ["", "AAAA", "x".repeat(64).as_str(), text(&tokens, "access_token")] {
        let answer = connector.refresh(made_up, &[]).await;
        assert_eq!(answer.status, 400, "{made_up}: {}", answer.text);
    }
}

#[tokio::test]
async fn it_ends_when_idle_for_thirty_days_and_in_any_case_after_ninety() {
    let clock = Clock::fixed(Clock::default().now());
    let service = Service::start(|_| {}, clock.clone());
    let account = service.account().await;
    let connector = Connector::registered(&service).await;
    let idle = refresh(&connector.tokens(&account, &[]).await);
    let mut kept = refresh(&connector.tokens(&account, &[]).await);
    for _ in 0..3 {
        clock.advance(Duration::days(29));
        kept = refresh(&connector.refresh(&kept, &[]).await.expect(200));
    }
    assert_eq!(error(&connector.refresh(&idle, &[]).await, 400), "invalid_grant");
    clock.advance(Duration::days(3) - Duration::minutes(10));
    let last = connector.refresh(&kept, &[]).await.expect(200);
    assert_eq!(last["expires_in"], 600, "no access token outlives its grant");
    clock.advance(Duration::minutes(11));
    assert_eq!(error(&connector.refresh(&refresh(&last), &[]).await, 400), "invalid_grant");
}

#[tokio::test]
async fn a_member_who_was_removed_gets_no_more_tokens() {
    let account = service().account().await;
    let connector = Connector::registered(service()).await;
    let member = account.member(annals::auth::Role::Member, "leaving").await;
    let url = connector.consented_by(&account, member, &[]).await;
    let tokens = connector.redeem(&super::connector::parameter(&url, "code").unwrap(), &[]).await.expect(200);
    stored::execute(&format!(
        "UPDATE memberships SET removed_at = now() WHERE account_id = '{}' AND user_id = '{}'",
        account.id.uuid(),
        member.uuid()
    ))
    .await;
    assert_eq!(statuses(service(), text(&tokens, "access_token")).await[1], 401);
    assert_eq!(error(&connector.refresh(&refresh(&tokens), &[]).await, 400), "invalid_grant");
}
