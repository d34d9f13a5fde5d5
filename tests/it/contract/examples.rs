//! Each operation's example, on each surface, in accounts of equal content.

use annals::CATALOG;
use annals::op::{Entry, FirstBlock, Sample, View};
use serde_json::{Value, json};

use crate::catalogue::{Planted, Said, Way, assert_none, masked, masked_text, planted, stocked};
use crate::support::service;

#[tokio::test]
async fn every_example_works_on_every_surface_with_equal_answers() {
    let mut faults = Vec::new();
    for entry in &CATALOG {
        faults.extend(faults_of_example(entry));
        faults.extend(faults_of_answers(entry, &ask_every_way(entry).await));
    }
    assert_none(&faults);
}

#[test]
fn an_operation_without_a_working_example_is_caught() {
    for fault in [Planted::NoExample, Planted::StrangeExample] {
        let faults = faults_of_example(&planted(fault));
        assert!(!faults.is_empty(), "{fault:?} passed");
    }
}

type Change = fn(&mut Value);

#[tokio::test]
async fn answers_that_differ_or_do_not_fit_their_schema_are_caught() {
    let entry = annals::find("remember").unwrap();
    let sound = ask_every_way(entry).await;
    assert_none(&faults_of_answers(entry, &sound));

    let plants: [(&str, Change); 4] = [
        ("an undocumented member", |answer| answer["internal_row"] = json!(7)),
        ("a missing member", |answer| {
            answer.as_object_mut().unwrap().remove("path");
        }),
        ("another type", |answer| answer["seen_count"] = json!("one")),
        ("another value", |answer| answer["seen_count"] = json!(2)),
    ];
    for (plant, change) in plants {
        let mut said = ask_every_way(entry).await;
        change(said[1].1.structured.as_mut().unwrap());
        assert!(!faults_of_answers(entry, &said).is_empty(), "{plant} passed");
    }
    let mut said = sound;
    said[0].1.words.as_mut().unwrap().push('!');
    assert!(!faults_of_answers(entry, &said).is_empty(), "other words passed");
}

async fn ask_every_way(entry: &Entry) -> Vec<(Way, Said)> {
    let mut said = Vec::new();
    for way in Way::of(entry.spec()) {
        let stocked = stocked(service()).await;
        let example = (entry.spec().example)(&stocked.sample);
        said.push((way, way.call(&stocked.client, entry, &example).await));
    }
    said
}

/// What is wrong with an example by itself.
fn faults_of_example(entry: &Entry) -> Vec<String> {
    let example = (entry.spec().example)(&Sample::default());
    let schema = Value::Object(entry.input_schema(View::REST));
    misfits(&schema, &example).into_iter().map(|fault| format!("{}: the example: {fault}", entry.spec().name)).collect()
}

/// What is wrong with the answers to one example.
fn faults_of_answers(entry: &Entry, said: &[(Way, Said)]) -> Vec<String> {
    let name = entry.spec().name;
    let mut schema = Value::Object(entry.output_schema().clone());
    close(&mut schema);
    let mut faults = Vec::new();
    for (way, said) in said {
        match &said.structured {
            Some(answer) => {
                faults.extend(misfits(&schema, answer).into_iter().map(|fault| format!("{name}, {way}: {fault}")));
                if entry.spec().first_block == FirstBlock::Text && said.words.as_deref().is_none_or(str::is_empty) {
                    faults.push(format!("{name}, {way}: no answer in words"));
                }
            }
            None => faults.push(format!("{name}, {way}: the example is refused: {}", said.body())),
        }
    }
    if let Some(((first_way, first), others)) = said.split_first() {
        for (way, other) in others {
            if first.structured.as_ref().map(masked) != other.structured.as_ref().map(masked) {
                faults.push(format!("{name}: {first_way} and {way} differ:\n{}\n{}", first.body(), other.body()));
            }
            if first.words.as_deref().map(masked_text) != other.words.as_deref().map(masked_text) {
                faults.push(format!("{name}: the words of {first_way} and {way} differ"));
            }
        }
    }
    faults
}

fn misfits(schema: &Value, instance: &Value) -> Vec<String> {
    let validator = match jsonschema::validator_for(schema) {
        Ok(validator) => validator,
        Err(error) => return vec![format!("the schema is none: {error}")],
    };
    validator.iter_errors(instance).map(|error| format!("{} ({})", error, error.instance_path())).collect()
}

/// Members that the schema does not document are faults too.
fn close(schema: &mut Value) {
    if let Some(members) = schema.as_object_mut() {
        if members.get("properties").is_some_and(Value::is_object) {
            members.entry("additionalProperties").or_insert(json!(false));
        }
        members.values_mut().for_each(close);
    } else if let Some(items) = schema.as_array_mut() {
        items.iter_mut().for_each(close);
    }
}
