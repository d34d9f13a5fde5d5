//! Saying and replacing, over REST and MCP.

use serde_json::{Value, json};

use crate::catalogue::{Said, Way};
use crate::support::Client;

/// REST and MCP.
pub const WAYS: [Way; 2] = [Way::Rest, Way::Legacy];

/// Calls an operation by its name.
pub async fn ask(client: &Client, way: Way, operation: &str, arguments: Value) -> Said {
    way.call(client, annals::find(operation).unwrap(), &arguments).await
}

/// The answer of a call that worked.
#[track_caller]
pub fn answer(said: &Said) -> Value {
    said.structured.clone().unwrap_or_else(|| panic!("{}: {}", said.outcome(), said.body()))
}

/// Records one item.
pub async fn record(client: &Client, way: Way, item: Value) -> Said {
    ask(client, way, "memory_record_summary", json!({"items": [item]})).await
}

/// Says something new and gives its id.
pub async fn say(client: &Client, way: Way, kind: &str, text: &str) -> String {
    let said = answer(&record(client, way, json!({"kind": kind, "text": text})).await);
    assert_eq!(said["items"][0]["outcome"], json!("created"), "{said}");
    said["items"][0]["id"].as_str().unwrap().to_owned()
}

/// Says something in place of another memory.
pub async fn replace(client: &Client, way: Way, kind: &str, text: &str, old: &str) -> Said {
    record(client, way, json!({"kind": kind, "text": text, "supersedes": old})).await
}

/// The id of what has replaced something.
#[track_caller]
pub fn successor(said: &Said) -> String {
    let said = answer(said);
    assert_eq!(said["items"][0]["outcome"], json!("superseded_previous"), "{said}");
    said["items"][0]["id"].as_str().unwrap().to_owned()
}

/// A version, by its id.
pub async fn version(client: &Client, way: Way, id: &str) -> Value {
    answer(&ask(client, way, "memory_version", json!({"versionId": id})).await)["version"].clone()
}

/// The texts that are current, newest first.
pub async fn current(client: &Client, way: Way) -> Vec<String> {
    let listed = answer(&ask(client, way, "memory_list_records", json!({"status": "active"})).await);
    listed["records"].as_array().unwrap().iter().map(|record| record["text"].as_str().unwrap().to_owned()).collect()
}
