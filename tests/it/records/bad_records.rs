//! What is wrong with one record is reported by its number; the rest is taken.

use serde_json::{Value, json};

use crate::support::{service, stored};

fn bad_records() -> Vec<(Value, &'static str)> {
    vec![
        (json!({}), "content"),
        (json!("text"), ""),
        (json!([1]), ""),
        (json!(null), ""),
        (json!({"content": ""}), "content"),
        (json!({"content": " \n"}), "content"),
        (json!({"content": 5}), "content"),
        (json!({"content": "a\u{0}b"}), "content"),
        (json!({"content": "x", "colour": "red"}), "colour"),
        (json!({"content": "x", "kind": "rumour"}), "kind"),
        (json!({"content": "x", "memory_type": "dreamt"}), "memory_type"),
        (json!({"content": "x", "path": "../up"}), "path"),
        (json!({"content": "x", "path": "/abs"}), "path"),
        (json!({"content": "x", "position": "first"}), "position"),
        (json!({"content": "x", "position": 4_000_000_000_i64}), "position"),
        (json!({"content": "x", "position": 1.5}), "position"),
        (json!({"content": "x", "recorded_at": "yesterday"}), "recorded_at"),
        (json!({"content": "x", "occurred_at": "2026-03-11T00:00:00"}), "occurred_at"),
        (json!({"content": "x", "importance": 1.1}), "importance"),
        (json!({"content": "x", "confidence": -0.1}), "confidence"),
        (json!({"content": "x", "importance": "high"}), "importance"),
        (json!({"content": "x", "topics": "a"}), "topics"),
        (json!({"content": "x", "topics": ["user:anna"]}), "topics"),
        (json!({"content": "x", "links": ["javascript:1"]}), "links"),
        (json!({"content": "x", "metadata": {"owner": "me"}}), "metadata"),
        (json!({"content": "x", "metadata": {"writer": "me"}}), "metadata"),
        (json!({"content": "x", "metadata": {"account": "me"}}), "metadata"),
        (json!({"content": "x", "metadata": {"trust": 100}}), "metadata"),
        (json!({"content": "x", "metadata": {"a": "b".repeat(20_000)}}), "metadata"),
        (json!({"content": "x", "metadata": []}), "metadata"),
        (json!({"content": "x", "external_id": ""}), "external_id"),
        (json!({"content": "x", "session": "s".repeat(201)}), "session"),
        (json!({"content": "x", "author": "a".repeat(201)}), "author"),
    ]
}

#[tokio::test]
async fn each_bad_record_is_named_by_number_and_field_and_the_good_ones_are_taken() {
    let account = service().account().await;
    let client = account.client().await;
    let bad = bad_records();
    let mut records = Vec::new();
    for (number, (record, _)) in bad.iter().enumerate() {
        records.push(json!({"content": format!("Good record {number}.")}));
        records.push(record.clone());
    }
    let report = client.post("/v1/records/import", json!({"records": records})).await.expect(200);
    assert_eq!(report["stored"], json!(bad.len()), "{report}");
    let refused = report["refused"].as_array().unwrap();
    let numbers: Vec<u64> = refused.iter().map(|refused| refused["record"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=bad.len() as u64).map(|number| number * 2).collect::<Vec<_>>());
    for (refused, (record, field)) in refused.iter().zip(&bad) {
        let code = if record.is_object() { "invalid_input" } else { "malformed_request" };
        assert_eq!(refused["code"], code, "{record}");
        let detail = refused["detail"].as_str().unwrap();
        assert!(detail.starts_with(field), "{record}: {detail}");
        for jargon in ["i32", "f32", "struct", "a map", "sequence"] {
            assert!(!detail.contains(jargon), "{detail}");
        }
    }
}

#[tokio::test]
async fn bad_lines_of_json_lines_are_reported_by_number_and_the_rest_is_taken() {
    let account = service().account().await;
    let client = account.client().await;
    let body = "{\"content\": \"First good line.\"}\nno json\n[1]\n{\"content\": \"x\", \"content\": \"y\"}\n\"text\"\n{\"content\": \"\\ud800\"}\n{\"content\": \"Last good line.\"}\n";
    let request = client.request("POST", "/v1/records/import").header("content-type", "application/x-ndjson");
    let report = client.send(request.body(body)).await.expect(200);
    assert_eq!(report["stored"], 2, "{report}");
    let numbers: Vec<u64> =
        report["refused"].as_array().unwrap().iter().map(|refused| refused["record"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [2, 3, 4, 5, 6]);
    for refused in report["refused"].as_array().unwrap() {
        assert!(matches!(refused["code"].as_str().unwrap(), "malformed_request" | "invalid_input"), "{refused}");
    }
}

#[tokio::test]
async fn what_is_wrong_with_the_whole_call_stores_nothing() {
    let account = service().account().await;
    let client = account.client().await;
    let before = stored::rows_of(account.id).await;
    let too_many: Vec<Value> = (0..1_001).map(|number| json!({"content": format!("n {number}")})).collect();
    for (body, field) in [
        (json!({}), "records"),
        (json!({"records": []}), "records"),
        (json!({"records": too_many}), "records"),
        (json!({"records": "x"}), "records"),
        (json!({"records": [{"content": "x"}], "scope": "../x"}), "scope"),
        (json!({"records": [{"content": "x"}], "fold": "no"}), "fold"),
        (json!({"records": [{"content": "x"}], "user": "me"}), "user"),
    ] {
        let refusal = client.post("/v1/records/import", body).await;
        assert_eq!(refusal.refused(422), "invalid_input", "{field}");
        let detail = refusal.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.starts_with(field), "{detail}");
    }
    assert_eq!(stored::rows_of(account.id).await, before);
}
