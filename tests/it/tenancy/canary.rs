//! A marker that stands in everything that a stranger holds is looked for in every answer of every reading operation.

use annals::CATALOG;
use annals::op::{Entry, Sample};
use serde_json::Value;

use crate::catalogue::{Way, assert_none, stocked};
use crate::support::{Client, service};
use crate::tenancy::stranger::{KEY, Stranger, said_in, stranger, text_fields};

#[tokio::test]
async fn what_a_stranger_holds_shows_in_no_answer() {
    let stocked = stocked(service()).await;
    let stranger = stranger(service()).await;
    let mut faults = Vec::new();
    for entry in reads() {
        for way in Way::of(entry.spec()) {
            for arguments in questions(entry, &stocked.sample, &stranger) {
                let said = way.call(&stocked.client, entry, &arguments).await;
                if leaks(said.body(), &stranger.marker) {
                    faults.push(format!("{}, {way}, asked {arguments}: {}", entry.spec().name, said.body()));
                }
            }
        }
    }
    assert_none(&faults);
}

/// The control: the same questions, asked by the stranger itself, bring the marker to light for every reading operation. So
/// the silence above says something, and an operation that these questions do not reach fails here.
#[tokio::test]
async fn the_same_questions_show_a_stranger_its_own_records() {
    let stranger = stranger(service()).await;
    let own = stranger.sample.clone();
    for entry in reads().filter(|entry| !NO_WORDS.contains(&entry.spec().name)) {
        for way in Way::of(entry.spec()) {
            assert!(
                any_leaks(&stranger.client, entry, way, &own, &stranger).await,
                "{}, {way}: none of the questions reaches the canary",
                entry.spec().name
            );
        }
    }
}

/// Reads whose answers hold no word of anybody's, save names that the tests of the audit log look at.
const NO_WORDS: [&str; 11] = [
    "account_policies",
    "app_list",
    "audit_list",
    "gate_statistics",
    "isolation_report",
    "job_get",
    "job_list",
    "usage_get",
    "webhook_delivery_list",
    "webhook_get",
    "webhook_list",
];

fn reads() -> impl Iterator<Item = &'static Entry> {
    CATALOG.iter().filter(|entry| !entry.spec().effect.writes())
}

fn leaks(body: &str, marker: &str) -> bool {
    body.to_lowercase().contains(marker)
}

async fn any_leaks(client: &Client, entry: &'static Entry, way: Way, sample: &Sample, stranger: &Stranger) -> bool {
    for arguments in questions(entry, sample, stranger) {
        if leaks(way.call(client, entry, &arguments).await.body(), &stranger.marker) {
            return true;
        }
    }
    false
}

/// The example, and the example with each of its texts replaced by each thing that one may know of the stranger.
fn questions(entry: &Entry, sample: &Sample, stranger: &Stranger) -> Vec<Value> {
    let example = (entry.spec().example)(sample);
    let mut asked = vec![example.clone()];
    let sentence = format!("Where does the {KEY} keep it, in which drawer?");
    let known = stranger.names.iter().map(|(_, name, _)| name.as_str()).chain([sentence.as_str()]);
    for text in known {
        for (field, in_a_list) in text_fields(entry) {
            let mut question = example.clone();
            question[&field] = said_in(text, in_a_list);
            asked.push(question);
        }
    }
    assert!(
        asked.iter().all(|question| !leaks(&question.to_string(), &stranger.marker)),
        "a question holds the marker"
    );
    asked
}
