//! The shape of a refusal over HTTP: `application/problem+json` (RFC 9457) as the error table has it.

use annals::error::{ErrorRow, TABLE};
use reqwest::header::{CACHE_CONTROL, CONTENT_TYPE};
use serde_json::{Value, json};

use crate::catalogue::assert_none;
use crate::support::{Answer, service};

/// What is wrong with an answer that should be a refusal of this row.
pub fn faults_of_problem(answer: &Answer, row: &ErrorRow) -> Vec<String> {
    let mut faults = Vec::new();
    let mut check = |holds: bool, fault: &str| {
        if !holds {
            faults.push(format!("{}: {fault}: {} {}", row.name, answer.status.as_u16(), answer.text));
        }
    };
    let header = |name| answer.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let body: Value = serde_json::from_str(&answer.text).unwrap_or_default();
    check(answer.status.as_u16() == row.status, "another status");
    check(header(CONTENT_TYPE.as_str()) == "application/problem+json", "another content type");
    check(header(CACHE_CONTROL.as_str()) == "no-store", "it may be stored by caches");
    check(body["code"] == row.name, "another code");
    check(body["status"] == row.status, "another status in the body");
    check(body["title"] == row.title, "another title");
    check(body["advice"] == row.advice, "another advice");
    check(body["type"] == format!("urn:annals:error:{}", row.name), "another type");
    check(body["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "no detail");
    check(!header("x-request-id").is_empty() && body["request_id"] == header("x-request-id"), "another request id");
    let names_field = row.name != "invalid_input" || body["field"].as_str().is_some_and(|field| !field.is_empty());
    check(names_field, "no field");
    let members = body.as_object().cloned().unwrap_or_default();
    check(members.values().all(|value| !value.is_null()), "a member is null");
    let waits = !header("retry-after").is_empty();
    check(waits || !matches!(row.name, "unavailable" | "timeout" | "rate_limited"), "no Retry-After");
    faults
}

type Change = fn(&mut Value);

#[tokio::test]
async fn a_refusal_in_another_shape_is_caught() {
    let row = TABLE.iter().find(|row| row.name == "invalid_input").unwrap();
    let client = service().account().await.client().await;
    let ask = async || client.post("/v1/memories/recall", json!({"query": ""})).await;
    assert_none(&faults_of_problem(&ask().await, row));

    let plants: [Change; 7] = [
        |body| body["code"] = json!("bad_request"),
        |body| body["status"] = json!(400),
        |body| body["title"] = json!("Oh no."),
        |body| body["detail"] = json!(""),
        |body| body["request_id"] = json!("req_other"),
        |body| body["field"] = Value::Null,
        |body| body["hint"] = Value::Null,
    ];
    for (number, change) in plants.into_iter().enumerate() {
        let mut answer = ask().await;
        let mut body = answer.json();
        change(&mut body);
        answer.text = body.to_string();
        assert!(!faults_of_problem(&answer, row).is_empty(), "plant {number} passed");
    }
    let mut answer = ask().await;
    answer.headers.insert(CONTENT_TYPE, "application/json".parse().unwrap());
    assert!(!faults_of_problem(&answer, row).is_empty(), "another content type passed");
}
