//! What an import keeps, and doing it again.

use annals::auth::Role;
use serde_json::{Value, json};

use crate::support::{Answer, Client, Wish, service, stored};

async fn import(client: &Client, body: Value) -> Value {
    client.post("/v1/records/import", body).await.expect(200)
}

async fn lines(client: &Client, path: &str, body: &str) -> Answer {
    let request = client.request("POST", path).header("content-type", "application/x-ndjson").body(body.to_owned());
    client.send(request).await
}

fn counts(report: &Value) -> (u64, u64, u64, usize) {
    let count = |field: &str| report[field].as_u64().unwrap();
    (count("stored"), count("seen_again"), count("already_there"), report["refused"].as_array().unwrap().len())
}

#[tokio::test]
async fn an_import_keeps_external_id_session_position_author_and_time() {
    let account = service().account().await;
    let client = account.client().await;
    let record = json!({
        "content": "Gecko toes stick to glass.", "path": "zoo/reptiles", "kind": "lesson", "memory_type": "semantic",
        "name": "gecko", "project": "vivarium", "context": "Seen in the lab.",
        "topics": ["file:gecko.md"], "links": ["https://example.com/gecko"],
        "session": "visit-3", "position": 17, "external_id": "wiki/gecko#4", "author": "Dr. Ada Park",
        "decided_by": "the keepers", "agent": "note-taker",
        "recorded_at": "2024-05-06T07:08:09Z", "occurred_at": "2024-05-05", "valid_from": "2024-05-01",
        "valid_to": "2030-01-01", "expires_at": "2031-01-01", "importance": 0.5, "confidence": 0.25,
        "metadata": {"source": {"page": 4}},
    });
    let report = import(&client, json!({"scope": "projects/general", "records": [record]})).await;
    assert_eq!(counts(&report), (1, 0, 0, 0));
    let exported = client.get("/v1/records/export").await.expect(200)["records"][0].clone();
    let mut expected = record.clone();
    expected["path"] = json!("projects/general/zoo/reptiles");
    for field in ["occurred_at", "valid_from", "valid_to", "expires_at"] {
        expected[field] = json!(format!("{}T00:00:00Z", record[field].as_str().unwrap()));
    }
    assert_eq!(exported, expected);

    let found = client.post("/v1/memories/recall", json!({"query": "gecko toes"})).await.expect(200);
    let item = &found["items"][0];
    assert_eq!(item["writer"], "Dr. Ada Park");
    assert_eq!(item["recorded_at"], "2024-05-06T07:08:09Z");
    assert_eq!(item["occurred_at"], "2024-05-05T00:00:00Z");
}

#[tokio::test]
async fn json_lines_and_json_take_the_same_records() {
    let account = service().account().await;
    let client = account.client().await;
    let body = "{\"content\": \"Line one about skinks.\"}\n\n  \n{\"content\": \"Line two about skinks.\", \"external_id\": \"2\"}\r\n";
    let report = lines(&client, "/v1/records/import?scope=projects/general", body).await.expect(200);
    assert_eq!(counts(&report), (2, 0, 0, 0));
    let report = import(
        &client,
        json!({"scope": "projects/general", "records": [{"content": "line ONE about skinks"}, {"content": "other", "external_id": "2"}]}),
    )
    .await;
    assert_eq!(counts(&report), (0, 1, 1, 0));
}

#[tokio::test]
async fn importing_twice_adds_nothing() {
    let account = service().account().await;
    let client = account.client().await;
    let records: Vec<Value> = (0..50)
        .map(|number| json!({"content": format!("Iguana {number}"), "external_id": format!("i{number}"), "kind": "done"}))
        .collect();
    let body = json!({"scope": "projects/lizards", "records": records});
    assert_eq!(counts(&import(&client, body.clone()).await), (50, 0, 0, 0));
    let before = stored::rows_of(account.id).await;
    assert_eq!(counts(&import(&client, body).await), (0, 0, 50, 0));
    assert_eq!(stored::rows_of(account.id).await, before);
}

#[tokio::test]
async fn the_same_external_id_twice_in_one_import_is_taken_once() {
    let account = service().account().await;
    let client = account.client().await;
    let records = json!([{"content": "First", "external_id": "x"}, {"content": "Second", "external_id": "x"}]);
    assert_eq!(counts(&import(&client, json!({"records": records})).await), (1, 0, 1, 0));
    let elsewhere = json!({"scope": "projects/general", "records": [{"content": "Third", "external_id": "x"}]});
    assert_eq!(counts(&import(&client, elsewhere).await), (1, 0, 0, 0), "an external id belongs to its scope");
}

#[tokio::test]
async fn folding_can_be_switched_off() {
    let account = service().account().await;
    let client = account.client().await;
    let records = json!([{"content": "Same words."}, {"content": "same words"}]);
    let folded = import(&client, json!({"scope": "projects/general", "records": records})).await;
    assert_eq!(counts(&folded), (1, 1, 0, 0));
    let unfolded = import(&client, json!({"scope": "projects/other", "records": records, "fold": false})).await;
    assert_eq!(counts(&unfolded), (2, 0, 0, 0));
}

#[tokio::test]
async fn name_and_project_keep_records_apart() {
    let account = service().account().await;
    let client = account.client().await;
    let records = json!([
        {"content": "Same words."}, {"content": "Same words.", "name": "a"}, {"content": "Same words.", "name": "b"},
        {"content": "Same words.", "project": "a"},
    ]);
    assert_eq!(counts(&import(&client, json!({"records": records})).await), (4, 0, 0, 0));
}

#[tokio::test]
async fn missing_projects_are_made_and_personal_nodes_are_left_out() {
    let account = service().account().await;
    let client = account.client().await;
    let records = json!([
        {"content": "In a new project.", "path": "projects/fresh/sub"},
        {"content": "In somebody's own place.", "path": "people/owner/diary"},
        {"content": "In a team that is not there.", "path": "teams/none"},
    ]);
    let report = import(&client, json!({"records": records})).await;
    assert_eq!(counts(&report), (1, 0, 0, 2));
    assert_eq!(report["refused"][0]["record"], 2);
    assert_eq!(report["refused"][0]["code"], "forbidden");
    assert!(report["refused"][0]["detail"].as_str().unwrap().contains("personal"), "{report}");
    assert_eq!(report["refused"][1]["record"], 3);
    assert_eq!(report["refused"][1]["code"], "not_found");
}

#[tokio::test]
async fn a_sibling_that_differs_by_case_is_one_refused_record_and_the_rest_is_taken() {
    let account = service().account().await;
    let client = account.client().await;
    let records = json!([
        {"content": "Before.", "path": "projects/Mixed"},
        {"content": "Clashing.", "path": "projects/mixed"},
        {"content": "After.", "path": "projects/Mixed"},
    ]);
    let report = import(&client, json!({"records": records})).await;
    assert_eq!(counts(&report), (2, 0, 0, 1));
    assert_eq!(report["refused"][0]["record"], 2);
    assert_eq!(report["refused"][0]["code"], "invalid_input");
}

#[tokio::test]
async fn secrets_in_a_record_are_cut_before_anything_is_stored() {
    let account = service().account().await;
    let client = account.client().await;
    let secret = |tag: &str| format!("ghp_{tag}{}", &"Yq81LmPx02VbNc73TyRw55KdHs66JfGb"[..36 - tag.len()]);
    let fields = ["content", "context", "name", "project", "session", "author", "decided_by", "agent"];
    let mut record = json!({"metadata": {"deep": [secret("Metadata")]}, "topics": [secret("Topics")]});
    for field in fields {
        record[field] = json!(format!("about {} it says", secret(&field.replace('_', ""))));
    }
    let only = json!({"content": secret("Only"), "path": "notes"});
    let report = import(&client, json!({"records": [record, only]})).await;
    assert_eq!(counts(&report), (1, 0, 0, 1));
    assert_eq!(report["refused"][0]["code"], "secret_refused");
    for tag in fields.into_iter().chain(["Metadata", "Topics", "Only"]) {
        assert_eq!(stored::tables_that_hold(&secret(&tag.replace('_', ""))).await, Vec::<String>::new(), "{tag}");
    }
}

#[tokio::test]
async fn importing_is_for_admins() {
    let account = service().account().await;
    let member = account.member(Role::Member, "mel").await;
    let client = account.client_with(Wish { user: Some(member), ..Wish::default() }).await;
    let before = stored::rows_of(account.id).await;
    let refusal = client.post("/v1/records/import", json!({"records": [{"content": "x"}]})).await;
    assert_eq!(refusal.refused(403), "forbidden");
    assert_eq!(stored::rows_of(account.id).await, before);
}
