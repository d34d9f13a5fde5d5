//! `memory_scopes`: who one is and where one may write (workspaces family).

use annals::auth::{Permission, Role};
use serde_json::{Value, json};

use crate::support::{Wish, service, stored};

#[tokio::test]
async fn the_owner_reaches_shared_personal_and_every_team() {
    let account = service().account().await;
    let client = account.client().await;
    client.post("/v1/scopes", json!({"path": "teams/red"})).await.expect(200);
    client.post("/v1/scopes", json!({"path": "teams/blue"})).await.expect(200);
    let answer = client.call("memory_scopes", json!({})).await;
    let structured = answer.structured();
    assert_eq!(
        structured["actor"],
        json!({"user_id": "owner", "display_name": "owner", "client": "tester", "org_role": "owner"})
    );
    assert_eq!(
        structured["workspaces"],
        json!([
            {"key": "personal", "scope": {"kind": "personal"}, "owner_id": "owner", "writable": true},
            {"key": "shared", "scope": {"kind": "shared"}, "writable": true},
            {"key": "team:blue", "scope": {"kind": "team", "team_id": "blue"}, "writable": true},
            {"key": "team:red", "scope": {"kind": "team", "team_id": "red"}, "writable": true},
        ])
    );
    let text: Value = serde_json::from_str(&answer.text()).unwrap();
    assert_eq!(text, structured, "this family answers JSON");
    assert_eq!(client.get("/v1/workspaces").await.expect(200), structured);
}

#[tokio::test]
async fn others_see_their_own_teams_and_what_they_may_write() {
    let account = service().account().await;
    let owner = account.client().await;
    owner.post("/v1/scopes", json!({"path": "teams/red"})).await.expect(200);
    owner.post("/v1/scopes", json!({"path": "teams/blue"})).await.expect(200);
    let keys = async |wish: Wish| {
        let answer = account.client_with(wish).await.get("/v1/workspaces").await.expect(200);
        let list = answer["workspaces"].as_array().unwrap();
        list.iter().map(|item| format!("{} {}", item["key"].as_str().unwrap(), item["writable"])).collect::<Vec<_>>()
    };
    let member = account.member(Role::Member, "mo").await;
    let of_member = Wish { user: Some(member), ..Wish::default() };
    assert_eq!(keys(of_member.clone()).await, ["personal true", "shared true"]);
    stored::execute(&format!(
        "INSERT INTO team_members (account_id, team, user_id) VALUES ('{}', 'blue', '{}')",
        account.id.uuid(),
        member.uuid()
    ))
    .await;
    assert_eq!(keys(of_member.clone()).await, ["personal true", "shared true", "team:blue true"]);
    let reading = Wish { permissions: vec![Permission::MemoryRead], ..of_member };
    assert_eq!(keys(reading).await, ["personal false", "shared false", "team:blue false"]);
    let viewer = account.member(Role::Viewer, "vi").await;
    assert_eq!(keys(Wish { user: Some(viewer), ..Wish::default() }).await, ["personal false", "shared false"]);
    let bound = Wish { scope: Some("teams/red".into()), ..Wish::default() };
    assert_eq!(keys(bound).await, ["team:red true"]);
}
