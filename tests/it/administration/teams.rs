//! Teams: their members reach their node at once, and a team that holds something stays.

use annals::auth::Role;
use serde_json::json;

use super::ways::{delete, names, patch, person};
use crate::support::{replica, service};

#[tokio::test]
async fn who_joins_a_team_reaches_its_node_at_the_next_call_and_who_leaves_does_not() {
    let account = service().account().await;
    let owner = account.client().await;
    let (max, client) = person(&account, Role::Member, "max").await;
    let there = client.at(&replica().origin);
    let made = owner.post("/v1/teams", json!({"team": "red", "name": "The Reds"})).await.expect(200);
    assert_eq!((&made["team"]["name"], &made["team"]["members"]), (&json!("The Reds"), &json!(0)));
    owner.remember("Said among the Reds.", "teams/red").await;
    let sees = async |client: &crate::support::Client| {
        client.get("/v1/records").await.expect(200).to_string().contains("among the Reds")
    };
    assert!(!sees(&there).await);
    let membership = format!("/v1/teams/red/members/{max}");
    for _ in 0..2 {
        let joined = owner.send(owner.request("PUT", &membership)).await.expect(200);
        assert_eq!(joined["team"]["members"], json!(1));
    }
    assert!(sees(&there).await && sees(&client).await);
    delete(&owner, &membership).await.expect(200);
    assert!(!sees(&there).await && !sees(&client).await);
    assert_eq!(delete(&owner, &membership).await.refused(404), "not_found");
}

#[tokio::test]
async fn a_team_that_is_there_is_answered_as_it_is() {
    let account = service().account().await;
    let owner = account.client().await;
    owner.post("/v1/teams", json!({"team": "red", "name": "The Reds"})).await.expect(200);
    let again = owner.post("/v1/teams", json!({"team": "red", "name": "Others"})).await.expect(200);
    assert_eq!(again["team"]["name"], json!("The Reds"));
    let etag = again["etag"].as_str().unwrap();
    let renamed = patch(&owner, "/v1/teams/red", etag, &json!({"name": "Others"})).await.expect(200);
    assert_eq!(renamed["team"]["name"], json!("Others"));
    assert_eq!(names(&owner.get("/v1/teams").await.expect(200), "teams", "team"), ["red"]);
    for team in ["a/b", "", "..", "two words"] {
        assert_eq!(owner.post("/v1/teams", json!({"team": team})).await.refused(422), "invalid_input", "{team:?}");
    }
}

#[tokio::test]
async fn a_team_goes_while_its_node_holds_nothing_and_stays_otherwise() {
    let account = service().account().await;
    let owner = account.client().await;
    let (max, _) = person(&account, Role::Member, "max").await;
    for team in ["empty", "full", "deep"] {
        owner.post("/v1/teams", json!({"team": team})).await.expect(200);
        owner.send(owner.request("PUT", &format!("/v1/teams/{team}/members/{max}"))).await.expect(200);
    }
    owner.remember("Kept by the team.", "teams/full").await;
    owner.post("/v1/scopes", json!({"path": "teams/deep/projects/x"})).await.expect(200);
    for team in ["full", "deep"] {
        let refused = delete(&owner, &format!("/v1/teams/{team}")).await;
        assert_eq!(refused.refused(409), "conflict");
        let left = owner.get(&format!("/v1/teams/{team}")).await.expect(200);
        assert_eq!(left["team"]["members"], json!(1), "nothing is half done");
    }
    let scopes = owner.get("/v1/scopes?kind=project").await.expect(200);
    let project = scopes["scopes"][0]["scope_id"].clone();
    let grant = json!({"scope_id": project, "team": "empty", "access": "write"});
    owner.post("/v1/grants", grant).await.expect(200);
    delete(&owner, "/v1/teams/empty").await.expect(200);
    assert_eq!(owner.get("/v1/teams/empty").await.refused(404), "not_found");
    assert_eq!(
        names(&owner.get("/v1/scopes?kind=team").await.expect(200), "scopes", "path"),
        ["teams/deep", "teams/full"]
    );
    assert_eq!(owner.get("/v1/grants").await.expect(200)["grants"], json!([]));
    owner.post("/v1/teams", json!({"team": "empty"})).await.expect(200);
}

#[tokio::test]
async fn a_team_takes_no_strangers() {
    let (account, other) = (service().account().await, service().account().await);
    let owner = account.client().await;
    owner.post("/v1/teams", json!({"team": "red"})).await.expect(200);
    for user in [other.owner, annals::ids::UserId::generate()] {
        let answer = owner.send(owner.request("PUT", &format!("/v1/teams/red/members/{user}"))).await;
        assert_eq!(answer.refused(404), "not_found");
    }
    let stranger = other.client().await;
    for team in ["red", "made-up"] {
        assert_eq!(stranger.get(&format!("/v1/teams/{team}")).await.refused(404), "not_found");
        assert_eq!(delete(&stranger, &format!("/v1/teams/{team}")).await.refused(404), "not_found");
    }
}
