//! The input fields of an operation by their type, as its schema tells them.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use annals::op::{Entry, View};
use regex::Regex;
use serde_json::Value;

/// The fields of an operation whose schema is of a type.
pub fn of_type(entry: &Entry, wanted: &str) -> Vec<(String, Value)> {
    let schema = entry.input_schema(View::REST);
    let properties = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    let is_of_type = |property: &Value| match &property["type"] {
        Value::String(one) => one == wanted,
        Value::Array(several) => several.iter().any(|one| one == wanted),
        _ => false,
    };
    properties.into_iter().filter(|(_, property)| is_of_type(property)).collect()
}

/// Whether an operation cannot do without a field.
pub fn is_required(entry: &Entry, field: &str) -> bool {
    entry
        .input_schema(View::REST)
        .get("required")
        .and_then(Value::as_array)
        .is_some_and(|names| names.iter().any(|name| name == field))
}

/// Every id of a record in an answer, and the small numbers of workspace records as `#7`.
pub fn ids_in(answer: &Value) -> BTreeSet<String> {
    static IDS: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\b(mem|sum|doc|rul)_[0-9a-f]{32}\b|\blab_[0-9A-HJKMNP-TV-Z]{26}\b").unwrap());
    let mut ids: BTreeSet<String> = IDS.find_iter(&answer.to_string()).map(|found| found.as_str().to_owned()).collect();
    let mut left = vec![answer];
    while let Some(value) = left.pop() {
        match value {
            Value::Object(members) => {
                if let (Some(id), true) = (members.get("id").and_then(Value::as_i64), members.contains_key("revision"))
                {
                    ids.insert(format!("#{id}"));
                }
                left.extend(members.values());
            }
            Value::Array(items) => left.extend(items),
            _ => {}
        }
    }
    ids
}
