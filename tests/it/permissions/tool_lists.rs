//! A tool is listed exactly where the token may call it.

use std::collections::BTreeSet;

use annals::CATALOG;
use annals::auth::{ClientSurface, Permission, Profile};
use annals::op::Entry;

use crate::catalogue::listed_tools;
use crate::support::{Wish, service};

#[tokio::test]
async fn exactly_the_tools_that_a_token_may_call_are_listed() {
    let account = service().account().await;
    let every: Vec<Permission> = Permission::all().collect();
    let mut grants: Vec<Vec<Permission>> = vec![every.clone()];
    // Each permission alone, and all but it.
    for permission in &every {
        grants.push(vec![*permission]);
        grants.push(every.iter().copied().filter(|other| other != permission).collect());
    }
    for permissions in grants {
        let client = account.client_with(Wish { permissions: permissions.clone(), ..Wish::default() }).await;
        let tools = listed_tools(&client, "/mcp").await;
        let listed: BTreeSet<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        let expected: BTreeSet<&str> = CATALOG
            .iter()
            .map(Entry::spec)
            .filter(|spec| spec.is_listed(Profile::Generic))
            .filter(|spec| {
                spec.need().on(ClientSurface::Mcp).all(|needed| permissions.iter().any(|held| implies(*held, needed)))
            })
            .map(|spec| spec.name)
            .collect();
        assert_eq!(listed, expected, "with {permissions:?}");
    }
}

/// Ruling 1, told anew.
fn implies(held: Permission, needed: Permission) -> bool {
    let noun = |permission: Permission| permission.name().split(':').next().unwrap();
    held == needed
        || (noun(held) == noun(needed) && held.name().ends_with(":write") && needed.name().ends_with(":read"))
}
