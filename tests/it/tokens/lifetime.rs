//! When a token ends: by time, by revocation, by the end of a membership.

use annals::auth::{Permission, Role};
use annals::clock::Clock;
use chrono::Duration;
use serde_json::json;

use crate::support::{Client, Service, Wish, service, stored};

/// The statuses of one read on each surface.
async fn statuses(client: &Client) -> (u16, u16) {
    let rest = client.post("/v1/memories/recall", json!({"query": "anything"})).await;
    let tool = client.call("recall", json!({"query": "anything"})).await;
    for answer in [&rest, &tool.http] {
        if answer.status == 401 {
            assert_eq!(answer.refused(401), "unauthenticated");
        }
    }
    (rest.status.as_u16(), tool.http.status.as_u16())
}

#[tokio::test]
async fn a_revoked_token_ends_at_the_next_call_on_every_replica() {
    let account = service().account().await;
    let (token, id) = account.token(Wish::default()).await;
    let client = Client::new(&service().origin, &token);
    let origin = service().origin.clone();
    let replica = Service::start(move |config| config.public_url = origin, Clock::default());
    let there = client.at(&replica.origin);
    assert_eq!(statuses(&client).await, (200, 200));
    assert_eq!(statuses(&there).await, (200, 200), "a replica of the same issuer takes the token");
    account.revoke(id).await;
    assert_eq!(statuses(&there).await, (401, 401));
    assert_eq!(statuses(&client).await, (401, 401));
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}});
    for message in
        [list, initialize, json!({"jsonrpc": "2.0", "method": "notifications/initialized"}), json!([]), json!("x")]
    {
        for replica in [&client, &there] {
            assert_eq!(replica.message("/mcp", &message).await.http.refused(401), "unauthenticated", "{message}");
        }
    }
    assert_eq!(client.modern("/mcp", "server/discover", json!({})).await.http.refused(401), "unauthenticated");
    for method in ["GET", "DELETE", "PUT"] {
        assert_eq!(client.send(client.request(method, "/mcp")).await.refused(401), "unauthenticated", "{method}");
    }
    let bad_body = client.request("POST", "/v1/memories").header("content-type", "application/json").body("{");
    assert_eq!(client.send(bad_body).await.refused(401), "unauthenticated");
}

#[tokio::test]
async fn revoking_one_token_leaves_another_of_the_same_person_alone() {
    let account = service().account().await;
    let (_, id) = account.token(Wish::default()).await;
    let other = account.client().await;
    account.revoke(id).await;
    assert_eq!(statuses(&other).await, (200, 200));
}

#[tokio::test]
async fn an_expired_token_ends_for_process_and_database_alike() {
    let account = service().account().await;
    let expired = account.client_with(Wish { holds: Duration::seconds(-31), ..Wish::default() }).await;
    assert_eq!(statuses(&expired).await, (401, 401));
    let (token, id) = account.token(Wish::default()).await;
    let client = Client::new(&service().origin, &token);
    assert_eq!(statuses(&client).await, (200, 200));
    stored::execute(&format!(
        "UPDATE service_tokens SET expires_at = clock_timestamp() - interval '1 second' WHERE id = '{}'",
        id.uuid()
    ))
    .await;
    assert_eq!(statuses(&client).await, (401, 401), "the row decides too");
}

#[tokio::test]
async fn a_removed_member_has_no_token_that_holds() {
    let account = service().account().await;
    let user = account.member(Role::Member, "rex").await;
    let client = account.client_with(Wish { user: Some(user), ..Wish::default() }).await;
    assert_eq!(statuses(&client).await, (200, 200));
    let of_him = format!("WHERE account_id = '{}' AND user_id = '{}'", account.id.uuid(), user.uuid());
    stored::execute(&format!("UPDATE memberships SET removed_at = clock_timestamp() {of_him}")).await;
    assert_eq!(statuses(&client).await, (401, 401));
    stored::execute(&format!("UPDATE memberships SET removed_at = NULL {of_him}")).await;
    assert_eq!(statuses(&client).await, (200, 200));
}

#[tokio::test]
async fn tokens_of_a_closed_account_do_not_hold() {
    let account = service().account().await;
    let client = account.client().await;
    assert_eq!(statuses(&client).await, (200, 200));
    stored::execute(&format!(
        "UPDATE accounts SET closed_at = clock_timestamp() WHERE account_id = '{}'",
        account.id.uuid()
    ))
    .await;
    assert_eq!(statuses(&client).await, (401, 401));
}

#[tokio::test]
async fn a_role_that_was_lowered_counts_at_the_next_call() {
    let account = service().account().await;
    let user = account.member(Role::Member, "lou").await;
    let client = account.client_with(Wish { user: Some(user), ..Wish::default() }).await;
    client.remember("While a member.", "projects/general").await;
    stored::execute(&format!(
        "UPDATE memberships SET role = 'viewer' WHERE account_id = '{}' AND user_id = '{}'",
        account.id.uuid(),
        user.uuid()
    ))
    .await;
    let refusal = client.post("/v1/memories", json!({"content": "As a viewer.", "path": "projects/general"})).await;
    assert_eq!(refusal.refused(403), "forbidden");
    assert_eq!(statuses(&client).await, (200, 200));
}

#[tokio::test]
async fn a_grant_that_was_narrowed_counts_at_the_next_call() {
    let account = service().account().await;
    let wish = Wish { permissions: vec![Permission::MemoryRead, Permission::MemoryWrite], ..Wish::default() };
    let (token, id) = account.token(wish).await;
    let client = Client::new(&service().origin, &token);
    client.remember("Before.", "projects/general").await;
    stored::execute(&format!("UPDATE service_tokens SET permissions = '{{memory:read}}' WHERE id = '{}'", id.uuid()))
        .await;
    let refusal = client.post("/v1/memories", json!({"content": "After.", "path": "projects/general"})).await;
    assert_eq!(refusal.refused(403), "insufficient_scope");
    assert_eq!(statuses(&client).await, (200, 200));
}
