//! What a reader of `OpenAPI` 3.1 relies on.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const PLACES: [&str; 3] = ["path", "query", "header"];

/// What is wrong with an `OpenAPI` document.
pub fn structure_faults(document: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    if !document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1.")) {
        faults.push("the version is not 3.1".to_owned());
    }
    for member in ["title", "version"] {
        if document["info"][member].as_str().is_none_or(str::is_empty) {
            faults.push(format!("info has no {member}"));
        }
    }
    check_references(document, document, &mut faults);
    let mut ids = BTreeSet::new();
    let empty = Map::new();
    for (path, item) in document["paths"].as_object().unwrap_or(&empty) {
        if !path.starts_with('/') {
            faults.push(format!("{path} does not begin with a slash"));
        }
        for (method, operation) in item.as_object().unwrap_or(&empty) {
            let place = format!("{method} {path}");
            if !METHODS.contains(&method.as_str()) {
                faults.push(format!("{place}: no method"));
            }
            match operation["operationId"].as_str() {
                Some(id) if ids.insert(id.to_owned()) => {}
                Some(id) => faults.push(format!("{place}: the operationId {id} stands twice")),
                None => faults.push(format!("{place}: no operationId")),
            }
            check_parameters(path, operation, &place, &mut faults);
            check_body(operation, &place, &mut faults);
            check_responses(operation, &place, &mut faults);
            check_security(document, operation, &place, &mut faults);
        }
    }
    if ids.is_empty() {
        faults.push("there are no operations".to_owned());
    }
    faults
}

fn check_references(document: &Value, value: &Value, faults: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            if let Some(reference) = members.get("$ref").and_then(Value::as_str)
                && reference.strip_prefix('#').and_then(|pointer| document.pointer(pointer)).is_none()
            {
                faults.push(format!("{reference} leads nowhere"));
            }
            members.values().for_each(|member| check_references(document, member, faults));
        }
        Value::Array(items) => items.iter().for_each(|item| check_references(document, item, faults)),
        _ => {}
    }
}

fn check_parameters(path: &str, operation: &Value, place: &str, faults: &mut Vec<String>) {
    let mut declared = BTreeSet::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap_or_default();
        let whereabouts = parameter["in"].as_str().unwrap_or_default();
        if name.is_empty() || !PLACES.contains(&whereabouts) {
            faults.push(format!("{place}: a parameter without a name or a place"));
        }
        if !declared.insert((whereabouts.to_owned(), name.to_owned())) {
            faults.push(format!("{place}: the parameter {name} stands twice"));
        }
        if whereabouts == "path" && parameter["required"] != Value::Bool(true) {
            faults.push(format!("{place}: the path parameter {name} is not required"));
        }
        check_schema(&parameter["schema"], &format!("{place}: the parameter {name}"), faults);
    }
    let in_path: BTreeSet<&str> =
        path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect();
    let of_path: BTreeSet<&str> =
        declared.iter().filter(|(whereabouts, _)| whereabouts == "path").map(|(_, name)| name.as_str()).collect();
    if in_path != of_path {
        faults.push(format!("{place}: the path has {in_path:?} and declares {of_path:?}"));
    }
}

fn check_body(operation: &Value, place: &str, faults: &mut Vec<String>) {
    let Some(body) = operation.get("requestBody") else { return };
    let content = body["content"].as_object().cloned().unwrap_or_default();
    if content.is_empty() {
        faults.push(format!("{place}: a body of no type"));
    }
    for (media, described) in content {
        check_schema(&described["schema"], &format!("{place}: the body as {media}"), faults);
        if let Some(example) = described.get("example")
            && let Ok(validator) = jsonschema::validator_for(&described["schema"])
        {
            let misfits = validator.iter_errors(example).map(|error| format!("{place}: the example: {error}"));
            faults.extend(misfits);
        }
    }
}

fn check_responses(operation: &Value, place: &str, faults: &mut Vec<String>) {
    let responses = operation["responses"].as_object().cloned().unwrap_or_default();
    if !responses.keys().any(|status| status.starts_with('2')) {
        faults.push(format!("{place}: no answer of success"));
    }
    for (status, response) in responses {
        let is_status = status.len() == 3 && status.parse::<u16>().is_ok_and(|status| (200..600).contains(&status));
        if !is_status {
            faults.push(format!("{place}: {status} is no status"));
        }
        if response["description"].as_str().is_none_or(str::is_empty) {
            faults.push(format!("{place}: the answer {status} has no description"));
        }
        for (media, described) in response["content"].as_object().into_iter().flatten() {
            if described["schema"].get("$ref").is_none() {
                check_schema(&described["schema"], &format!("{place}: the answer {status} as {media}"), faults);
            }
        }
    }
}

fn check_security(document: &Value, operation: &Value, place: &str, faults: &mut Vec<String>) {
    let schemes = &document["components"]["securitySchemes"];
    let named: Vec<&String> = operation["security"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_object)
        .flat_map(Map::keys)
        .collect();
    if named.is_empty() {
        faults.push(format!("{place}: open to everybody"));
    }
    for name in named.into_iter().filter(|name| schemes.get(name.as_str()).is_none()) {
        faults.push(format!("{place}: the security scheme {name} is not there"));
    }
}

fn check_schema(schema: &Value, place: &str, faults: &mut Vec<String>) {
    if !schema.is_object() {
        faults.push(format!("{place} has no schema"));
    } else if !jsonschema::meta::is_valid(schema) {
        faults.push(format!("{place} has a schema that is none"));
    }
}
