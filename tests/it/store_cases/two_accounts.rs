//! Two accounts that say the same, and one key in two scopes.

use serde_json::{Value, json};

use crate::catalogue::masked;
use crate::support::{Client, service};
use crate::workspaces::staff::staff;
use crate::workspaces::ways::{WAYS, ask, call_key, team};

const TEXT: &str = "The release train leaves every second Tuesday at noon.";

/// Says the text by every family on REST and MCP; what is answered, each time, without ids and times.
async fn said(client: &Client) -> Vec<Value> {
    let numbered = |answer: Value| {
        let mut answer = masked(&answer);
        for pointer in ["/data/id", "/data/similar", "/data/conflicts"] {
            if let Some(value) = answer.pointer_mut(pointer) {
                *value = json!("<number>");
            }
        }
        answer
    };
    let mut answers = Vec::new();
    let remember = json!({"content": TEXT, "path": "projects/general"});
    let save = json!({"content": TEXT, "scope": {"kind": "shared"}});
    let summary = json!({"items": [{"kind": "decision", "text": TEXT}]});
    for _ in 0..2 {
        answers.push(client.post("/v1/memories", remember.clone()).await.expect(200));
        answers.push(client.call("remember", remember.clone()).await.structured());
        answers.push(client.post("/v1/workspace/save", save.clone()).await.expect(200));
        answers.push(client.call("memory_save", save.clone()).await.structured());
        answers.push(client.post("/v1/summaries", summary.clone()).await.expect(200));
        answers.push(client.call("memory_record_summary", summary.clone()).await.structured());
    }
    answers.into_iter().map(numbered).collect()
}

/// Ids of all that is found.
async fn found(client: &Client) -> Vec<Value> {
    let rest = client.post("/v1/memories/search", json!({"query": "release train", "limit": 20})).await.expect(200);
    let mcp = client.call("search_memory", json!({"query": "release train", "limit": 20})).await.structured();
    let mut ids: Vec<Value> = rest["items"].as_array().unwrap().iter().map(|item| item["id"].clone()).collect();
    let mut same: Vec<Value> = mcp["items"].as_array().unwrap().iter().map(|item| item["id"].clone()).collect();
    ids.sort_by_key(Value::to_string);
    same.sort_by_key(Value::to_string);
    assert_eq!(ids, same);
    ids
}

#[tokio::test]
async fn the_same_text_in_two_accounts_is_two_records_of_which_each_goes_alone() {
    let (first, second) = (service().account().await, service().account().await);
    let (first, second) = (first.client().await, second.client().await);
    assert_eq!(said(&first).await, said(&second).await, "replies are identical in shape, whoever said it before");
    let (of_first, of_second) = (found(&first).await, found(&second).await);
    assert_eq!((of_first.len(), of_second.len()), (3, 3), "a note, a fact and a decision each");
    assert!(of_first.iter().all(|id| !of_second.contains(id)));

    for (place, mode) in ["hard_delete", "soft_delete", "redact"].into_iter().enumerate() {
        let id = of_first[place].as_str().unwrap();
        client_forgets(&first, id, mode).await;
        assert_eq!(found(&second).await, of_second, "{mode}");
        let foreign = second.post(&format!("/v1/memories/{id}/forget"), json!({"mode": mode})).await;
        let made_up = annals::ids::MemoryId::generate();
        let absent = second.post(&format!("/v1/memories/{made_up}/forget"), json!({"mode": mode})).await;
        let plain = |answer: &Value| {
            let mut answer = masked(answer);
            answer.as_object_mut().unwrap().remove("request_id");
            answer
        };
        assert_eq!(plain(&foreign.expect(404)), plain(&absent.expect(404)), "{mode}");
    }
    assert_eq!(found(&first).await, Vec::<Value>::new());
    let texts = second.get("/v1/records").await.expect(200);
    assert!(texts["records"].as_array().unwrap().iter().all(|record| record["text"] == TEXT), "{texts}");
}

async fn client_forgets(client: &Client, id: &str, mode: &str) {
    client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": mode})).await.expect(200);
}

/// Ruling 10: in the workspaces family the scope stands in the key.
#[tokio::test]
async fn the_same_key_in_another_scope_is_a_new_request() {
    for way in WAYS {
        let staff = staff().await;
        let key = call_key();
        let scopes = [json!({"kind": "personal"}), team("engineering"), json!({"kind": "shared"})];
        let mut ids = Vec::new();
        for (place, scope) in scopes.iter().enumerate() {
            let arguments = json!({"content": format!("Said in scope {place}."), "scope": scope, "request_id": key});
            let first = ask(&staff.vasya, way, "memory_save", arguments.clone()).await;
            assert_eq!(ask(&staff.vasya, way, "memory_save", arguments.clone()).await.raw, first.raw, "{way:?}");
            let mut other = arguments;
            other["content"] = json!("Something else altogether.");
            let refused = ask(&staff.vasya, way, "memory_save", other).await;
            assert_eq!(refused.code(), "conflict", "{way:?}: in the same scope it is the same request");
            ids.push(first.data()["id"].as_i64().unwrap());
        }
        let distinct: std::collections::BTreeSet<&i64> = ids.iter().collect();
        assert_eq!(distinct.len(), 3, "{way:?}");
        for (place, (scope, id)) in scopes.iter().zip(&ids).enumerate() {
            let update = json!({"id": id, "expected_revision": 1, "content": format!("Updated in scope {place}."), "reason": "x", "scope": scope, "request_id": key});
            let updated = ask(&staff.vasya, way, "memory_update", update).await.data();
            assert_eq!(updated["revision"], json!(2), "{way:?}: another operation is another request too");
            let delete =
                json!({"id": updated["id"], "expected_revision": 2, "reason": "x", "scope": scope, "request_id": key});
            assert_eq!(ask(&staff.vasya, way, "memory_delete", delete).await.data()["deleted"], json!(true));
        }
    }
}
