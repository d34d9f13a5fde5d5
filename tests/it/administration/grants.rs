//! Scopes and what of them is opened to whom.

use annals::auth::Role;
use serde_json::{Value, json};

use super::ways::{delete, names, patch, person};
use crate::support::{Client, replica, service};

async fn scope_of(client: &Client, path: &str) -> String {
    client.post("/v1/scopes", json!({"path": path})).await.expect(200)["scope_id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn each_sees_the_scopes_that_he_reads_and_personal_ones_are_nobody_elses() {
    let account = service().account().await;
    let owner = account.client().await;
    let (_, client) = person(&account, Role::Member, "max").await;
    let team = scope_of(&owner, "teams/red/projects/atlas").await;
    let paths = async |client: &Client, query: &str| {
        names(&client.get(&format!("/v1/scopes{query}")).await.expect(200), "scopes", "path")
    };
    let own = ["", "people/owner", "projects/general", "teams/red", "teams/red/projects/atlas"];
    assert_eq!(paths(&owner, "").await, own, "an admin sees all but the personal nodes of others");
    assert_eq!(paths(&client, "").await, ["", "people/max", "projects/general"]);
    assert_eq!(paths(&owner, "?below=teams/red").await, ["teams/red", "teams/red/projects/atlas"]);
    assert_eq!(paths(&owner, "?below=teams/re").await, Vec::<String>::new());
    assert_eq!(paths(&owner, "?kind=project&query=ATLAS").await, ["teams/red/projects/atlas"]);
    for id in [team, annals::ids::public_scope_id("team", annals::ids::new_uuid()), "scp_x".to_owned()] {
        assert_eq!(client.get(&format!("/v1/scopes/{id}")).await.refused(404), "not_found");
    }
}

#[tokio::test]
async fn a_restricted_scope_opens_by_a_grant_and_closes_with_it_on_every_replica() {
    let account = service().account().await;
    let owner = account.client().await;
    let (max, here) = person(&account, Role::Member, "max").await;
    let there = here.at(&replica().origin);
    let scope = scope_of(&owner, "projects/secret").await;
    let below = scope_of(&owner, "projects/secret/projects/plans").await;
    let path = format!("/v1/scopes/{scope}");
    there.get(&path).await.expect(200);
    let shut = patch(&owner, &path, "*", &json!({"restricted": true, "name": "Shut"})).await.expect(200);
    assert_eq!((&shut["scope"]["restricted"], &shut["scope"]["name"]), (&json!(true), &json!("Shut")));
    let write = || json!({"content": "Said in secret.", "path": "projects/secret"});
    assert_eq!(there.get(&path).await.refused(404), "not_found");
    assert_eq!(there.post("/v1/memories", write()).await.refused(404), "not_found");

    let grant =
        |access: &str, below: bool| json!({"scope_id": scope, "user_id": max, "access": access, "below": below});
    let read = owner.post("/v1/grants", grant("read", false)).await.expect(200);
    assert_eq!(there.get(&path).await.expect(200)["scope"]["writable"], json!(false));
    assert_eq!(there.post("/v1/memories", write()).await.refused(403), "forbidden");
    assert_eq!(there.get(&format!("/v1/scopes/{below}")).await.refused(404), "not_found");
    let all = owner.post("/v1/grants", grant("write", true)).await.expect(200);
    there.post("/v1/memories", write()).await.expect(200);
    there.get(&format!("/v1/scopes/{below}")).await.expect(200);
    let listed = owner.get(&format!("/v1/grants?scope_id={scope}&user_id={max}")).await.expect(200);
    assert_eq!(
        names(&listed, "grants", "grant_id"),
        [all["grant"]["grant_id"].as_str().unwrap()],
        "one takes the other's place"
    );
    let id = |made: &Value| made["grant"]["grant_id"].as_str().unwrap().to_owned();
    assert_eq!(delete(&owner, &format!("/v1/grants/{}", id(&read))).await.refused(404), "not_found");
    delete(&owner, &format!("/v1/grants/{}", id(&all))).await.expect(200);
    assert_eq!(there.get(&path).await.refused(404), "not_found");
}

#[tokio::test]
async fn what_cannot_be_opened_is_refused() {
    let (account, other) = (service().account().await, service().account().await);
    let (owner, stranger) = (account.client().await, other.client().await);
    let (max, client) = person(&account, Role::Member, "max").await;
    let scope = scope_of(&owner, "projects/atlas").await;
    owner.post("/v1/teams", json!({"team": "red"})).await.expect(200);
    let personal = client.get("/v1/scopes?kind=personal").await.expect(200)["scopes"][0]["scope_id"].clone();
    let own = owner.get("/v1/scopes?kind=personal").await.expect(200)["scopes"][0]["scope_id"].clone();
    let grant = |scope: Value, more: Value| {
        let mut body = json!({"scope_id": scope, "access": "read"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        owner.post("/v1/grants", body)
    };
    assert_eq!(grant(personal, json!({"user_id": account.owner})).await.refused(404), "not_found");
    assert_eq!(grant(own.clone(), json!({"user_id": max})).await.refused(403), "forbidden");
    assert_eq!(grant(json!(scope), json!({"user_id": other.owner})).await.refused(404), "not_found");
    assert_eq!(grant(json!(scope), json!({"team": "blue"})).await.refused(404), "not_found");
    assert_eq!(grant(json!(scope), json!({})).await.refused(422), "invalid_input");
    assert_eq!(grant(json!(scope), json!({"user_id": max, "team": "red"})).await.refused(422), "invalid_input");
    let made = grant(json!(scope), json!({"team": "red"})).await.expect(200);
    let path = format!("/v1/grants/{}", made["grant"]["grant_id"].as_str().unwrap());
    assert_eq!(delete(&stranger, &path).await.refused(404), "not_found");
    let restrict =
        patch(&owner, &format!("/v1/scopes/{}", own.as_str().unwrap()), "*", &json!({"restricted": true})).await;
    assert_eq!(restrict.refused(422), "invalid_input");
}
