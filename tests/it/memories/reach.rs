//! Where a caller may write, and what he finds (rulings 12 and 13).

use annals::auth::{Permission, Role};
use serde_json::json;

use crate::support::{Client, Wish, service, stored};

async fn contents(client: &Client, query: &str) -> Vec<String> {
    let found = client.post("/v1/memories/search", json!({"query": query, "limit": 100})).await.expect(200);
    found["items"].as_array().unwrap().iter().map(|item| item["content"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_bound_token_writes_and_finds_inside_its_node_alone() {
    let account = service().account().await;
    let owner = account.client().await;
    owner.remember("Walrus outside.", "projects/outside").await;
    owner.remember("Walrus at the root.", "notes").await;
    owner.remember("Walrus inside.", "projects/inside").await;
    let bound = account.client_with(Wish { scope: Some("projects/inside".into()), ..Wish::default() }).await;
    let before = stored::rows_of(account.id).await;
    for path in ["notes", "projects/outside", "projects/general", "people/owner", "projects/inside2"] {
        let body = json!({"content": "Walrus, written from inside.", "path": path, "create_project": true});
        let refusal = bound.post("/v1/memories", body).await;
        assert!(matches!(refusal.status.as_u16(), 403 | 404), "{path}: {}", refusal.text);
        assert_eq!(refusal.json()["field"], "path");
    }
    let refusal = bound.post("/v1/memories", json!({"content": "Walrus.", "path": "notes"})).await;
    assert_eq!(refusal.refused(403), "forbidden");
    assert!(refusal.json()["detail"].as_str().unwrap().contains("projects/inside"), "{}", refusal.text);
    assert_eq!(stored::rows_of(account.id).await, before);

    bound.remember("Walrus below.", "projects/inside/projects/deeper/x").await;
    let mut found = contents(&bound, "walrus").await;
    found.sort();
    assert_eq!(found, ["Walrus below.", "Walrus inside."]);
}

#[tokio::test]
async fn the_projects_error_of_a_node_beside_the_bound_one_does_not_tell_whether_it_is_there() {
    let account = service().account().await;
    let owner = account.client().await;
    owner.remember("Here.", "projects/inside").await;
    owner.remember("Hidden.", "projects/hidden").await;
    let bound = account.client_with(Wish { scope: Some("projects/inside".into()), ..Wish::default() }).await;
    let ask = async |path: &str| {
        let refusal = bound.post("/v1/memories", json!({"content": "Probe.", "path": path})).await;
        let mut body = refusal.json();
        body.as_object_mut().unwrap().remove("request_id");
        (refusal.status, body.to_string().replace(path, "PATH"))
    };
    assert_eq!(ask("projects/hidden").await, ask("projects/absent").await);
}

#[tokio::test]
async fn a_team_belongs_to_its_members_and_a_personal_node_to_its_user() {
    let account = service().account().await;
    let owner = account.client().await;
    owner.post("/v1/scopes", json!({"path": "teams/finance"})).await.expect(200);
    owner.remember("Heron of the team.", "teams/finance").await;
    let member = account.member(Role::Member, "nils").await;
    let client = account.client_with(Wish { user: Some(member), ..Wish::default() }).await;
    client.remember("Heron of his own.", "people/nils/diary").await;
    assert_eq!(contents(&client, "heron").await, ["Heron of his own."]);
    assert_eq!(contents(&owner, "heron").await, ["Heron of the team."]);

    let ask = async |client: &Client, path: &str| {
        let refusal = client.post("/v1/memories", json!({"content": "Probe.", "path": path})).await;
        let mut body = refusal.json();
        body.as_object_mut().unwrap().remove("request_id");
        (refusal.status.as_u16(), body.to_string().replace(path, "PATH"))
    };
    assert_eq!(ask(&client, "teams/finance").await, ask(&client, "teams/unknown").await);
    assert_eq!(ask(&client, "teams/finance").await.0, 404);
    assert_eq!(ask(&owner, "people/nils").await, ask(&owner, "people/nobody").await);
    assert_eq!(ask(&owner, "people/nils").await.0, 404);
}

#[tokio::test]
async fn a_viewer_reads_and_does_not_write_whatever_his_token_says() {
    let account = service().account().await;
    let id = account.client().await.remember("Viewers may read of the otter.", "projects/general").await;
    let viewer = account.member(Role::Viewer, "vera").await;
    let client = account.client_with(Wish { user: Some(viewer), ..Wish::default() }).await;
    assert_eq!(contents(&client, "otter").await, ["Viewers may read of the otter."]);
    let before = stored::rows_of(account.id).await;
    let refusal = client.post("/v1/memories", json!({"content": "x", "path": "projects/general"})).await;
    assert_eq!(refusal.refused(403), "forbidden");
    let refusal = client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": "hard_delete"})).await;
    assert_eq!(refusal.refused(403), "forbidden");
    let tool = client.call("remember", json!({"content": "x", "path": "projects/general"})).await.failure();
    assert!(tool.starts_with("forbidden:"), "{tool}");
    assert_eq!(stored::rows_of(account.id).await, before);
}

#[tokio::test]
async fn a_token_that_may_only_read_is_told_what_it_lacks() {
    let account = service().account().await;
    let wish = Wish { permissions: vec![Permission::MemoryRead], ..Wish::default() };
    let client = account.client_with(wish).await;
    let body = json!({"content": "x", "path": "projects/general"});
    let rest = client.post("/v1/memories", body.clone()).await;
    assert_eq!(rest.refused(403), "insufficient_scope");
    let tool = client.call("remember", body).await.http;
    assert_eq!(tool.refused(403), "insufficient_scope");
    for (answer, resource) in [(rest, "/v1"), (tool, "/mcp")] {
        assert_eq!(answer.json()["missing"], json!(["memory:write"]));
        let challenge = answer.headers["www-authenticate"].to_str().unwrap();
        assert!(challenge.contains("error=\"insufficient_scope\""), "{challenge}");
        assert!(challenge.contains("scope=\"memory:read memory:write\""), "{challenge}");
        let metadata = format!("{}/.well-known/oauth-protected-resource{resource}\"", client.origin);
        assert!(challenge.contains(&metadata), "{challenge}");
    }
}

#[tokio::test]
async fn a_token_that_may_write_may_read() {
    let account = service().account().await;
    let wish = Wish { permissions: vec![Permission::MemoryWrite], ..Wish::default() };
    let client = account.client_with(wish).await;
    client.remember("The lynx is shy.", "projects/general").await;
    assert_eq!(contents(&client, "lynx").await, ["The lynx is shy."]);
}
