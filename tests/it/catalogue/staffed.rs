//! What administration is about: a member, a team, a scope, a grant, an invitation, a token.

use annals::auth::Role;
use annals::op::Sample;
use serde_json::json;

use crate::support::{Account, Client};

/// The sample with a member, a team, a scope, a grant, an invitation and a token of its own. Their names hold the label, save
/// for the team's name in paths, by which one asks.
pub async fn staffed(account: &Account<'_>, client: &Client, label: &str, number: &str, sample: Sample) -> Sample {
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let user = account.member(Role::Member, &format!("kim-{label}-{number}")).await.to_string();
    let team = format!("crew-{number}");
    client.post("/v1/teams", json!({"team": team, "name": format!("Crew {label}")})).await.expect(200);
    client.send(client.request("PUT", &format!("/v1/teams/{team}/members/{user}"))).await.expect(200);
    let path = format!("projects/{label}-{number}");
    let scope = text(&client.post("/v1/scopes", json!({"path": path})).await.expect(200)["scope_id"]);
    let grant = json!({"scope_id": scope, "team": team, "access": "read"});
    let grant = text(&client.post("/v1/grants", grant).await.expect(200)["grant"]["grant_id"]);
    let invitation = json!({"email": format!("lee-{label}-{number}@example.com"), "role": "viewer"});
    let invitation = client.post("/v1/invitations", invitation).await.expect(200);
    let invitation_id = text(&invitation["invitation"]["invitation_id"]);
    let token = json!({"name": format!("Token {label}"), "user_id": user, "scope": path,
        "permissions": ["memory:read", "memory:write"]});
    let token_id = text(&client.post("/v1/tokens", token).await.expect(200)["token"]["token_id"]);
    Sample { user_id: user, team, scope_id: scope, grant_id: grant, invitation_id, token_id, ..sample }
}
