//! Every operation × what a token lacks × every surface: 403, naming all that is missing and what to ask for instead.

use std::collections::BTreeSet;

use annals::CATALOG;
use annals::auth::{ClientSurface, Permission};
use annals::op::{Entry, Sample};
use serde_json::Value;

use crate::catalogue::{Said, Way, assert_none, stocked};
use crate::permissions::challenge::{Refusal, faults_of_refusal};
use crate::support::{Account, Database, Wish, service, superuser_database_url};

type Names = BTreeSet<&'static str>;

#[tokio::test]
async fn a_token_that_lacks_a_permission_is_told_all_that_is_missing() {
    let account = service().account().await;
    let mut faults = Vec::new();
    for entry in &CATALOG {
        for way in Way::of(entry.spec()) {
            let needed = needed(entry, way);
            // Each permission alone, with its write, which implies it; then all of them.
            let mut lacks: Vec<Names> = needed.iter().map(|name| with_write(name)).collect();
            lacks.push(needed.iter().flat_map(|name| with_write(name)).collect());
            lacks.retain(|lacking| !lacking.is_empty());
            for lacking in lacks {
                let granted: Names = names(Permission::all()).difference(&lacking).copied().collect();
                let said = ask(&account, entry, way, &granted).await;
                faults.extend(faults_of(entry, way, &granted, &said));
            }
            // Reading does not imply writing.
            let downgraded: Names =
                names(Permission::all()).into_iter().filter(|name| !name.ends_with(":write")).collect();
            if !missing(&needed, &downgraded).is_empty() {
                let said = ask(&account, entry, way, &downgraded).await;
                faults.extend(faults_of(entry, way, &downgraded, &said));
            }
        }
    }
    assert_none(&faults);
}

#[tokio::test]
async fn a_grant_that_was_narrowed_counts_as_it_is_now() {
    let account = service().account().await;
    let (token, id) = account.token(Wish::default()).await;
    let client = crate::support::Client::new(&service().origin, &token);
    let granted = Names::from(["contacts:read"]);
    Database::connect(&superuser_database_url())
        .await
        .must(&format!("UPDATE service_tokens SET permissions = '{{contacts:read}}' WHERE id = '{}'", id.uuid()))
        .await;
    let mut faults = Vec::new();
    for entry in &CATALOG {
        for way in Way::of(entry.spec()) {
            if !missing(&needed(entry, way), &granted).is_empty() {
                let said = way.call(&client, entry, &(entry.spec().example)(&Sample::default())).await;
                faults.extend(faults_of(entry, way, &granted, &said));
            }
        }
    }
    assert_none(&faults);
}

#[tokio::test]
async fn write_implies_read() {
    let stocked = stocked(service()).await;
    let mut asked = 0;
    for entry in &CATALOG {
        for way in Way::of(entry.spec()) {
            let needed = needed(entry, way);
            // A permission to read that has no write of its own, such as admin:read, is implied by nothing.
            let mut reads = needed.iter().filter(|name| name.ends_with(":read")).peekable();
            if reads.peek().is_some() && reads.all(|name| with_write(name).len() > 1) {
                let granted: Names =
                    needed.iter().flat_map(|name| with_write(name)).filter(|name| !needed.contains(name)).collect();
                let client = stocked.account.client_with(wish(&granted)).await;
                let said = way.call(&client, entry, &(entry.spec().example)(&stocked.sample)).await;
                assert!(said.structured.is_some(), "{}, {way}, with {granted:?}: {}", entry.spec().name, said.body());
                asked += 1;
            }
        }
    }
    assert!(asked > 0, "no operation needs a permission to read: this test looked at nothing");
}

#[tokio::test]
async fn a_refusal_that_names_less_is_caught() {
    let account = service().account().await;
    let entry = annals::find("recall").unwrap();
    let granted = Names::from(["contacts:read"]);
    let sound = ask(&account, entry, Way::Rest, &granted).await;
    assert_none(&faults_of(entry, Way::Rest, &granted, &sound));

    let mut silent = ask(&account, entry, Way::Rest, &granted).await;
    silent.http.text = silent.http.text.replace("\"memory:read\"", "");
    assert!(!faults_of(entry, Way::Rest, &granted, &silent).is_empty(), "a missing name passed");
    let more = Names::from(["contacts:read", "ledger:read"]);
    assert!(!faults_of(entry, Way::Rest, &more, &sound).is_empty(), "a scope that takes something away passed");
}

/// The names of the permissions that an operation needs on a surface.
fn needed(entry: &Entry, way: Way) -> Names {
    let surface = if way == Way::Rest { ClientSurface::Rest } else { ClientSurface::Mcp };
    let needed = names(entry.spec().need().on(surface));
    let says_who_calls = entry.spec().name == "me_get";
    assert_eq!(needed.is_empty(), says_who_calls, "{} needs no permission at all", entry.spec().name);
    needed
}

fn names(permissions: impl Iterator<Item = Permission>) -> Names {
    permissions.map(Permission::name).collect()
}

/// A permission and the write of the same noun.
fn with_write(name: &'static str) -> Names {
    let noun = name.split(':').next().unwrap();
    let write = Permission::all().map(Permission::name).find(|other| *other == format!("{noun}:write"));
    write.into_iter().chain([name]).collect()
}

/// Ruling 1, told anew: a permission is held by its name or by the write of its noun.
fn missing(needed: &Names, granted: &Names) -> Names {
    needed.iter().copied().filter(|name| with_write(name).is_disjoint(granted)).collect()
}

fn wish(granted: &Names) -> Wish {
    Wish { permissions: granted.iter().map(|name| name.parse().unwrap()).collect(), ..Wish::default() }
}

async fn ask(account: &Account<'_>, entry: &Entry, way: Way, granted: &Names) -> Said {
    let client = account.client_with(wish(granted)).await;
    way.call(&client, entry, &(entry.spec().example)(&Sample::default())).await
}

fn faults_of(entry: &Entry, way: Way, granted: &Names, said: &Said) -> Vec<String> {
    let missing = missing(&needed(entry, way), granted);
    let expected = Refusal {
        status: 403,
        code: "insufficient_scope",
        metadata: format!("{}/.well-known/oauth-protected-resource{}", service().origin, way.resource()),
        scope: granted.union(&missing).map(|name| (*name).to_owned()).collect(),
        error: Some("insufficient_scope"),
    };
    let mut faults = faults_of_refusal(&said.http, &expected);
    let body: Value = serde_json::from_str(said.body()).unwrap_or_default();
    let named: BTreeSet<&str> = body["missing"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if named != missing {
        faults.push(format!("missing is {named:?} instead of {missing:?}"));
    }
    let detail = body["detail"].as_str().unwrap_or_default();
    if missing.iter().any(|name| !detail.contains(name)) {
        faults.push(format!("the sentence does not name all of {missing:?}: {detail}"));
    }
    faults.into_iter().map(|fault| format!("{}, {way}, with {granted:?}: {fault}", entry.spec().name)).collect()
}
