//! Negative controls: each rule of the linter has a tool that breaks it, and is seen to catch it.

use annals::auth::Profile;
use annals::op::View;
use annals::surface::mcp::tools;
use serde_json::{Value, json};

use crate::catalogue::{Planted, assert_none, planted};
use crate::schemas::linter::{faults_of_input, faults_of_tool};

type Change = fn(&mut Value);

/// What is planted, and the words by which the linter must name it.
const PLANTS: &[(&str, Change)] = &[
    ("$ref", |tool| query(tool)["$ref"] = json!("#/$defs/Query")),
    ("$defs", |tool| tool["inputSchema"]["$defs"] = json!({"Query": {"type": "string"}})),
    ("$schema", |tool| tool["inputSchema"]["$schema"] = json!("https://json-schema.org/draft/2020-12/schema")),
    ("not one plain type", |tool| query(tool)["type"] = json!(["string", "null"])),
    ("not one plain type", |tool| query(tool)["type"] = json!("uuid")),
    ("anyOf", |tool| query(tool)["anyOf"] = json!([{"type": "string"}, {"type": "null"}])),
    ("anyOf at the root", |tool| tool["inputSchema"]["anyOf"] = json!([{"required": ["query"]}])),
    ("oneOf at the root", |tool| tool["inputSchema"]["oneOf"] = json!([])),
    ("allOf at the root", |tool| tool["outputSchema"]["allOf"] = json!([])),
    ("not at the root", |tool| tool["inputSchema"]["not"] = json!({})),
    ("format", |tool| query(tool)["format"] = json!("uint32")),
    ("const", |tool| query(tool)["const"] = json!("x")),
    ("other values than strings", |tool| query(tool)["enum"] = json!(["x", null])),
    ("a tuple", |tool| *query(tool) = json!({"type": "array", "description": "x", "items": [{"type": "string"}]})),
    ("array without items", |tool| *query(tool) = json!({"type": "array", "description": "x"})),
    ("additionalProperties is not false", |tool| remove(&mut tool["inputSchema"], "additionalProperties")),
    ("additionalProperties is not false", |tool| tool["inputSchema"]["additionalProperties"] = json!(true)),
    ("query: no description", |tool| remove(query(tool), "description")),
    ("results[].title: no description", |tool| {
        remove(&mut tool["outputSchema"]["properties"]["results"]["items"]["properties"]["title"], "description");
    }),
    ("the name of the property", |tool| {
        tool["inputSchema"]["properties"]["a b"] = json!({"type": "string", "description": "x"});
    }),
    ("is required and not there", |tool| tool["inputSchema"]["required"] = json!(["query", "where"])),
    ("an id that is a number", |tool| {
        tool["inputSchema"]["properties"]["memory_id"] = json!({"type": "integer", "description": "x"});
    }),
    ("a pattern that cannot be read", |tool| query(tool)["pattern"] = json!("(")),
    ("output: the root is no object", |tool| tool["outputSchema"]["type"] = json!("array")),
    ("output: the root is no object", |tool| remove(tool, "outputSchema")),
    ("input: the root has no properties", |tool| remove(&mut tool["inputSchema"], "properties")),
    ("the name is not of", |tool| tool["name"] = json!("Search")),
    ("the name is not of", |tool| tool["name"] = json!("s".repeat(65))),
    ("there is no title", |tool| remove(tool, "title")),
    ("there is no description", |tool| tool["description"] = json!(" ")),
    ("readOnlyHint", |tool| tool["annotations"]["readOnlyHint"] = json!(false)),
    ("destructiveHint", |tool| remove(&mut tool["annotations"], "destructiveHint")),
    ("idempotentHint", |tool| tool["annotations"]["idempotentHint"] = json!(false)),
    ("openWorldHint", |tool| tool["annotations"]["openWorldHint"] = json!(true)),
    ("no title", |tool| remove(&mut tool["annotations"], "title")),
    ("readOnlyHint", |tool| remove(tool, "annotations")),
    ("is null", |tool| tool["_meta"] = Value::Null),
];

#[test]
fn each_planted_fault_is_caught() {
    let entry = annals::find("search").unwrap();
    let sound = serde_json::to_value(tools::tool(entry, View::mcp(Profile::Generic))).unwrap();
    assert_none(&faults_of_tool(&sound, entry.spec()));
    for (words, change) in PLANTS {
        let mut tool = sound.clone();
        change(&mut tool);
        let faults = faults_of_tool(&tool, entry.spec());
        assert!(faults.iter().any(|fault| fault.contains(words)), "“{words}” is not among {faults:?}");
    }
}

#[test]
fn an_operation_with_a_loose_input_is_caught() {
    let entry = planted(Planted::LooseInput);
    let faults = faults_of_input(&Value::Object(entry.input_schema(View::REST)), entry.spec());
    assert!(faults.iter().any(|fault| fault.contains("additionalProperties")), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.contains("query: no description")), "{faults:?}");
}

fn query(tool: &mut Value) -> &mut Value {
    &mut tool["inputSchema"]["properties"]["query"]
}

fn remove(value: &mut Value, member: &str) {
    value.as_object_mut().unwrap().remove(member).unwrap();
}
