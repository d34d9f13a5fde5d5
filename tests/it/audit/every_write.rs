//! Every writing operation of the catalogue writes one row, in its own transaction; reads write none.

use annals::CATALOG;
use annals::op::Entry;
use serde_json::{Value, json};

use super::rows::{Row, rows, rows_since};
use crate::catalogue::{Way, assert_none, stocked};
use crate::support::{Account, Database, Wish, database_url, service, stored};

/// The words of the arguments that may not be in the log: texts, but no ids and no paths.
fn said(arguments: &Value) -> Vec<String> {
    let texts = ["content", "text", "body", "title", "reason", "name", "email"];
    let mut said = Vec::new();
    let mut left = vec![arguments];
    while let Some(value) = left.pop() {
        match value {
            Value::Array(items) => left.extend(items),
            Value::Object(members) => {
                for (name, value) in members {
                    match value {
                        Value::String(text) if texts.contains(&name.as_str()) => {
                            said.extend(text.split(' ').filter(|word| word.len() > 5).map(str::to_owned));
                        }
                        Value::Array(_) | Value::Object(_) => left.push(value),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    said
}

fn faults_of(
    entry: &Entry,
    way: Way,
    arguments: &Value,
    request_id: &str,
    account: &Account<'_>,
    rows: &[Row],
) -> Vec<String> {
    let name = entry.spec().name;
    let [row] = rows else { return vec![format!("{name}, {way}: {} rows", rows.len())] };
    let surface = if way == Way::Rest { "rest" } else { "mcp" };
    let mut faults: Vec<String> = [
        ("operation", row.operation.as_str(), name),
        ("outcome", &row.outcome, "done"),
        ("code", &row.code, ""),
        ("surface", &row.surface, surface),
        ("user", &row.user, &account.owner.uuid().to_string()),
        ("agent", &row.agent, "auditor"),
        ("request id", &row.request_id, request_id),
    ]
    .into_iter()
    .filter(|(_, is, wanted)| is != wanted)
    .map(|(what, is, wanted)| format!("{name}, {way}: {what} is {is}, not {wanted}"))
    .collect();
    if row.grant.is_empty() {
        faults.push(format!("{name}, {way}: no grant"));
    }
    // Nothing of the sample is erased by the example of this one.
    if row.targets == "{}" && name != "memory_delete_matching" {
        faults.push(format!("{name}, {way}: no target"));
    }
    let whole = row.whole.to_lowercase();
    faults.extend(
        said(arguments)
            .into_iter()
            .filter(|word| whole.contains(&word.to_lowercase()))
            .map(|word| format!("{name}, {way}: the log holds “{word}”")),
    );
    faults
}

#[tokio::test]
async fn every_write_writes_one_row() {
    let mut faults = Vec::new();
    let mut asked = 0;
    for entry in CATALOG.iter().filter(|entry| entry.spec().effect.writes()) {
        for way in Way::of(entry.spec()) {
            let stocked = stocked(service()).await;
            let client = stocked.account.client_with(Wish { agent: "auditor".to_owned(), ..Wish::default() }).await;
            let known = rows(&stocked.account).await.len();
            let arguments = (entry.spec().example)(&stocked.sample);
            let said = way.call(&client, entry, &arguments).await;
            assert!(said.structured.is_some(), "{}: {}", entry.spec().name, said.body());
            let request_id = said.http.headers["x-request-id"].to_str().unwrap();
            let new = rows_since(&stocked.account, known).await;
            faults.extend(faults_of(entry, way, &arguments, request_id, &stocked.account, &new));
            asked += 1;
        }
    }
    assert!(asked > 25, "{asked}");
    assert_none(&faults);
}

#[tokio::test]
async fn no_read_writes_a_row() {
    let stocked = stocked(service()).await;
    let known = rows(&stocked.account).await.len();
    for entry in CATALOG.iter().filter(|entry| !entry.spec().effect.writes()) {
        for way in Way::of(entry.spec()) {
            way.call(&stocked.client, entry, &(entry.spec().example)(&stocked.sample)).await;
            let new = rows_since(&stocked.account, known).await;
            assert!(new.is_empty(), "{}, {way}: {new:?}", entry.spec().name);
        }
    }
}

#[tokio::test]
async fn the_row_stands_in_the_transaction_of_the_write() {
    let account = service().account().await;
    let client = account.client().await;
    let id = account.id.uuid();
    client.remember("Written with its row.", "notes").await;
    let transactions = stored::column(&format!(
        "SELECT xmin::text FROM memories WHERE account_id = '{id}'
         UNION SELECT xmin::text FROM audit_events WHERE account_id = '{id}'"
    ))
    .await;
    assert_eq!(transactions.len(), 1, "one transaction wrote both: {transactions:?}");
    // What is refused half-way leaves no row of something done.
    let made_up = annals::ids::MemoryId::generate().to_string();
    let items =
        json!([{"kind": "fact", "text": "Fine."}, {"kind": "fact", "text": "Not fine.", "supersedes": made_up}]);
    client.post("/v1/summaries", json!({"items": items})).await.refused(404);
    assert_eq!(rows(&account).await.len(), 1);
    client.post("/v1/memories", json!({"content": "", "path": "notes"})).await.refused(422);
    assert_eq!(rows(&account).await.len(), 1);
}

#[tokio::test]
async fn a_replay_is_no_second_act() {
    let account = service().account().await;
    let client = account.client().await;
    for _ in 0..3 {
        let body = json!({"content": "Done once.", "path": "notes"});
        client.post_with_key("/v1/memories", "once", &body).await.expect(200);
    }
    assert_eq!(rows(&account).await.len(), 1);
}

#[tokio::test]
async fn a_batch_lists_its_targets_in_one_row() {
    let account = service().account().await;
    let client = account.client().await;
    let items: Vec<Value> =
        (0..5).map(|place| json!({"kind": "fact", "text": format!("Fact number {place}.")})).collect();
    let reply = client.post("/v1/summaries", json!({"text": "Five facts.", "items": items})).await.expect(200);
    let rows = rows(&account).await;
    assert_eq!(rows.len(), 1);
    for item in reply["items"].as_array().unwrap() {
        assert!(rows[0].targets.contains(item["id"].as_str().unwrap()), "{:?}", rows[0]);
    }
    assert!(rows[0].targets.contains(reply["summary"]["id"].as_str().unwrap()), "{:?}", rows[0]);
}

/// The database refuses it, whatever the service would do.
#[tokio::test]
async fn the_serving_role_only_adds() {
    let account = service().account().await;
    account.client().await.remember("Written with its row.", "notes").await;
    let id = account.id.uuid();
    let mut app = Database::connect(&database_url()).await;
    app.must(&format!("SELECT set_config('app.account_id', '{id}', false)")).await;
    assert_eq!(app.value("SELECT count(*)::text FROM audit_events").await, "1");
    for statement in [
        "UPDATE audit_events SET outcome = 'denied'",
        "UPDATE audit_events SET targets = '{}'",
        "DELETE FROM audit_events",
        "TRUNCATE audit_events",
        "ALTER TABLE audit_events DISABLE ROW LEVEL SECURITY",
    ] {
        let refusal = app.run(statement).await.expect_err(statement);
        assert_eq!(refusal.code, "42501", "{statement}: {refusal}");
    }
    assert_eq!(app.value("SELECT count(*)::text FROM audit_events").await, "1");
    // Nor into another account.
    let other = service().account().await.id.uuid();
    let insert = format!(
        "INSERT INTO audit_events (account_id, surface, operation, outcome) VALUES ('{other}', 'rest', 'x', 'done')"
    );
    assert_eq!(app.run(&insert).await.expect_err("another account").code, "42501");
}
