//! Each operation, given a stranger's name of each kind and a made-up one of the same shape in each of its fields: the
//! answers are the same to the byte, but for the request id and what the caller itself said.

use annals::CATALOG;
use annals::op::Entry;
use reqwest::header::{CONTENT_LENGTH, DATE};
use serde_json::json;

use crate::catalogue::{Said, Way, assert_none, stocked};
use crate::support::service;
use crate::tenancy::stranger::{said_in, stranger, text_fields};

/// Fields that hold a text or a key of the caller's own: two of them rank and are stored differently, whatever they name.
const FREE_TEXT: [&str; 9] =
    ["about", "body", "content", "context", "override_gate", "query", "reason", "request_id", "text"];

#[tokio::test]
async fn a_strangers_id_answers_like_one_that_was_made_up() {
    let stranger = stranger(service()).await;
    let mut faults = Vec::new();
    let mut refused = 0;
    for entry in &CATALOG {
        // An account for each: what one operation writes must not change what the next one answers.
        let stocked = stocked(service()).await;
        let fields = text_fields(entry).into_iter().filter(|(field, _)| !FREE_TEXT.contains(&field.as_str()));
        for (field, in_a_list) in fields {
            for (kind, foreign, made_up) in &stranger.names {
                for way in Way::of(entry.spec()) {
                    let ask = async |name: &str| {
                        let mut arguments = (entry.spec().example)(&stocked.sample);
                        arguments[&field] = said_in(name, in_a_list);
                        way.call(&stocked.client, entry, &arguments).await
                    };
                    let (foreign_said, made_up_said) = (ask(foreign).await, ask(made_up).await);
                    refused += usize::from(foreign_said.code.is_some());
                    if let Some(fault) = difference(entry, (foreign, &foreign_said), (made_up, &made_up_said)) {
                        faults.push(format!("{}.{field}, {way}, {kind}: {fault}", entry.spec().name));
                    }
                }
            }
        }
    }
    assert!(refused > 100, "only {refused} calls were refused: the names reached nothing");
    assert_none(&faults);
}

#[tokio::test]
async fn an_answer_that_tells_one_from_the_other_is_caught() {
    let stocked = stocked(service()).await;
    let entry = annals::find("fetch").unwrap();
    let made_up = annals::ids::MemoryId::generate().to_string();
    for way in Way::of(entry.spec()) {
        let own = way.call(&stocked.client, entry, &json!({"id": stocked.sample.memory_id})).await;
        let none = way.call(&stocked.client, entry, &json!({"id": made_up})).await;
        assert!(difference(entry, (&stocked.sample.memory_id, &own), (&made_up, &none)).is_some(), "{way}");
        let mut wordy = way.call(&stocked.client, entry, &json!({"id": made_up})).await;
        wordy.http.text = wordy.http.text.replace("There is no", "You may not see that");
        assert!(difference(entry, (&made_up, &wordy), (&made_up, &none)).is_some(), "{way}: other words passed");
    }
}

fn difference(entry: &Entry, foreign: (&str, &Said), made_up: (&str, &Said)) -> Option<String> {
    // What a write stored has ids and times of its own, and the second of two is seen again.
    if entry.spec().effect.writes() && foreign.1.code.is_none() && made_up.1.code.is_none() {
        return None;
    }
    let (one, other) = (bytes(foreign.0, foreign.1), bytes(made_up.0, made_up.1));
    (one != other).then(|| format!("a stranger's and a made-up one differ:\n{one}\n{other}"))
}

/// Status, headers and body, without the request id and without what the caller said.
fn bytes(name: &str, said: &Said) -> String {
    let request_id = said.http.headers["x-request-id"].to_str().unwrap();
    let mut text = format!("{}\n", said.http.status);
    for (header, value) in &said.http.headers {
        if header != "x-request-id" && *header != DATE && *header != CONTENT_LENGTH {
            text.push_str(&format!("{header}: {value:?}\n"));
        }
    }
    text.push_str(&said.http.text.replace(request_id, "<request id>"));
    text.replace(name, "<what was asked>")
}
