//! The rules for portable tools: schemas are inline, plain and documented; titles and hints are there; nothing is null.

use std::sync::LazyLock;

use annals::op::{Family, Spec};
use regex::Regex;
use serde_json::{Map, Value};

/// The keywords that every host takes. Whatever is not here is a fault: `$ref`, `const`, `format`, `anyOf`, …
const KEYWORDS: [&str; 18] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "description",
    "enum",
    "default",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "items",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
];

const TYPES: [&str; 6] = ["object", "array", "string", "integer", "number", "boolean"];

/// What is said of an id that is a number: models round large ones.
const NUMBERED: &str = "an id that is a number";

static TOOL_NAME: LazyLock<Regex> = LazyLock::new(|| Regex::new("^[a-z][a-z0-9_]{0,63}$").unwrap());
static FIELD_NAME: LazyLock<Regex> = LazyLock::new(|| Regex::new("^[A-Za-z][A-Za-z0-9_]{0,63}$").unwrap());

/// What is wrong with a tool, as it was listed for an operation.
pub fn faults_of_tool(tool: &Value, spec: &Spec) -> Vec<String> {
    let mut faults = Vec::new();
    let name = tool["name"].as_str().unwrap_or_default();
    if !TOOL_NAME.is_match(name) {
        faults.push("the name is not of lower-case letters, digits and _, 64 at most".to_owned());
    }
    for text in ["title", "description"] {
        if tool[text].as_str().is_none_or(|text| text.trim().is_empty()) {
            faults.push(format!("there is no {text}"));
        }
    }
    faults.extend(faults_of_hints(&tool["annotations"], spec));
    if let Some(place) = null_in(tool, "") {
        faults.push(format!("{place} is null"));
    }
    faults.extend(faults_of_input(&tool["inputSchema"], spec));
    faults.extend(faults_of_output(&tool["outputSchema"], spec));
    faults.into_iter().map(|fault| format!("{name}: {fault}")).collect()
}

/// What is wrong with the schema of an input.
pub fn faults_of_input(schema: &Value, spec: &Spec) -> Vec<String> {
    let mut faults = faults_of_root(schema);
    if schema["additionalProperties"] != Value::Bool(false) {
        faults.push("additionalProperties is not false at the root".to_owned());
    }
    walk(schema, "", &mut faults);
    // The page of the workspaces family names records by small numbers.
    if spec.family == Family::Workspaces {
        faults.retain(|fault| !fault.ends_with(NUMBERED));
    }
    faults.into_iter().map(|fault| format!("input: {fault}")).collect()
}

/// What is wrong with the schema of an answer.
pub fn faults_of_output(schema: &Value, spec: &Spec) -> Vec<String> {
    let mut faults = faults_of_root(schema);
    walk(schema, "", &mut faults);
    // The page of the workspaces family names records by small numbers.
    if spec.family == Family::Workspaces {
        faults.retain(|fault| !fault.ends_with(NUMBERED));
    }
    faults.into_iter().map(|fault| format!("output: {fault}")).collect()
}

fn faults_of_root(schema: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    if schema["type"] != "object" {
        faults.push("the root is no object".to_owned());
    }
    if !schema["properties"].is_object() {
        faults.push("the root has no properties".to_owned());
    }
    for keyword in ["anyOf", "oneOf", "allOf", "not", "$ref"] {
        if schema.get(keyword).is_some() {
            faults.push(format!("{keyword} at the root"));
        }
    }
    faults
}

fn faults_of_hints(annotations: &Value, spec: &Spec) -> Vec<String> {
    let expected = [
        ("readOnlyHint", !spec.effect.writes()),
        ("destructiveHint", spec.effect.is_destructive()),
        ("idempotentHint", spec.effect.is_idempotent()),
        ("openWorldHint", false),
    ];
    let mut faults: Vec<String> = expected
        .into_iter()
        .filter(|(hint, expected)| annotations[*hint] != Value::Bool(*expected))
        .map(|(hint, expected)| format!("{hint} is {}, where {:?} makes it {expected}", annotations[hint], spec.effect))
        .collect();
    if annotations["title"].as_str().is_none_or(str::is_empty) {
        faults.push("the annotations have no title".to_owned());
    }
    faults
}

/// Walks schemas, not values: a property may be named like a keyword.
fn walk(schema: &Value, place: &str, faults: &mut Vec<String>) {
    let Some(members) = schema.as_object() else {
        if !schema.is_boolean() {
            faults.push(format!("{place}: no schema"));
        }
        return;
    };
    for keyword in members.keys().filter(|keyword| !KEYWORDS.contains(&keyword.as_str())) {
        faults.push(format!("{place}: the keyword {keyword}"));
    }
    if !members.get("type").and_then(Value::as_str).is_some_and(|name| TYPES.contains(&name)) {
        faults.push(format!("{place}: the type is not one plain type: {}", schema["type"]));
    }
    if let Some(values) = members.get("enum") {
        let are_strings =
            values.as_array().is_some_and(|values| !values.is_empty() && values.iter().all(Value::is_string));
        if !are_strings || schema["type"] != "string" {
            faults.push(format!("{place}: an enum of other values than strings"));
        }
    }
    if let Some(pattern) = members.get("pattern")
        && pattern.as_str().is_none_or(|pattern| Regex::new(pattern).is_err())
    {
        faults.push(format!("{place}: a pattern that cannot be read"));
    }
    match (members.get("type").and_then(Value::as_str), members.get("items")) {
        (Some("array"), None) => faults.push(format!("{place}: an array without items")),
        (_, Some(items)) if items.is_object() => walk(items, &format!("{place}[]"), faults),
        (_, Some(_)) => faults.push(format!("{place}: a tuple")),
        _ => {}
    }
    if let Some(values) = members.get("additionalProperties") {
        walk(values, &format!("{place}.*"), faults);
    }
    walk_properties(members, place, faults);
}

fn walk_properties(members: &Map<String, Value>, place: &str, faults: &mut Vec<String>) {
    let properties = members.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    for (name, property) in &properties {
        let inside = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
        if !FIELD_NAME.is_match(name) {
            faults.push(format!("{inside}: the name of the property"));
        }
        if property["description"].as_str().is_none_or(|text| text.trim().is_empty()) {
            faults.push(format!("{inside}: no description"));
        }
        let is_id = name == "id" || name.ends_with("_id") || name.ends_with("Id");
        if is_id && matches!(property["type"].as_str(), Some("integer" | "number")) {
            faults.push(format!("{inside}: {NUMBERED}"));
        }
        walk(property, &inside, faults);
    }
    for required in members.get("required").and_then(Value::as_array).into_iter().flatten() {
        if !required.as_str().is_some_and(|name| properties.contains_key(name)) {
            faults.push(format!("{place}: {required} is required and not there"));
        }
    }
}

fn null_in(value: &Value, place: &str) -> Option<String> {
    match value {
        Value::Null => Some(place.to_owned()),
        Value::Array(items) => {
            items.iter().enumerate().find_map(|(index, item)| null_in(item, &format!("{place}[{index}]")))
        }
        Value::Object(members) => members.iter().find_map(|(name, member)| null_in(member, &format!("{place}.{name}"))),
        _ => None,
    }
}
