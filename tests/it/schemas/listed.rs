//! Every tool that any profile lists, over real HTTP, and the answers of every operation.

use annals::CATALOG;
use annals::auth::Profile;
use serde_json::{Value, json};

use crate::catalogue::{assert_none, listed_tools};
use crate::schemas::linter::{faults_of_input, faults_of_output, faults_of_tool};
use crate::support::service;
use annals::op::View;

#[tokio::test]
async fn every_tool_of_every_profile_is_portable() {
    let client = service().account().await.client().await;
    let mut faults = Vec::new();
    for profile in Profile::ALL {
        let endpoint = format!("/mcp/{}", profile.name());
        let tools = listed_tools(&client, &endpoint).await;
        let mut names: Vec<&str> = CATALOG
            .iter()
            .map(annals::op::Entry::spec)
            .filter(|spec| spec.is_listed(profile))
            .map(|spec| spec.name)
            .collect();
        names.sort_unstable();
        let listed: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        assert_eq!(listed, names, "{endpoint} lists what the catalogue says, in a stable order");
        for tool in &tools {
            let spec = annals::find(tool["name"].as_str().unwrap()).unwrap().spec();
            let of_profile = |fault| format!("{}: {fault}", profile.name());
            faults.extend(faults_of_tool(tool, spec).into_iter().map(of_profile));
        }
    }
    assert_none(&faults);
}

#[tokio::test]
async fn both_eras_list_the_same_tools() {
    let client = service().account().await.client().await;
    let modern = client.modern("/mcp", "tools/list", json!({})).await;
    let modern = modern.message.pointer("/result/tools").and_then(Value::as_array).unwrap();
    assert_eq!(&listed_tools(&client, "/mcp").await, modern);
}

/// REST alone offers some of them: their schemas stand in the `OpenAPI` document and are held to the same rules.
#[test]
fn inputs_and_answers_of_every_operation_are_portable() {
    let mut faults = Vec::new();
    for entry in &CATALOG {
        let input = Value::Object(entry.input_schema(View::REST));
        let output = Value::Object(entry.output_schema().clone());
        let found = faults_of_input(&input, entry.spec()).into_iter().chain(faults_of_output(&output, entry.spec()));
        faults.extend(found.map(|fault| format!("{}: {fault}", entry.spec().name)));
    }
    assert_none(&faults);
}
