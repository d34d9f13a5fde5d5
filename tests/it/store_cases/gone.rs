//! What was hidden or erased is in no answer of any operation; what was erased is in no table either, and so in no dump.

use annals::CATALOG;
use annals::op::Sample;
use serde_json::{Value, json};

use crate::catalogue::{Way, assert_none};
use crate::support::{Account, Client, service, stored};

/// What one asks by.
const KEY: &str = "zephyrine";

/// A memory that says the key and the marker, which nobody ever asks by, and how it stands everywhere.
struct Told {
    memory: String,
    number: i64,
    marker: String,
    question: String,
}

/// One record, saved in the shared workspace with everything that a record may have, and the item of a summary.
async fn told(account: &Account<'_>, client: &Client) -> Told {
    let marker = format!("mark{}", &annals::ids::MemoryId::generate().uuid().simple().to_string()[20..]);
    let content = format!("The {KEY} keeps {marker} in the third drawer.");
    let save = json!({
        "content": content, "scope": {"kind": "shared"}, "tags": [marker], "context": format!("Said of {marker}."),
        "project": marker, "type": "decision", "request_id": annals::ids::MemoryId::generate().uuid().to_string(),
        "branch": marker,
    });
    let number = client.post("/v1/workspace/save", save.clone()).await.expect(200)["data"]["id"].as_i64().unwrap();
    assert_eq!(client.post("/v1/workspace/save", save).await.expect(200)["data"]["id"], json!(number), "replayed");
    let item = json!({"kind": "question", "text": format!("Where does the {KEY} keep {marker}?"), "topics": [marker], "links": [format!("https://example.com/{marker}")], "decided_by": marker});
    let asked = client.post("/v1/summaries", json!({"items": [item], "text": "A quiet week."})).await.expect(200);
    let memory = stored::column(&format!(
        "SELECT 'mem_' || replace(id::text, '-', '') FROM memories WHERE account_id = '{}' AND number = {number}",
        account.id.uuid()
    ))
    .await;
    let question = asked["items"][0]["id"].as_str().unwrap().to_owned();
    crate::change_feed::following::settled(client, 0).await;
    Told { memory: memory[0].clone(), number, marker, question }
}

/// Every answer of every operation that reads, asked in every way, for what holds the marker: the operations that do.
async fn shown(client: &Client, told: &Told) -> Vec<String> {
    let mut shown = Vec::new();
    for entry in CATALOG.iter().filter(|entry| !entry.spec().effect.writes()) {
        let spec = entry.spec();
        for id in [&told.memory, &told.question] {
            let sample = Sample {
                memory_id: id.clone(),
                record_number: told.number,
                document_id: String::new(),
                ..Sample::default()
            };
            let mut arguments = (spec.example)(&sample);
            for (field, value) in [
                ("query", json!(KEY)),
                ("about", json!(KEY)),
                ("limit", json!(50)),
                ("page_size", json!(200)),
                ("scope", if spec.name == "memory_report" { json!("company") } else { json!({"kind": "shared"}) }),
            ] {
                let schema = entry.input_schema(annals::op::View::REST);
                let takes = &schema["properties"][field];
                let is_path = field == "scope" && takes["type"] == "string" && spec.name != "memory_report";
                if !takes.is_null() && !is_path {
                    arguments[field] = value;
                }
            }
            for narrowing in ["kind", "status", "state", "outcome", "agent"] {
                arguments.as_object_mut().unwrap().remove(narrowing);
            }
            for way in Way::of(spec) {
                let said = way.call(client, entry, &arguments).await;
                assert!(said.http.status.as_u16() < 500, "{}", said.body());
                if said.body().to_lowercase().contains(&told.marker) {
                    shown.push(format!("{} {way}", spec.name));
                }
            }
        }
    }
    shown.sort();
    shown.dedup();
    shown
}

async fn delete(client: &Client, path: &str, body: Value) {
    let method = if path.starts_with("/v1/records/mem_") { "DELETE" } else { "POST" };
    client.send(client.request(method, path).json(&body)).await.expect(200);
}

#[tokio::test]
async fn what_was_hidden_or_erased_is_in_no_answer_and_what_was_erased_in_no_table() {
    let ways: [(&str, bool); 5] = [
        ("memory_delete and soft_delete", false),
        ("memory_delete_record", true),
        ("hard_delete", true),
        ("memory_delete_matching", true),
        ("hard_delete after soft_delete", true),
    ];
    let mut faults = Vec::new();
    for (name, erases) in ways {
        let account = service().account().await;
        let client = account.client().await;
        let told = told(&account, &client).await;
        let before = shown(&client, &told).await;
        for operation in [
            "recall",
            "search_memory",
            "memory_recall",
            "search",
            "fetch",
            "memory_version",
            "memory_get",
            "memory_history",
            "memory_export",
            "memory_list_records",
            "memory_search_records",
            "memory_get_record",
            "memory_list_summaries",
            "brief_me",
            "record_export",
            "change_list",
        ] {
            assert!(
                before.iter().any(|shown| shown.starts_with(&format!("{operation} "))),
                "{operation} shows what is there: {before:?}"
            );
        }
        let forget = |id: &str| format!("/v1/memories/{id}/forget");
        match name {
            "memory_delete and soft_delete" => {
                let arguments = json!({"id": told.number, "expected_revision": 1, "reason": format!("{} is gone", told.marker), "scope": {"kind": "shared"}});
                delete(&client, "/v1/workspace/delete", arguments).await;
                delete(&client, &forget(&told.question), json!({"reason": told.marker})).await;
            }
            "memory_delete_record" => {
                for id in [&told.memory, &told.question] {
                    delete(&client, &format!("/v1/records/{id}"), json!({"reason": told.marker})).await;
                }
            }
            "memory_delete_matching" => {
                delete(&client, "/v1/records/delete-matching", json!({"scope": "", "expected_count": 2})).await;
            }
            _ => {
                for id in [&told.memory, &told.question] {
                    if name == "hard_delete after soft_delete" {
                        delete(&client, &forget(id), json!({"reason": told.marker})).await;
                    }
                    delete(&client, &forget(id), json!({"mode": "hard_delete", "reason": told.marker})).await;
                }
            }
        }
        for operation in shown(&client, &told).await {
            // The history of a deleted record keeps the reason that its deleter gave: that is what the reason is for.
            if !(operation.starts_with("memory_history") && name == "memory_delete and soft_delete") {
                faults.push(format!("{name}: {operation} still shows it"));
            }
        }
        let tables = stored::tables_that_hold(&told.marker).await;
        if erases && !tables.is_empty() {
            faults.push(format!("{name}: {tables:?} still hold it"));
        }
        assert_eq!(
            erases,
            !tables.contains(&"public.memories".to_owned()),
            "{name}: hiding keeps the text, erasing does not"
        );
    }
    assert_none(&faults);
}
