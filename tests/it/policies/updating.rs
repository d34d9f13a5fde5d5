//! `account_policies` and `account_update_policies`.

use annals::auth::{Permission, Role};
use serde_json::{Value, json};

use crate::support::{Answer, Client, Wish, replica, service};

async fn patch(client: &Client, body: Value) -> Answer {
    client.send(client.request("PATCH", "/v1/account/policies").json(&body)).await
}

async fn policies(client: &Client) -> Value {
    client.get("/v1/account/policies").await.expect(200)["policies"].clone()
}

fn defaults() -> Value {
    json!({
        "redact_email_addresses": false, "redact_card_numbers": false, "quality_gate": true, "flow_control": "facts",
        "claim_overlap": true, "retention_days": 30,
    })
}

#[tokio::test]
async fn what_is_named_changes_and_the_rest_stays() {
    let account = service().account().await;
    let client = account.client().await;
    let mut wanted = defaults();
    assert_eq!(policies(&client).await, wanted);
    for (field, value) in [
        ("redact_email_addresses", json!(true)),
        ("redact_card_numbers", json!(true)),
        ("quality_gate", json!(false)),
        ("flow_control", json!("all")),
        ("claim_overlap", json!(false)),
        ("retention_days", json!(1)),
        ("retention_days", json!(3650)),
        ("redact_email_addresses", json!(false)),
    ] {
        wanted[field] = value.clone();
        assert_eq!(patch(&client, json!({field: value})).await.expect(200)["policies"], wanted, "{field}");
        assert_eq!(policies(&client).await, wanted, "{field}");
        assert_eq!(policies(&client.at(&replica().origin)).await, wanted, "{field}");
    }
    assert_eq!(patch(&client, json!({})).await.expect(200)["policies"], wanted);
    assert_eq!(
        patch(&client, json!({"quality_gate": true, "retention_days": 7})).await.expect(200)["policies"]["retention_days"],
        json!(7)
    );
    let other = service().account().await.client().await;
    assert_eq!(policies(&other).await, defaults(), "another account decides for itself");
}

#[tokio::test]
async fn each_field_has_its_limits() {
    let account = service().account().await;
    let client = account.client().await;
    for body in [
        json!({"retention_days": 0}),
        json!({"retention_days": 3651}),
        json!({"retention_days": -1}),
        json!({"retention_days": 1.5}),
        json!({"retention_days": "30"}),
        json!({"retention_days": 100_000}),
        json!({"flow_control": "none"}),
        json!({"flow_control": ""}),
        json!({"quality_gate": "yes"}),
        json!({"redact_card_numbers": 1}),
        json!({"claim_overlap": []}),
        json!({"unknown": true}),
        json!({"redact_email_addresses": true, "retention_days": 0}),
    ] {
        assert_eq!(patch(&client, body.clone()).await.refused(422), "invalid_input", "{body}");
    }
    assert_eq!(policies(&client).await, defaults());
}

#[tokio::test]
async fn admins_change_them_with_the_permission_alone() {
    let account = service().account().await;
    let change = json!({"retention_days": 31});
    for (role, may) in [(Role::Admin, true), (Role::Member, false), (Role::Viewer, false)] {
        let user = account.member(role, role.name()).await;
        let client = account.client_with(Wish { user: Some(user), ..Wish::default() }).await;
        let (changed, read) = (patch(&client, change.clone()).await, client.get("/v1/account/policies").await);
        if may {
            changed.expect(200);
            read.expect(200);
        } else {
            assert_eq!((changed.refused(403), read.refused(403)), ("forbidden".to_owned(), "forbidden".to_owned()));
        }
    }
    let without = |permission: Permission| {
        let permissions = Permission::all().filter(|held| !held.implies(permission)).collect();
        account.client_with(Wish { permissions, ..Wish::default() })
    };
    let client = without(Permission::AccountWrite).await;
    assert_eq!(patch(&client, change).await.refused(403), "insufficient_scope");
    policies(&client).await;
    let client = without(Permission::AdminRead).await;
    assert_eq!(client.get("/v1/account/policies").await.refused(403), "insufficient_scope");
}

#[tokio::test]
async fn without_the_gate_a_placeholder_is_stored() {
    let account = service().account().await;
    let client = account.client().await;
    let save = || client.post("/v1/workspace/save", json!({"content": "TODO"}));
    assert_eq!(save().await.expect(200)["data"]["saved"], json!(false));
    patch(&client, json!({"quality_gate": false})).await.expect(200);
    assert_eq!(save().await.expect(200)["data"]["saved"], json!(true));
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_at_once_lose_nothing() {
    let account = service().account().await;
    let clients = [account.client().await, account.client().await.at(&replica().origin)];
    let changes = [
        json!({"redact_email_addresses": true}),
        json!({"redact_card_numbers": true}),
        json!({"quality_gate": false}),
        json!({"flow_control": "all"}),
        json!({"claim_overlap": false}),
        json!({"retention_days": 90}),
    ];
    let told = futures::future::join_all(
        changes.iter().enumerate().map(|(place, change)| patch(&clients[place % 2], change.clone())),
    )
    .await;
    for told in told {
        told.expect(200);
    }
    let wanted = json!({
        "redact_email_addresses": true, "redact_card_numbers": true, "quality_gate": false, "flow_control": "all",
        "claim_overlap": false, "retention_days": 90,
    });
    assert_eq!(policies(&clients[0]).await, wanted);
}
