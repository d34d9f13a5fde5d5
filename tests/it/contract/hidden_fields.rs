//! Fields that a profile does not have: absent from its schema, refused there, taken elsewhere (ruling 5).

use annals::CATALOG;
use annals::auth::Profile;
use annals::op::{Entry, View};
use serde_json::{Value, json};

use crate::catalogue::{Planted, Way, assert_none, listed_tools, planted, refusal_of, stocked};
use crate::support::{Client, Wish, service};

/// Where a profile is chosen.
#[derive(Debug, Clone, Copy)]
enum Chosen {
    ByToken,
    ByEndpoint,
}

#[tokio::test]
async fn fields_hidden_on_a_profile_are_refused_there_and_absent_from_its_schema() {
    let stocked = stocked(service()).await;
    let mut faults = Vec::new();
    let mut seen = 0;
    for profile in Profile::ALL {
        for chosen in [Chosen::ByToken, Chosen::ByEndpoint] {
            let (client, endpoint) = match chosen {
                Chosen::ByToken => {
                    (stocked.account.client_with(Wish { profile, ..Wish::default() }).await, "/mcp".to_owned())
                }
                Chosen::ByEndpoint => (stocked.client.clone(), format!("/mcp/{}", profile.name())),
            };
            let tools = listed_tools(&client, &endpoint).await;
            for entry in CATALOG.iter().filter(|entry| entry.spec().is_listed(profile)) {
                faults.extend(schema_faults(entry, profile, &tools));
                for field in hidden(entry, profile) {
                    seen += 1;
                    let mut arguments = (entry.spec().example)(&stocked.sample);
                    arguments[field] = json!(true);
                    if let Some(fault) = refusal_fault(&client, &endpoint, entry, field, arguments).await {
                        faults.push(format!("{chosen:?} {}: {fault}", profile.name()));
                    }
                }
            }
        }
    }
    assert!(seen > 0, "no field is hidden anywhere: this suite looked at nothing");
    assert_none(&faults);
}

#[test]
fn every_hidden_field_is_a_field_of_its_operation_and_stays_on_rest() {
    assert_none(&CATALOG.iter().flat_map(unreal_fields).collect::<Vec<_>>());
    assert!(!unreal_fields(&planted(Planted::HidesNothing)).is_empty(), "a field that there is not passed");
}

#[test]
fn a_hidden_field_that_is_listed_is_caught() {
    let entry = annals::find("remember").unwrap();
    let leaking = json!({
        "name": "remember",
        "inputSchema": Value::Object(entry.input_schema(View::REST)),
    });
    assert!(!schema_faults(entry, Profile::Claude, &[leaking]).is_empty());
    assert!(!schema_faults(entry, Profile::Claude, &[]).is_empty(), "a tool that is not listed passed");
}

fn hidden(entry: &Entry, profile: Profile) -> impl Iterator<Item = &'static str> {
    let of_profile = entry.spec().hidden.iter().filter(move |hidden| hidden.profiles.contains(&profile));
    of_profile.map(|hidden| hidden.field)
}

fn unreal_fields(entry: &Entry) -> Vec<String> {
    let schema = entry.input_schema(View::REST);
    let unreal = entry.spec().hidden.iter().filter(|hidden| schema["properties"].get(hidden.field).is_none());
    unreal.map(|hidden| format!("{} hides {}, which REST does not have", entry.spec().name, hidden.field)).collect()
}

fn schema_faults(entry: &Entry, profile: Profile, tools: &[Value]) -> Vec<String> {
    let name = entry.spec().name;
    let Some(tool) = tools.iter().find(|tool| tool["name"] == name) else {
        return vec![format!("{}: {name} is not listed", profile.name())];
    };
    let schema = &tool["inputSchema"];
    let shown = schema["properties"].as_object().cloned().unwrap_or_default();
    let all = entry.input_schema(View::REST);
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let mut faults = Vec::new();
    for field in all["properties"].as_object().unwrap().keys() {
        let is_hidden = hidden(entry, profile).any(|hidden| hidden == field);
        if is_hidden == shown.contains_key(field) {
            faults.push(format!("{}: {name}.{field}: hidden is {is_hidden}, listed too", profile.name()));
        }
        if is_hidden && required.iter().any(|name| name == field) {
            faults.push(format!("{}: {name}.{field} is hidden and required", profile.name()));
        }
    }
    faults
}

async fn refusal_fault(
    client: &Client,
    endpoint: &str,
    entry: &Entry,
    field: &str,
    arguments: Value,
) -> Option<String> {
    let answer = client.call_at(endpoint, entry.spec().name, arguments).await;
    let is_error = answer.message.pointer("/result/isError") == Some(&json!(true));
    let text = answer.message.pointer("/result/content/0/text").and_then(Value::as_str).unwrap_or_default();
    let (code, sentence) = refusal_of(text);
    let is_refused = is_error && code == Way::Legacy.told(entry.spec(), "invalid_input") && sentence.contains(field);
    (!is_refused).then(|| format!("{}.{field} is not refused: {}", entry.spec().name, answer.http.text))
}
