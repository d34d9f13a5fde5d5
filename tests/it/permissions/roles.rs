//! Every operation × every role × every surface: what a role may not do is refused whatever its token says, and what it
//! may do works.

use annals::CATALOG;
use annals::auth::{ClientSurface, Role};
use annals::op::Spec;
use serde_json::{Value, json};

use crate::catalogue::{Said, Way, assert_none, connected_app, stocked};
use crate::support::{Wish, service};

const ROLES: [Role; 4] = [Role::Viewer, Role::Member, Role::Admin, Role::Owner];

/// What an example asks a higher role for than its operation does: members delete in their personal node alone (ruling 35).
const HIGHER: [(&str, Role); 1] = [("memory_delete_matching", Role::Admin)];

#[tokio::test]
async fn a_role_that_is_too_low_is_refused_and_one_that_suffices_is_not() {
    let stocked = stocked(service()).await;
    let mut faults = Vec::new();
    for role in ROLES {
        let user = stocked.account.member(role, &format!("person-{}", role.name())).await;
        let client = stocked.account.client_with(Wish { user: Some(user), ..Wish::default() }).await;
        for entry in &CATALOG {
            for way in Way::of(entry.spec()) {
                let sample =
                    stocked.another_sample(entry, &format!("{} of {role:?} by {way}", entry.spec().name)).await;
                let mut example = (entry.spec().example)(&sample);
                if entry.spec().name == "app_revoke" {
                    example["id"] = json!(connected_app(&stocked.account, user).await);
                }
                // What an earlier call stored would be seen again.
                if let Some(content) = example.get("content").and_then(Value::as_str) {
                    example["content"] = json!(format!("{content} Said by {role:?} over {way}."));
                }
                let said = way.call(&client, entry, &example).await;
                faults.extend(fault(entry.spec(), way, role, &said));
            }
        }
    }
    assert_none(&faults);
}

#[tokio::test]
async fn an_operation_that_opens_to_a_role_below_its_own_is_caught() {
    let stocked = stocked(service()).await;
    let entry = annals::find("remember").unwrap();
    let opened = Way::Rest.call(&stocked.client, entry, &(entry.spec().example)(&stocked.sample)).await;
    assert!(fault(entry.spec(), Way::Rest, Role::Viewer, &opened).is_some());
    assert!(fault(entry.spec(), Way::Rest, Role::Member, &opened).is_none());
}

fn fault(spec: &Spec, way: Way, role: Role, said: &Said) -> Option<String> {
    let surface = if way == Way::Rest { ClientSurface::Rest } else { ClientSurface::Mcp };
    let of_example = HIGHER.iter().find(|(name, _)| *name == spec.name).map_or(spec.role, |(_, role)| *role);
    let suffices = role >= of_example && spec.need().on(surface).all(|needed| role >= needed.least_role());
    let status = said.http.status.as_u16();
    let is_as_expected = match (suffices, way) {
        (true, _) => said.structured.is_some(),
        (false, Way::Rest) => said.code.as_deref() == Some("forbidden") && status == 403,
        // On MCP a role is a matter of the tool's result: stepping up would not help.
        (false, Way::Legacy | Way::Modern) => {
            said.code.as_deref() == Some("forbidden")
                && status == 200
                && !said.http.headers.contains_key(reqwest::header::WWW_AUTHENTICATE)
        }
    };
    (!is_as_expected).then(|| format!("{}, {way}, {role:?}: {}", spec.name, said.outcome()))
}
