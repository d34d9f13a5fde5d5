use serde::Deserialize;
use serde_json::json;

use super::*;
use crate::text::{BoundedText, Limit};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    #[expect(dead_code, reason = "parsed, not read")]
    query: BoundedText<1, 10>,
    #[serde(default)]
    #[expect(dead_code, reason = "parsed, not read")]
    limit: Limit<5, 50>,
    #[serde(default)]
    items: Vec<Item>,
    #[serde(default)]
    kind: Option<Kind>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    #[expect(dead_code, reason = "parsed, not read")]
    text: BoundedText<1, 5>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Fact,
    Note,
}

fn refused(arguments: Value) -> AppError {
    let Value::Object(arguments) = arguments else { panic!("an object") };
    parse::<Asked>(arguments).expect_err("refused")
}

#[test]
fn a_refusal_names_the_field_and_what_is_accepted() {
    let cases = [
        (json!({}), "query", "required"),
        (json!({"query": 5}), "query", "string"),
        (json!({"query": ""}), "query", "blank"),
        (json!({"query": "12345678901"}), "query", "1 to 10"),
        (json!({"query": "x", "limit": 0}), "limit", "1 to 50"),
        (json!({"query": "x", "limit": "many"}), "limit", "1 to 50"),
        (json!({"query": "x", "lmit": 5}), "lmit", "limit"),
        (json!({"query": "x", "items": [{"text": "a"}, {"text": ""}]}), "items[1].text", "blank"),
        (json!({"query": "x", "items": [{"txt": "a"}]}), "items[0].txt", "text"),
        (json!({"query": "x", "kind": "rumour"}), "kind", "fact"),
        (json!({"query": "x", "kind": 5}), "kind", "must be a string"),
        (json!({"query": "x", "kind": {}}), "kind", "must be a string"),
        (json!({"query": "x", "items": "many"}), "items", "must be a list"),
        (json!({"query": "x", "items": [5]}), "items[0]", "must be an object"),
        (json!({"query": "a\u{0}b"}), "query", "NUL"),
        (json!({"query": "x", "items": [{"text": "a\u{0}"}]}), "items[0].text", "NUL"),
        (json!({"query": "x", "\u{0}": 1}), "arguments", "NUL"),
    ];
    for (arguments, field, word) in cases {
        let refusal = refused(arguments.clone());
        assert_eq!(refusal.field.as_deref(), Some(field), "{arguments}: {refusal}");
        assert!(refusal.detail.contains(word), "{arguments}: {refusal}");
    }
}

#[test]
fn null_counts_as_absent() {
    let Value::Object(arguments) = json!({"query": "x", "limit": null, "kind": null}) else { panic!("an object") };
    let asked = parse::<Asked>(arguments).expect("accepted");
    assert!(asked.kind.is_none() && asked.items.is_empty());
}

#[test]
fn what_nests_too_deep_is_refused() {
    let mut value = json!("x");
    for _ in 0..40 {
        value = json!([value]);
    }
    let refusal = refused(json!({"query": value}));
    assert!(refusal.detail.contains("32 levels"), "{refusal}");
}

#[test]
fn a_refusal_does_not_repeat_the_input() {
    let refusal = refused(json!({"query": {"hunter2secret": true}}));
    assert!(!refusal.detail.contains("hunter2secret"), "{refusal}");
    let refusal = refused(json!({"query": "x", "kind": "hunter2secret"}));
    assert!(!refusal.detail.contains("hunter2secret"), "{refusal}");
}
