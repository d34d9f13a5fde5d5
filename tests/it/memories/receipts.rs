//! What `remember` answers.

use annals::auth::Role;
use serde_json::json;

use crate::support::{Wish, service};

const KINDS: [&str; 10] =
    ["decision", "preference", "fact", "question", "handoff", "done", "solution", "lesson", "convention", "note"];

#[tokio::test]
async fn the_reply_names_reference_path_writer_account_and_device() {
    let account = service().account().await;
    let user = account.member(Role::Member, "mira").await;
    let wish = Wish { user: Some(user), agent: "planner".into(), device: Some("laptop-7".into()), ..Wish::default() };
    let client = account.client_with(wish).await;
    let body = json!({"content": "The tram is late on Mondays.", "path": "projects/general/travel"});
    let saved = client.post("/v1/memories", body.clone()).await.expect(200);

    assert!(saved["id"].as_str().unwrap().starts_with("mem_"), "{saved}");
    assert_eq!(saved["reference"], saved["id"]);
    assert_eq!(saved["path"], "projects/general/travel");
    assert_eq!(saved["scope_path"], "projects/general");
    assert_eq!(saved["writer"], json!({"agent": "planner", "user": "mira"}));
    assert_eq!(saved["account"]["id"], json!(account.id));
    assert_eq!(saved["account"]["name"], "Test account");
    assert_eq!(saved["device_label"], "laptop-7");
    assert_eq!(saved["outcome"], "stored");
    let text = saved["text"].as_str().unwrap();
    for part in
        [saved["id"].as_str().unwrap(), "projects/general/travel", "planner", "mira", "Test account", "laptop-7"]
    {
        assert!(text.contains(part), "{part} is not in {text}");
    }

    let tool = client.call("remember", json!({"content": "Bikes are faster.", "path": "projects/general"})).await;
    let structured = tool.structured();
    assert_eq!(structured["device_label"], "laptop-7");
    for part in [structured["id"].as_str().unwrap(), "projects/general", "planner", "mira", "Test account", "laptop-7"]
    {
        assert!(tool.text().contains(part), "{part} is not in {}", tool.text());
    }
}

#[tokio::test]
async fn a_token_without_a_device_label_has_none_in_the_reply() {
    let account = service().account().await;
    let client = account.client_with(Wish { device: None, ..Wish::default() }).await;
    let saved = client.post("/v1/memories", json!({"content": "No device.", "path": "notes"})).await.expect(200);
    assert!(saved.get("device_label").is_none(), "{saved}");
}

#[tokio::test]
async fn every_kind_can_be_kept_and_is_shown_with_its_kind() {
    let account = service().account().await;
    let client = account.client().await;
    for kind in KINDS {
        let body = json!({"content": format!("A {kind} about turbines."), "path": "projects/general", "kind": kind});
        let saved = client.post("/v1/memories", body).await.expect(200);
        assert_eq!(saved["kind"], kind);
        assert_eq!(saved["outcome"], "stored");
    }
    let found = client.post("/v1/memories/search", json!({"query": "turbines", "limit": 50})).await.expect(200);
    let mut kinds: Vec<&str> =
        found["items"].as_array().unwrap().iter().map(|item| item["kind"].as_str().unwrap()).collect();
    kinds.sort_unstable();
    let mut all = KINDS;
    all.sort_unstable();
    assert_eq!(kinds, all);
}

#[tokio::test]
async fn a_kind_that_is_none_is_refused_with_the_list_of_those_there_are() {
    let account = service().account().await;
    let client = account.client().await;
    let body = json!({"content": "x y z", "path": "notes", "kind": "rumour"});
    let refusal = client.post("/v1/memories", body).await;
    assert_eq!(refusal.refused(422), "invalid_input");
    let detail = refusal.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.starts_with("kind:"), "{detail}");
    for kind in KINDS {
        assert!(detail.contains(kind), "{kind} is not in {detail}");
    }
}

#[tokio::test]
async fn what_was_just_written_is_found_at_once_on_both_surfaces() {
    let account = service().account().await;
    let client = account.client().await;
    let id = client.remember("The spare key hangs behind the boiler.", "projects/house").await;
    let rest = client.post("/v1/memories/search", json!({"query": "spare key boiler"})).await.expect(200);
    assert_eq!(rest["items"][0]["id"], json!(id));
    let tool = client.call("search_memory", json!({"query": "spare key boiler"})).await.structured();
    assert_eq!(tool["items"][0]["id"], json!(id));
    let item = &tool["items"][0];
    assert_eq!(item["path"], "projects/house");
    assert_eq!(item["writer"], "tester for owner");
    assert_eq!(item["status"], "active");
    assert_eq!(item["age"], "just now");
    assert_eq!(item["is_excerpt"], false);
    assert!(item["score"].as_f64().unwrap() > 0.0);
}
