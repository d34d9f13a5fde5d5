//! A field that there is not is refused by name, and nothing happens.

use annals::CATALOG;
use annals::op::Entry;
use serde_json::{Value, json};

use crate::catalogue::{Said, Way, assert_none, stocked};
use crate::support::service;

const UNKNOWN: &str = "favourite_colour";

#[tokio::test]
async fn every_operation_refuses_an_unknown_field_by_its_name() {
    let stocked = stocked(service()).await;
    let mut faults = Vec::new();
    for entry in &CATALOG {
        for way in Way::of(entry.spec()) {
            let mut arguments = (entry.spec().example)(&stocked.sample);
            arguments[UNKNOWN] = json!("green");
            faults.extend(fault(entry, way, &way.call(&stocked.client, entry, &arguments).await));
        }
    }
    assert_none(&faults);
}

#[tokio::test]
async fn an_operation_that_takes_what_it_does_not_know_is_caught() {
    let stocked = stocked(service()).await;
    let entry = annals::find("memory_scopes").unwrap();
    let accepted = Way::Rest.call(&stocked.client, entry, &json!({})).await;
    assert!(fault(entry, Way::Rest, &accepted).is_some(), "an accepted field passed");
    let entry = annals::find("fetch").unwrap();
    let other_reason = Way::Legacy.call(&stocked.client, entry, &json!({"id": "nonsense"})).await;
    assert!(fault(entry, Way::Legacy, &other_reason).is_some(), "a refusal for another reason passed");
}

fn fault(entry: &Entry, way: Way, said: &Said) -> Option<String> {
    let name = entry.spec().name;
    if said.code.as_deref() != Some(way.told(entry.spec(), "invalid_input")) {
        return Some(format!("{name}, {way}: {} for an unknown field", said.outcome()));
    }
    let body: Value = serde_json::from_str(said.body()).unwrap_or_default();
    let names_it = match way {
        Way::Rest => body["field"] == UNKNOWN && said.http.status == 422,
        Way::Legacy | Way::Modern => said.sentence.as_deref().is_some_and(|sentence| sentence.contains(UNKNOWN)),
    };
    (!names_it).then(|| format!("{name}, {way}: the field is not named: {}", said.body()))
}
