//! Where the past may not be asked about, and moments that are none.

use serde_json::{Value, json};

use crate::catalogue::listed_tools;
use crate::support::service;

/// The tools whose lists of arguments are closed on MCP, with the moments that REST takes.
const TOOLS: [(&str, &[&str]); 5] = [
    ("memory_list_records", &["as_of", "valid_at"]),
    ("memory_search_records", &["as_of", "valid_at"]),
    ("memory_get_record", &["as_of", "valid_at"]),
    ("brief_me", &["as_of", "valid_at"]),
    ("memory_list_summaries", &["as_of"]),
];

fn arguments(tool: &str, id: &str) -> Value {
    match tool {
        "memory_search_records" => json!({"query": "anything"}),
        "memory_get_record" => json!({"id": id}),
        "brief_me" => json!({"about": "anything"}),
        _ => json!({}),
    }
}

#[tokio::test]
async fn on_mcp_the_moments_are_neither_listed_nor_taken() {
    let client = service().account().await.client().await;
    let id = client.remember("Something or other.", "projects/general").await;
    for endpoint in ["/mcp", "/mcp/decisions"] {
        let tools = listed_tools(&client, endpoint).await;
        for (tool, fields) in TOOLS {
            let Some(listed) = tools.iter().find(|listed| listed["name"] == tool) else {
                assert_eq!((endpoint, tool), ("/mcp/decisions", "memory_get_record"), "it is listed");
                continue;
            };
            for field in fields {
                assert!(listed["inputSchema"]["properties"].get(*field).is_none(), "{endpoint} lists {tool}.{field}");
                let mut arguments = arguments(tool, &id);
                assert!(client.call_at(endpoint, tool, arguments.clone()).await.structured().is_object());
                arguments[*field] = json!("2026-03-11");
                let refusal = client.call_at(endpoint, tool, arguments).await.failure();
                assert!(refusal.starts_with("invalid_input: ") && refusal.contains(field), "{tool}: {refusal}");
            }
        }
    }
}

#[tokio::test]
async fn over_rest_a_moment_is_a_date_or_a_time_with_an_offset_and_nothing_else() {
    let client = service().account().await.client().await;
    let id = client.remember("Something or other.", "projects/general").await;
    let wrong = [
        json!("yesterday"),
        json!("2026-13-01"),
        json!("2026-02-30"),
        json!("2026-03-11T15:10:00"),
        json!("15:10"),
        json!("2026-3-1"),
        json!(""),
        json!(" 2026-03-11"),
        json!("2026-03-11T25:00:00Z"),
        json!("now"),
        json!("0"),
    ];
    let right = ["2026-03-11", "2026-03-11T15:10:00Z", "2026-03-11T15:10:00.123456+05:30", "2020-01-01T00:00:00-12:00"];
    for (tool, fields) in TOOLS {
        let entry = annals::find(tool).unwrap();
        for field in fields {
            for moment in &wrong {
                let mut arguments = arguments(tool, &id);
                arguments[*field] = moment.clone();
                let refusal = client.operation(entry, &arguments).await;
                assert_eq!(refusal.refused(422), "invalid_input", "{tool} {field} {moment}");
                assert_eq!(refusal.json()["field"], json!(field), "{tool} {moment}: {}", refusal.text);
            }
            for moment in right {
                let mut arguments = arguments(tool, &id);
                arguments[*field] = json!(moment);
                // One memory that was not there yet is not found; everything else is an answer, an empty one if need be.
                let status = if tool == "memory_get_record" { 404 } else { 200 };
                client.operation(entry, &arguments).await.expect(status);
            }
        }
    }
}

/// A moment in the future is taken as it stands: what is stored now is what the store says then, until somebody says more;
/// and what holds without an end holds then too.
#[tokio::test]
async fn a_moment_in_the_future_is_answered_with_what_is_known_now() {
    let client = service().account().await.client().await;
    let first =
        client.post("/v1/summaries", json!({"items": [{"kind": "fact", "text": "The office is in Oslo."}]})).await;
    let first = first.expect(200)["items"][0]["id"].clone();
    let item = json!({"kind": "fact", "text": "The office moved to Bergen.", "supersedes": first});
    client.post("/v1/summaries", json!({"items": [item]})).await.expect(200);
    let record = json!({"content": "The lease ends in 2031.", "kind": "fact", "valid_to": "2031-01-01"});
    client.post("/v1/records/import", json!({"scope": "projects/general", "records": [record]})).await.expect(200);
    let listed = async |query: &str| {
        let found = client.get(&format!("/v1/records?{query}")).await.expect(200);
        let line =
            |record: &Value| format!("{} ({})", record["text"].as_str().unwrap(), record["status"].as_str().unwrap());
        found["records"].as_array().unwrap().iter().map(line).collect::<Vec<_>>()
    };
    let all = [
        "The lease ends in 2031. (active)",
        "The office moved to Bergen. (active)",
        "The office is in Oslo. (superseded)",
    ];
    assert_eq!(listed("").await, all);
    assert_eq!(listed("as_of=9000-01-01").await, all);
    assert_eq!(listed("as_of=9000-01-01&status=active").await, all[..2]);
    assert_eq!(listed("valid_at=2030-06-01").await, all[..2]);
    assert_eq!(listed("valid_at=2031-01-01").await, all[1..2], "until a moment is before it");
    assert_eq!(listed("as_of=1970-01-01").await, Vec::<String>::new());
    assert_eq!(listed("valid_at=1970-01-01").await, Vec::<String>::new());
}

/// The case of the issue: a role that was held twice was held by nobody in between.
#[tokio::test]
async fn what_held_twice_did_not_hold_between() {
    let client = service().account().await.client().await;
    let held = |text: &str, from: &str, to: Option<&str>| json!({"content": text, "kind": "fact", "valid_from": from, "valid_to": to});
    let records = json!([
        held("Anna led billing, first term.", "2019-01-01", Some("2021-01-01")),
        held("Anna leads billing again.", "2023-01-01", None),
    ]);
    client.post("/v1/records/import", json!({"scope": "projects/general", "records": records})).await.expect(200);
    for (moment, wanted) in [
        ("2018-12-31", vec![]),
        ("2019-06-01", vec!["Anna led billing, first term."]),
        ("2021-06-01", vec![]),
        ("2024-01-01", vec!["Anna leads billing again."]),
    ] {
        let texts = |answer: &Value| -> Vec<String> {
            answer["records"]
                .as_array()
                .unwrap()
                .iter()
                .map(|record| record["text"].as_str().unwrap().to_owned())
                .collect()
        };
        let listed = client.get(&format!("/v1/records?valid_at={moment}")).await.expect(200);
        assert_eq!(texts(&listed), wanted, "{moment}");
        let search = json!({"query": "who leads billing", "valid_at": moment});
        assert_eq!(texts(&client.post("/v1/records/search", search).await.expect(200)), wanted, "{moment}");
    }
}
