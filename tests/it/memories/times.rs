//! When something happened, and fields that REST alone has (ruling 5; contract, "Times").

use serde_json::json;

use crate::support::{service, stored};

#[tokio::test]
async fn times_are_taken_with_an_offset_or_as_a_date_and_shown_in_utc() {
    let account = service().account().await;
    let client = account.client().await;
    for (given, shown) in [
        ("2026-03-11", "2026-03-11T00:00:00Z"),
        ("2026-03-11T15:10:00Z", "2026-03-11T15:10:00Z"),
        ("2026-03-11T15:10:00+05:30", "2026-03-11T09:40:00Z"),
        ("1969-12-31T23:59:59.250-01:00", "1970-01-01T00:59:59.250Z"),
    ] {
        let content = format!("The flood of {given}.");
        let body = json!({"content": content, "path": "notes", "occurred_at": given, "expires_at": "2099-01-01"});
        client.post("/v1/memories", body).await.expect(200);
        let found = client.post("/v1/memories/recall", json!({"query": content, "limit": 1})).await.expect(200);
        assert_eq!(found["items"][0]["occurred_at"], shown, "{given}");
        assert!(found["text"].as_str().unwrap().contains(shown), "{}", found["text"]);
    }
}

#[tokio::test]
async fn a_time_that_is_none_is_refused() {
    let account = service().account().await;
    let client = account.client().await;
    let before = stored::rows_of(account.id).await;
    for field in ["occurred_at", "expires_at"] {
        for given in ["2026-03-11T15:10:00", "yesterday", "2026-02-30", "2026-13-01", "11.03.2026", "1741705800", ""] {
            let body = json!({"content": "Kept.", "path": "notes", field: given});
            let refusal = client.post("/v1/memories", body).await;
            assert_eq!(refusal.refused(422), "invalid_input", "{field} {given}");
            assert_eq!(refusal.json()["field"], field);
        }
    }
    assert_eq!(stored::rows_of(account.id).await, before);
}

#[tokio::test]
async fn times_at_the_edge_of_what_can_be_written_are_kept_or_refused_but_never_a_fault() {
    let account = service().account().await;
    let client = account.client().await;
    for given in [
        "0000-01-01",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-12:00",
        "99999-1-01",
        "-999-01-01",
        "+123-01-01",
        "2016-12-31T23:59:60Z",
    ] {
        let body = json!({"content": format!("Edge {given}."), "path": "notes", "occurred_at": given});
        let answer = client.post("/v1/memories", body).await;
        assert!(matches!(answer.status.as_u16(), 200 | 422), "{given}: {} {}", answer.status, answer.text);
        let found = client.post("/v1/memories/recall", json!({"query": format!("edge {given}")})).await;
        found.expect(200);
    }
}

#[tokio::test]
async fn fields_that_only_rest_has_are_refused_on_mcp() {
    let account = service().account().await;
    let client = account.client().await;
    let before = stored::rows_of(account.id).await;
    for (field, value) in [
        ("kind", json!("fact")),
        ("memory_type", json!("semantic")),
        ("topics", json!(["a"])),
        ("links", json!(["https://example.com"])),
        ("occurred_at", json!("2026-03-11")),
        ("expires_at", json!("2026-03-11")),
        ("confidence", json!(0.5)),
        ("importance", json!(0.5)),
        ("agent_id", json!("planner")),
    ] {
        let arguments = json!({"content": "Kept.", "path": "projects/general", field: value});
        let refusal = client.call("remember", arguments).await.failure();
        assert!(refusal.starts_with(&format!("invalid_input: {field}")), "{refusal}");
    }
    assert_eq!(stored::rows_of(account.id).await, before);
    let list = client.message("/mcp", &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})).await;
    let tools = list.message["result"]["tools"].as_array().unwrap().clone();
    let remember = tools.iter().find(|tool| tool["name"] == "remember").unwrap();
    let fields: Vec<&String> = remember["inputSchema"]["properties"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["content", "create_project", "path"]);
}
