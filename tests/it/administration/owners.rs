//! Owners: made and changed by owners alone, and never all gone.

use annals::auth::Role;
use serde_json::json;

use super::ways::{delete_as_read, patch, person};
use crate::support::{replica, service, stored};

#[tokio::test]
async fn only_owners_make_change_or_remove_owners() {
    let account = service().account().await;
    let owner = account.client().await;
    let (anna, admin) = person(&account, Role::Admin, "anna").await;
    let (max, _) = person(&account, Role::Member, "max").await;
    let of = |user| format!("/v1/members/{user}");
    assert_eq!(patch(&admin, &of(anna), "*", &json!({"role": "owner"})).await.refused(403), "forbidden");
    assert_eq!(patch(&admin, &of(max), "*", &json!({"role": "owner"})).await.refused(403), "forbidden");
    assert_eq!(patch(&admin, &of(account.owner), "*", &json!({"role": "member"})).await.refused(403), "forbidden");
    assert_eq!(patch(&admin, &of(account.owner), "*", &json!({"display_name": "x"})).await.refused(403), "forbidden");
    assert_eq!(delete_as_read(&admin, &of(account.owner), "*").await.refused(403), "forbidden");
    // An admin does the rest, and an owner all of it.
    patch(&admin, &of(max), "*", &json!({"role": "admin", "display_name": "Max M."})).await.expect(200);
    patch(&owner, &of(anna), "*", &json!({"role": "owner"})).await.expect(200);
    patch(&admin, &of(account.owner), "*", &json!({"role": "viewer"})).await.expect(200);
    assert_eq!(owner.get("/v1/members").await.refused(403), "forbidden");
}

#[tokio::test]
async fn the_last_owner_stays() {
    let account = service().account().await;
    let owner = account.client().await;
    person(&account, Role::Admin, "anna").await;
    let path = format!("/v1/members/{}", account.owner);
    for role in ["admin", "member", "viewer"] {
        assert_eq!(patch(&owner, &path, "*", &json!({"role": role})).await.refused(409), "conflict", "{role}");
    }
    assert_eq!(delete_as_read(&owner, &path, "*").await.refused(409), "conflict");
    let renamed = patch(&owner, &path, "*", &json!({"role": "owner", "display_name": "Olga"})).await.expect(200);
    assert_eq!(renamed["member"]["display_name"], json!("Olga"));
    // With another one, he may go.
    let (second, _) = person(&account, Role::Member, "second").await;
    patch(&owner, &format!("/v1/members/{second}"), "*", &json!({"role": "owner"})).await.expect(200);
    delete_as_read(&owner, &path, "*").await.expect(200);
    assert_eq!(owner.get("/v1/me").await.refused(401), "unauthenticated");
}

async fn owners_of(account: &crate::support::Account<'_>) -> i64 {
    let id = account.id.uuid();
    stored::number(&format!(
        "SELECT count(*) FROM memberships WHERE account_id = '{id}' AND role = 'owner' AND removed_at IS NULL"
    ))
    .await
}

#[tokio::test]
async fn of_two_owners_who_step_down_at_once_on_two_replicas_one_stays() {
    for round in 0..10 {
        let account = service().account().await;
        let first = account.client().await;
        let (user, second) = person(&account, Role::Owner, "second").await;
        let second = second.at(&replica().origin);
        let (one, other) = (format!("/v1/members/{}", account.owner), format!("/v1/members/{user}"));
        let demote = json!({"role": "member"});
        let (a, b) = match round % 3 {
            // Each himself, each the other, one the other while that one leaves.
            0 => tokio::join!(patch(&first, &one, "*", &demote), patch(&second, &other, "*", &demote)),
            1 => tokio::join!(patch(&first, &other, "*", &demote), patch(&second, &one, "*", &demote)),
            _ => tokio::join!(patch(&first, &one, "*", &demote), delete_as_read(&second, &other, "*")),
        };
        let done = [&a, &b].into_iter().filter(|answer| answer.status == 200).count();
        assert_eq!((done, owners_of(&account).await), (1, 1), "{round}: {} {}", a.text, b.text);
        let refused = if a.status == 200 { &b } else { &a };
        assert!(matches!(refused.status.as_u16(), 403 | 409), "{}", refused.text);
    }
}
