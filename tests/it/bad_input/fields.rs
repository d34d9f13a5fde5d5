//! Every field of every operation, with every wrong value, on both surfaces. The table is made from the catalogue.

use annals::CATALOG;
use annals::op::{Entry, Family, IF_MATCH, Method, Sample, Surfaces, View};
use serde_json::{Map, Value, json};

use crate::catalogue::{Way, refusal_of, sample_of};
use crate::support::{Account, Client, service, stored};

/// Wrong values of a field, made from its schema.
fn wrong_values(schema: &Value, is_required: bool) -> Vec<Value> {
    let bound = |name: &str| schema.get(name).and_then(Value::as_u64);
    let mut wrong = match schema["type"].as_str().unwrap_or_default() {
        "string" => {
            let mut wrong = vec![json!(5), json!(true), json!([]), json!({}), json!(["x"]), json!("a\u{0}b")];
            if let Some(most) = bound("maxLength") {
                wrong.push(json!("é".repeat(usize::try_from(most).unwrap() + 1)));
            }
            if bound("minLength").is_some_and(|least| least > 0) {
                wrong.extend([json!(""), json!(" "), json!("\u{a0}\n\t")]);
            }
            if schema.get("enum").is_some() {
                wrong.extend([json!("no-such-word"), json!("")]);
            }
            wrong
        }
        "integer" => {
            let mut wrong =
                vec![json!("5"), json!("x"), json!(2.5), json!(-1), json!(true), json!([]), json!({}), json!(1e30)];
            if schema.get("minimum").and_then(Value::as_i64).is_some_and(|least| least > 0) {
                wrong.push(json!(0));
            }
            if let Some(most) = bound("maximum") {
                wrong.extend([json!(most + 1), json!(u64::MAX)]);
                wrong.extend(
                    [1_000_000_000, i64::MAX.unsigned_abs()]
                        .into_iter()
                        .filter(|large| *large > most)
                        .map(|large| json!(large)),
                );
            }
            wrong
        }
        "number" => {
            vec![json!("0.5"), json!("x"), json!(-0.1), json!(1.1), json!(true), json!([]), json!({}), json!(1e300)]
        }
        "boolean" => vec![json!("true"), json!("yes"), json!(1), json!(0), json!([]), json!({})],
        "array" => vec![json!("x"), json!(5), json!({}), json!(true), json!([5]), json!([[]]), json!([null])],
        "object" => vec![json!("x"), json!(5), json!([]), json!(true)],
        other => panic!("a field of type {other:?} has no wrong values here: {schema}"),
    };
    if is_required {
        wrong.push(Value::Null);
    }
    wrong
}

/// What a query string or a path can carry of these: text.
fn in_text(schema: &Value, wrong: &Value) -> bool {
    match (schema["type"].as_str().unwrap_or_default(), wrong) {
        (_, Value::Array(_) | Value::Object(_) | Value::Null) => false,
        ("string", value) => value.is_string(),
        ("integer", value) => *value != json!("5"),
        ("number", value) => *value != json!("0.5"),
        ("boolean", value) => *value != json!("true"),
        _ => true,
    }
}

/// What the operations' examples need.
async fn sample(client: &Client) -> Sample {
    sample_of(client, "What every example may read.").await
}

/// The operations with each of their fields: its schema, and whether it is required.
fn fields(entry: &Entry) -> Vec<(String, Value, bool)> {
    let schema = entry.input_schema(View::REST);
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let properties = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    properties
        .into_iter()
        .map(|(name, field)| {
            let is_required = required.contains(&json!(name));
            (name, field, is_required)
        })
        .collect()
}

fn arguments(entry: &Entry, sample: &Sample) -> Map<String, Value> {
    (entry.spec().example)(sample).as_object().unwrap().clone()
}

/// Values that no schema says are wrong, and that are accepted as the absence of something.
fn is_harmless(entry: &Entry, field: &str, wrong: &Value) -> bool {
    // Whatever is no id names no version: the answer is that there is none, and tests of versions look at that.
    entry.spec().name == "memory_version" && field == "versionId" && wrong.is_string()
        // A list of records is refused record by record; tests of records look at that.
        || entry.spec().name == "record_import" && field == "records" && wrong.as_array().is_some_and(|list| !list.is_empty())
        // The decisions family answers NotFound for every text that names nothing; its own tests look at that.
        || entry.spec().family == Family::Decisions && matches!(field, "account_id" | "space_id" | "id") && wrong.is_string()
        // Its page sizes are cut to the largest, however large.
        || entry.spec().family == Family::Decisions && field == "page_size" && *wrong == json!(1e30)
}

#[track_caller]
fn names_the_field(detail: &str, field: &str, what: &str) {
    assert!(detail.starts_with(field), "{what}: {detail}");
    let problem = detail[field.len()..].trim_start_matches(|letter: char| letter != ':').trim_start_matches(':').trim();
    assert!(problem.split(' ').count() >= 2, "{what}: {detail}");
    for jargon in ["i32", "u32", "f32", "struct", "expected", "serde", " a map", "sequence", "newtype", "BoundedText"] {
        assert!(!problem.contains(jargon), "{what}: {detail}");
    }
}

async fn table(account: &Account<'_>) -> (Client, Sample) {
    let client = account.client().await;
    let sample = sample(&client).await;
    (client, sample)
}

#[tokio::test(flavor = "multi_thread")]
async fn over_rest_every_wrong_value_is_422_with_the_field_and_nothing_is_stored() {
    let account = service().account().await;
    let (client, sample) = table(&account).await;
    let before = stored::rows_of(account.id).await;
    let mut tried = 0;
    for entry in &CATALOG {
        let route = entry.spec().route;
        for (field, schema, is_required) in fields(entry) {
            let in_path = route.path.contains(&format!("{{{field}}}"));
            let is_text = in_path || route.method == Method::Get;
            for wrong in wrong_values(&schema, is_required) {
                let is_lost_in_path =
                    in_path && wrong.as_str().is_some_and(|text| text.is_empty() || text.len() > 5_000);
                if is_text && (!in_text(&schema, &wrong) || is_lost_in_path) || is_harmless(entry, &field, &wrong) {
                    continue;
                }
                let mut arguments = arguments(entry, &sample);
                arguments.insert(field.clone(), wrong.clone());
                let shown: String = wrong.to_string().chars().take(60).collect();
                let what = format!("{} {field} = {shown}", entry.spec().name);
                let answer = client.operation(entry, &Value::Object(arguments)).await;
                assert_eq!(answer.status, 422, "{what}: {}", answer.text);
                assert_eq!(answer.refused(422), "invalid_input", "{what}");
                let body = answer.json();
                names_the_field(body["detail"].as_str().unwrap(), &field, &what);
                assert!(body["field"].as_str().unwrap().starts_with(&field), "{what}: {body}");
                assert!(
                    body["errors"][0]["pointer"].as_str().unwrap().starts_with(&format!("#/{field}")),
                    "{what}: {body}"
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 250, "{tried}");
    assert_eq!(stored::rows_of(account.id).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn over_mcp_every_wrong_value_is_a_failed_call_that_names_the_field_and_nothing_is_stored() {
    let account = service().account().await;
    let (client, sample) = table(&account).await;
    let before = stored::rows_of(account.id).await;
    let mut tried = 0;
    for entry in CATALOG.iter().filter(|entry| entry.spec().surfaces == Surfaces::All) {
        for (field, schema, is_required) in fields(entry) {
            for wrong in wrong_values(&schema, is_required) {
                if is_harmless(entry, &field, &wrong) {
                    continue;
                }
                let mut arguments = arguments(entry, &sample);
                arguments.insert(field.clone(), wrong.clone());
                let shown: String = wrong.to_string().chars().take(60).collect();
                let what = format!("{} {field} = {shown}", entry.spec().name);
                let answer = client.call(entry.spec().name, Value::Object(arguments)).await;
                assert_eq!(answer.http.status, 200, "{what}: {}", answer.http.text);
                let (code, detail) = refusal_of(&answer.failure());
                assert_eq!(code, Way::Legacy.told(entry.spec(), "invalid_input"), "{what}: {detail}");
                names_the_field(&detail, &field, &what);
                tried += 1;
            }
        }
    }
    assert!(tried > 200, "{tried}");
    assert_eq!(stored::rows_of(account.id).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_field_is_refused_by_every_operation_with_the_list_of_those_there_are() {
    let account = service().account().await;
    let (client, sample) = table(&account).await;
    let before = stored::rows_of(account.id).await;
    for entry in &CATALOG {
        let known = fields(entry);
        for unknown in ["colour", "Content", "content ", "__proto__", "account_id", "user", "sql'--"] {
            if known.iter().any(|(name, ..)| name == unknown) {
                continue;
            }
            let mut arguments = arguments(entry, &sample);
            arguments.insert(unknown.to_owned(), json!("x"));
            let arguments = Value::Object(arguments);
            let answer = client.operation(entry, &arguments).await;
            assert_eq!(answer.refused(422), "invalid_input", "{} {unknown}", entry.spec().name);
            let detail = answer.json()["detail"].as_str().unwrap().to_owned();
            assert!(detail.starts_with(unknown), "{detail}");
            for (name, ..) in &known {
                assert!(detail.contains(name.as_str()), "{name} is not in {detail}");
            }
            if entry.spec().surfaces == Surfaces::All {
                let (code, detail) = refusal_of(&client.call(entry.spec().name, arguments).await.failure());
                assert_eq!(code, Way::Legacy.told(entry.spec(), "invalid_input"), "{detail}");
                assert!(detail.starts_with(unknown), "{detail}");
            }
        }
    }
    assert_eq!(stored::rows_of(account.id).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_required_field_that_is_missing_is_named() {
    let account = service().account().await;
    let (client, sample) = table(&account).await;
    for entry in &CATALOG {
        for (field, _, is_required) in fields(entry) {
            // The etag of what is edited has a refusal of its own: the tests of administration.
            if !is_required || field == IF_MATCH || entry.spec().route.path.contains(&format!("{{{field}}}")) {
                continue;
            }
            let mut arguments = arguments(entry, &sample);
            arguments.remove(&field);
            let arguments = Value::Object(arguments);
            let answer = client.operation(entry, &arguments).await;
            assert_eq!(answer.refused(422), "invalid_input", "{} {field}", entry.spec().name);
            assert_eq!(answer.json()["detail"], json!(format!("{field}: is required")));
            if entry.spec().surfaces == Surfaces::All {
                let refusal = refusal_of(&client.call(entry.spec().name, arguments).await.failure());
                let code = Way::Legacy.told(entry.spec(), "invalid_input").to_owned();
                assert_eq!(refusal, (code, format!("{field}: is required")));
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_refusal_says_repeats_nothing_of_the_value() {
    let account = service().account().await;
    let client = account.client().await;
    let secret = "ghp_RefusalLmPx02VbNc73TyRw55KdHs66JfGa0";
    for body in [
        json!({"content": {"password": secret}, "path": "notes"}),
        json!({"content": [secret], "path": "notes"}),
        json!({"content": "x", "path": format!("/{secret}")}),
        json!({"content": "x", "path": "notes", "kind": secret}),
        json!({"content": "x", "path": "notes", "occurred_at": secret}),
        json!({"content": "x", "path": "notes", "confidence": secret}),
        json!({"content": "x", "path": "notes", "topics": secret}),
        json!({"content": "x", "path": "notes", "links": [secret]}),
        json!({"content": "x", "path": "notes", "topics": [format!("user:{secret}")]}),
    ] {
        let answer = client.post("/v1/memories", body.clone()).await;
        assert_eq!(answer.refused(422), "invalid_input", "{body}");
        assert!(!answer.text.contains(secret), "{}", answer.text);
        let tool = client.call("remember", body).await;
        assert!(!tool.http.text.contains(secret), "{}", tool.http.text);
    }
}
