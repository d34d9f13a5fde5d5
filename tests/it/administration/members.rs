//! Members: who sees them, what changing and removing them does at once, on every replica.

use annals::auth::Role;
use serde_json::json;

use super::ways::{delete_as_read, names, patch, person};
use crate::support::{replica, service, stored};

#[tokio::test]
async fn members_are_listed_by_role_and_team() {
    let account = service().account().await;
    let owner = account.client().await;
    let (anna, _) = person(&account, Role::Admin, "anna").await;
    person(&account, Role::Viewer, "vera").await;
    owner.post("/v1/teams", json!({"team": "red"})).await.expect(200);
    owner.send(owner.request("PUT", &format!("/v1/teams/red/members/{anna}"))).await.expect(200);
    let slugs =
        async |query: &str| names(&owner.get(&format!("/v1/members{query}")).await.expect(200), "members", "slug");
    assert_eq!(slugs("").await, ["anna", "owner", "vera"]);
    assert_eq!(slugs("?role=viewer").await, ["vera"]);
    assert_eq!(slugs("?team=red").await, ["anna"]);
    assert_eq!(slugs("?team=blue").await, Vec::<String>::new());
    let read = owner.get(&format!("/v1/members/{anna}")).await.expect(200);
    assert_eq!(read["member"]["teams"], json!(["red"]));
    assert_eq!(read["member"]["email"], json!(format!("anna-{anna}@example.com")));
}

#[tokio::test]
async fn a_removed_member_is_refused_at_his_next_call_on_another_replica() {
    let account = service().account().await;
    let owner = account.client().await;
    let (max, client) = person(&account, Role::Member, "max").await;
    let there = client.at(&replica().origin);
    there.get("/v1/me").await.expect(200);
    owner.post("/v1/teams", json!({"team": "red"})).await.expect(200);
    owner.send(owner.request("PUT", &format!("/v1/teams/red/members/{max}"))).await.expect(200);
    client.remember("Max wrote this.", "projects/general").await;

    let etag = owner.get(&format!("/v1/members/{max}")).await.expect(200)["etag"].as_str().unwrap().to_owned();
    delete_as_read(&owner, &format!("/v1/members/{max}"), &etag).await.expect(200);
    for client in [&there, &client] {
        assert_eq!(client.get("/v1/me").await.refused(401), "unauthenticated");
    }
    // Who was removed answers like who was never there, save in a list that asks for him.
    assert_eq!(owner.get(&format!("/v1/members/{max}")).await.refused(404), "not_found");
    assert_eq!(delete_as_read(&owner, &format!("/v1/members/{max}"), "*").await.refused(404), "not_found");
    let listed = owner.get("/v1/members?include_removed=true").await.expect(200);
    assert_eq!(names(&listed, "members", "slug"), ["max", "owner"]);
    assert!(listed["members"][0]["removed_at"].is_string() && listed["members"][0]["teams"] == json!([]));
    let held = owner.get(&format!("/v1/tokens?user_id={max}")).await.expect(200);
    assert_eq!(held["tokens"][0]["state"], json!("revoked"));
    let found = owner.post("/v1/memories/recall", json!({"query": "Max wrote this"})).await.expect(200);
    assert_eq!(found["items"].as_array().unwrap().len(), 1, "what he wrote stays");
}

#[tokio::test]
async fn what_is_above_a_lowered_role_is_lost_at_the_next_call_on_every_replica() {
    let account = service().account().await;
    let owner = account.client().await;
    let (anna, here) = person(&account, Role::Admin, "anna").await;
    let there = here.at(&replica().origin);
    let path = format!("/v1/members/{anna}");
    there.get("/v1/members").await.expect(200);
    patch(&owner, &path, "*", &json!({"role": "member"})).await.expect(200);
    for client in [&there, &here] {
        assert_eq!(client.get("/v1/members").await.refused(403), "forbidden");
        client.remember("A member still writes.", "projects/general").await;
    }
    patch(&owner, &path, "*", &json!({"role": "viewer"})).await.expect(200);
    for client in [&there, &here] {
        let body = json!({"content": "A viewer does not.", "path": "projects/general"});
        assert_eq!(client.post("/v1/memories", body).await.refused(403), "forbidden");
        client.get("/v1/records").await.expect(200);
    }
}

#[tokio::test]
async fn a_strangers_member_and_one_who_was_made_up_answer_alike() {
    let (account, other) = (service().account().await, service().account().await);
    let owner = account.client().await;
    let made_up = annals::ids::UserId::generate();
    for user in [other.owner, made_up] {
        let path = format!("/v1/members/{user}");
        assert_eq!(owner.get(&path).await.refused(404), "not_found");
        assert_eq!(patch(&owner, &path, "*", &json!({"role": "viewer"})).await.refused(404), "not_found");
        assert_eq!(delete_as_read(&owner, &path, "*").await.refused(404), "not_found");
        assert_eq!(owner.post(&format!("{path}/password-reset"), json!({})).await.refused(404), "not_found");
        let tokens = format!("{path}/tokens");
        assert_eq!(super::ways::delete(&owner, &tokens).await.refused(404), "not_found");
    }
    let left =
        format!("SELECT count(*) FROM memberships WHERE account_id = '{}' AND removed_at IS NULL", other.id.uuid());
    assert_eq!(stored::number(&left).await, 1);
}

#[tokio::test]
async fn members_and_viewers_administer_nothing() {
    let account = service().account().await;
    for role in [Role::Member, Role::Viewer] {
        let (user, client) = person(&account, role, role.name()).await;
        for path in ["/v1/members", "/v1/invitations", "/v1/teams", "/v1/grants", "/v1/tokens", "/v1/account"] {
            assert_eq!(client.get(path).await.refused(403), "forbidden", "{path}");
        }
        let promotion = patch(&client, &format!("/v1/members/{user}"), "*", &json!({"role": "owner"})).await;
        assert_eq!(promotion.refused(403), "forbidden");
        let invitation = json!({"email": "friend@example.com", "role": "owner"});
        assert_eq!(client.post("/v1/invitations", invitation).await.refused(403), "forbidden");
    }
}
