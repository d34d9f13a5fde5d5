//! Absent and empty differ, and empty is never wider: `scopes: []`, `tags: []`, `agent: ""` and every other filter there is.

use annals::CATALOG;
use serde_json::{Value, json};

use super::fields::{ids_in, is_required, of_type};
use crate::catalogue::{Way, assert_none};
use crate::support::service;
use crate::workspaces::staff::staff;
use crate::workspaces::ways::{save, team};

#[tokio::test]
async fn an_empty_filter_is_refused_or_finds_no_more_than_none_at_all() {
    let staff = staff().await;
    for (agent, path) in [("vasya", "projects/general"), ("anna", "teams/engineering"), ("vasya", "people/vasya")] {
        let client = if agent == "vasya" { &staff.vasya } else { &staff.anna };
        client.remember(&format!("Hosted webhook retries of {agent} at {path}."), path).await;
        let summary = json!({"session": agent, "items": [{"kind": "fact", "text": format!("Webhook fact of {agent} at {path}."), "topics": ["webhooks"]}]});
        client.post("/v1/summaries", summary).await.expect(200);
    }
    save(&staff.vasya, "A webhook record of the team.", team("engineering")).await;
    let number = save(&staff.vasya, "A webhook record of Vasya's own.", json!({"kind": "personal"})).await;
    let id = staff.vasya.remember("Webhooks are read by their id.", "projects/general").await;
    for number in 1..3 {
        let document =
            json!({"kind": "adr", "number": number, "title": "Webhook retries", "status": "open", "body": "Webhooks."});
        staff.owner.post("/v1/documents", document).await.expect(200);
        staff.owner.post("/v1/scopes", json!({"path": format!("spaces/webhooks-{number}")})).await.expect(200);
        let rule =
            json!({"kind": "correction", "agent": "codex", "text": format!("Webhook rule {number}."), "scope": ""});
        staff.owner.post("/v1/rules", rule).await.expect(200);
    }

    let (mut faults, mut asked) = (Vec::new(), 0);
    for entry in CATALOG.iter().filter(|entry| !entry.spec().effect.writes()) {
        let name = entry.spec().name;
        let mut plain = (entry.spec().example)(&annals::op::Sample {
            memory_id: id.clone(),
            record_number: number,
            document_id: String::new(),
            ..annals::op::Sample::default()
        });
        for field in ["query", "about"] {
            if plain.get(field).is_some() {
                plain[field] = json!("webhook");
            }
        }
        let empty = of_type(entry, "string").into_iter().map(|(field, _)| (field, json!("")));
        let empty = empty.chain(of_type(entry, "array").into_iter().map(|(field, _)| (field, json!([]))));
        for (field, value) in empty.filter(|(field, _)| !is_required(entry, field)).collect::<Vec<_>>() {
            plain.as_object_mut().unwrap().remove(&field);
            let mut with = plain.clone();
            with[&field] = value;
            for way in Way::of(entry.spec()) {
                let client =
                    if name == "audit_list" || name == "gate_statistics" { &staff.owner } else { &staff.vasya };
                let all = way.call(client, entry, &plain).await;
                let found = way.call(client, entry, &with).await;
                asked += 1;
                match (&all.structured, &found.structured) {
                    (Some(all), Some(found)) => {
                        let (all, found) = (ids_in(all), ids_in(found));
                        if !found.is_subset(&all) {
                            faults.push(format!("{name}, {way}, {field}: {found:?} is wider than {all:?}"));
                        }
                    }
                    (_, None) if (400..500).contains(&found.http.status.as_u16()) || found.http.status == 200 => {}
                    _ => faults.push(format!("{name}, {way}, {field}: {} / {}", all.outcome(), found.outcome())),
                }
            }
        }
    }
    assert_none(&faults);
    assert!(asked > 60, "{asked}: the loop has lost its fields");
}

/// The empty scope of what erases is the account's root and nothing below it.
#[tokio::test]
async fn an_empty_filter_of_what_erases_erases_no_more() {
    let account = service().account().await;
    let client = account.client().await;
    client.remember("At the root.", "notes").await;
    client.remember("In a project.", "projects/general").await;
    let empty = [
        json!({"scope": "", "topic": ""}),
        json!({"scope": "", "kind": ""}),
        json!({"scope": []}),
        json!({"topic": "x"}),
    ];
    for mut arguments in empty {
        arguments["expected_count"] = json!(2);
        let refusal = client.post("/v1/records/delete-matching", arguments.clone()).await;
        assert_eq!(refusal.refused(422), "invalid_input", "{arguments}");
    }
    let refusal = client.post("/v1/records/delete-matching", json!({"scope": "", "expected_count": 2})).await;
    assert_eq!(refusal.expect(409)["count"], json!(1), "the root alone");
    client.post("/v1/records/delete-matching", json!({"scope": "", "expected_count": 1})).await.expect(200);
    let left = client.get("/v1/records").await.expect(200);
    assert_eq!(left["records"].as_array().unwrap().len(), 1);
    assert_eq!(left["records"][0]["text"], json!("In a project."));
}

/// What a reader asks of no scope at all is nothing, never everything.
#[tokio::test]
async fn a_filter_for_a_place_without_records_finds_nothing() {
    let account = service().account().await;
    let client = account.client().await;
    client.remember("Somewhere else entirely.", "projects/general").await;
    let space = client.post("/v1/scopes", json!({"path": "spaces/empty"})).await.expect(200)["scope_id"].clone();
    let space = space.as_str().unwrap();
    let nothing = |answer: Value, member: &str| assert_eq!(answer[member], json!([]), "{answer}");
    nothing(client.get(&format!("/v1/records?space_id={space}")).await.expect(200), "records");
    nothing(client.get(&format!("/v1/summaries?space_id={space}")).await.expect(200), "summaries");
    nothing(client.get(&format!("/v1/documents?space_id={space}")).await.expect(200), "documents");
    let search = json!({"query": "entirely", "space_id": space});
    nothing(client.post("/v1/records/search", search.clone()).await.expect(200), "records");
    nothing(client.call("memory_search_records", search).await.structured(), "records");
    nothing(client.get("/v1/records/export?scope=spaces/empty").await.expect(200), "records");
    let recall = json!({"query": "entirely", "path_filter": "spaces/empty/%"});
    nothing(client.post("/v1/memories/recall", recall.clone()).await.expect(200), "items");
    nothing(client.call("search_memory", recall).await.structured(), "items");
    let brief = client.post("/v1/brief", json!({"about": "entirely", "space_id": space})).await.expect(200);
    nothing(brief, "memories");
}
