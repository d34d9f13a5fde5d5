//! Every writing operation of the catalogue, over REST with the header `Idempotency-Key`.

use annals::CATALOG;
use annals::op::{Effect, Entry, Retry};
use serde_json::{Value, json};

use crate::catalogue::{assert_none, stocked};
use crate::support::{Answer, Client, replica, service, stored};

/// What is said of an answer: status and body, to the byte.
fn told(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), &answer.text)
}

async fn call(client: &Client, entry: &Entry, key: &str, arguments: &Value) -> Answer {
    client.send(client.operation_request(entry, arguments).header("Idempotency-Key", key)).await
}

/// A name that differs in its last character.
fn neighbour(name: &str) -> String {
    let last = if name.ends_with('0') { "1" } else { "0" };
    format!("{}{last}", &name[..name.len() - 1])
}

/// Arguments that differ in one field and are accepted too.
fn other(arguments: &Value) -> Value {
    let mut changed = arguments.clone();
    let texts = ["reason", "text", "content", "title", "status", "session", "path", "name", "email", "url"];
    if let Some(field) = texts.iter().find(|field| arguments[**field].is_string()) {
        changed[*field] = json!(format!("{}-other", arguments[*field].as_str().unwrap()));
        return changed;
    }
    let members = changed.as_object_mut().unwrap();
    if let Some(etag) = members.get_mut("if_match") {
        *etag = json!("another");
        return changed;
    }
    // Calls that say nothing besides what they are about: they are about something else.
    let ids = ["user_id", "token_id", "invitation_id", "grant_id", "team"];
    if let Some(field) = ids.iter().find(|field| members.contains_key(**field)) {
        members[*field] = json!(neighbour(members[*field].as_str().unwrap()));
        return changed;
    }
    if let Some(flag) = members.values_mut().find(|value| value.is_boolean()) {
        *flag = json!(flag != true);
    } else if let Some(count) = members.get_mut("expected_count") {
        *count = json!(7);
    } else if let Some(id) = members.get("id").and_then(Value::as_str).map(neighbour) {
        members.insert("id".to_owned(), json!(id));
    } else {
        members.insert("fold".to_owned(), json!(false));
    }
    changed
}

/// Changes what a reply names, so that the same call would answer otherwise now.
async fn change(client: &Client, reply: &Value) {
    if let Some(id) = reply["id"].as_str().filter(|id| id.starts_with("mem_")) {
        client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": "soft_delete"})).await;
    }
    if let (Some(id), Some(revision)) = (reply["data"]["id"].as_i64(), reply["data"]["revision"].as_i64()) {
        let body = json!({"id": id, "expected_revision": revision, "content": "It says something else.", "reason": "It does."});
        client.post("/v1/workspace/update", body).await;
    }
    client
        .send(client.request("PATCH", "/v1/account/policies").json(&json!({"claim_overlap": false})))
        .await
        .expect(200);
}

async fn faults_of(entry: &Entry) -> Vec<String> {
    let name = entry.spec().name;
    let stocked = stocked(service()).await;
    let (client, there) = (&stocked.client, stocked.client.at(&replica().origin));
    let arguments = (entry.spec().example)(&stocked.sample);
    let mut faults = Vec::new();
    let first = call(client, entry, "key-1", &arguments).await;
    if first.status != 200 {
        return vec![format!("{name}: {}", first.text)];
    }
    change(client, &first.json()).await;
    let rows = stored::rows_of(stocked.account.id).await;
    for client in [client, &there] {
        let again = call(client, entry, "key-1", &arguments).await;
        if told(&again) != told(&first) {
            faults.push(format!("{name}: the reply differs:\n{}\n{}", first.text, again.text));
        }
        let changed = call(client, entry, "key-1", &other(&arguments)).await;
        let code = changed.json()["code"].clone();
        if changed.status != 422 || code != json!("idempotency_key_reused") {
            faults.push(format!("{name}: other arguments are told {} {}", changed.status, changed.text));
        }
    }
    if stored::rows_of(stocked.account.id).await != rows {
        faults.push(format!("{name}: a replay wrote something"));
    }
    faults
}

#[tokio::test]
async fn the_same_call_gets_the_same_bytes_on_every_replica_and_other_arguments_are_refused() {
    let mut faults = Vec::new();
    let mut asked = 0;
    for entry in CATALOG.iter().filter(|entry| entry.spec().effect.writes()) {
        asked += 1;
        faults.extend(faults_of(entry).await);
    }
    assert!(asked >= 13, "{asked}");
    assert_none(&faults);
}

#[test]
fn whatever_writes_knows_its_retries_and_whatever_reads_has_none() {
    for entry in &CATALOG {
        let spec = entry.spec();
        assert_eq!(spec.effect == Effect::Read, spec.retry == Retry::Never, "{}", spec.name);
    }
}

#[tokio::test]
async fn the_order_of_the_arguments_and_the_space_between_them_are_no_difference() {
    let account = service().account().await;
    let client = account.client().await;
    let send = |body: &'static str| {
        let request = client.request("POST", "/v1/memories").header("Idempotency-Key", "order");
        client.send(request.header("content-type", "application/json").body(body))
    };
    let first = send(r#"{"content": "Said in some order.", "path": "notes"}"#).await;
    first.expect(200);
    let again = send("{\n\"path\":\"notes\",\"content\":\"Said in some order.\"}").await;
    assert_eq!(told(&again), told(&first));
}

#[tokio::test]
async fn without_a_key_and_with_another_one_the_call_runs_again() {
    let account = service().account().await;
    let client = account.client().await;
    let body = json!({"content": "Said again and again.", "path": "notes"});
    for (place, key) in [Some("one"), None, Some("two"), None].into_iter().enumerate() {
        let reply = match key {
            Some(key) => client.post_with_key("/v1/memories", key, &body).await,
            None => client.post("/v1/memories", body.clone()).await,
        };
        assert_eq!(reply.expect(200)["seen_count"], json!(place + 1), "{key:?}");
    }
}

#[tokio::test]
async fn a_read_runs_each_time() {
    let account = service().account().await;
    let client = account.client().await;
    let list = || client.send(client.request("GET", "/v1/records").header("Idempotency-Key", "read"));
    assert_eq!(list().await.expect(200)["records"], json!([]));
    client.post("/v1/summaries", json!({"items": [{"kind": "fact", "text": "Said in between."}]})).await.expect(200);
    assert_eq!(list().await.expect(200)["records"][0]["text"], json!("Said in between."));
}

#[tokio::test]
async fn a_refused_call_keeps_no_reply() {
    let account = service().account().await;
    let client = account.client().await;
    let body = json!({"content": "Said where nothing is yet.", "path": "projects/later"});
    assert_eq!(client.post_with_key("/v1/memories", "later", &body).await.refused(404), "not_found");
    client.post("/v1/scopes", json!({"path": "projects/later"})).await.expect(200);
    assert_eq!(client.post_with_key("/v1/memories", "later", &body).await.expect(200)["outcome"], json!("stored"));
}
