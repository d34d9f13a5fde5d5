//! An endpoint that speaks the OpenAI protocol: one that works, one that fails, one that is slow.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use annals::clock::Clock;
use annals::embed::{ApiKey, EmbedSettings, OpenAiSettings};
use serde_json::{Value, json};

use super::missing_model::says_so_everywhere;
use crate::support::{LocalServer, Received, Service};

fn settings(base_url: &str) -> EmbedSettings {
    EmbedSettings::OpenAi(OpenAiSettings {
        base_url: format!("{base_url}/v1"),
        key: Some(ApiKey::new("key-of-the-endpoint".to_owned())),
        model: "scripted-3".to_owned(),
        dimensions: 8,
        query_prefix: "query: ".to_owned(),
        passage_prefix: "passage: ".to_owned(),
    })
}

fn service_at(server: &LocalServer) -> Service {
    let embedding = settings(&server.origin);
    Service::start(move |config| config.embedding = embedding, Clock::default())
}

/// Vectors under which everything about ships points one way and everything else another.
fn vectors(request: &Received) -> String {
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    let data: Vec<Value> = body["input"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
        .map(|(index, text)| {
            let text = text.as_str().unwrap();
            let about_ships = ["vessel", "schooner", "boat"].iter().any(|word| text.contains(word));
            let axis = usize::from(!about_ships);
            let vector: Vec<f32> = (0..8).map(|place| if place == axis { 1.0 } else { 0.05 }).collect();
            json!({"object": "embedding", "index": index, "embedding": vector})
        })
        .collect();
    json!({"object": "list", "data": data, "model": "scripted-3", "usage": {"prompt_tokens": 1, "total_tokens": 1}})
        .to_string()
}

#[tokio::test]
async fn an_endpoint_that_works_finds_by_meaning_and_is_asked_as_configured() {
    let server = LocalServer::start(|request| (200, vectors(request)));
    let service = service_at(&server);
    let account = service.account().await;
    let client = account.client().await;
    let saved = client
        .post("/v1/memories", json!({"content": "The schooner left at dawn.", "path": "projects/general"}))
        .await
        .expect(200);
    assert!(saved.get("notes").is_none(), "{saved}");
    client.remember("Bread is baked at dusk.", "projects/general").await;
    let found = client.post("/v1/memories/recall", json!({"query": "which vessel sailed"})).await.expect(200);
    assert_eq!(found["items"][0]["id"], saved["id"]);
    assert!(found.get("notes").is_none(), "{found}");

    let received = server.received();
    assert_eq!(received.len(), 3, "{received:?}");
    for request in &received {
        assert_eq!(request.path, "/v1/embeddings");
        assert!(request.head.contains("authorization: bearer key-of-the-endpoint"), "{}", request.head);
        assert!(!request.head.contains("annals_"), "the caller's token goes nowhere");
        let body: Value = serde_json::from_slice(&request.body).unwrap();
        assert_eq!(body["model"], "scripted-3");
    }
    let input = |place: usize| serde_json::from_slice::<Value>(&received[place].body).unwrap()["input"][0].clone();
    assert_eq!(input(0), "passage: The schooner left at dawn.");
    assert_eq!(input(2), "query: which vessel sailed");
    client.post("/v1/memories/recall", json!({"query": "which vessel sailed"})).await.expect(200);
    assert_eq!(server.received().len(), 3, "the same question is not asked twice");
}

#[tokio::test]
async fn secrets_never_reach_the_endpoint() {
    let server = LocalServer::start(|request| (200, vectors(request)));
    let service = service_at(&server);
    let account = service.account().await;
    let secret = "ghp_EndpointLmPx02VbNc73TyRw55KdHs66JfGa";
    let content = format!("The boat robot signs in with {secret} on Fridays.");
    account.client().await.remember(&content, "projects/general").await;
    let bodies: Vec<String> =
        server.received().iter().map(|request| String::from_utf8_lossy(&request.body).into_owned()).collect();
    assert_eq!(bodies.len(), 1);
    assert!(bodies[0].contains("boat robot") && !bodies[0].contains(secret), "{bodies:?}");
}

#[tokio::test]
async fn an_endpoint_that_answers_500_stops_neither_writing_nor_finding() {
    let server = LocalServer::start(|_| (500, "{\"error\": {\"message\": \"canary-of-the-endpoint\"}}".to_owned()));
    let service = service_at(&server);
    let account = service.account().await;
    let client = account.client().await;
    says_so_everywhere(&client, "").await;
    let saved = client.post("/v1/memories", json!({"content": "Once more.", "path": "notes"})).await;
    assert!(!saved.text.contains("canary-of-the-endpoint"), "{}", saved.text);
    assert!(!server.received().is_empty());
    assert!(server.received().len() < 30, "an endpoint that is down is left alone: {}", server.received().len());
}

#[tokio::test]
async fn an_endpoint_that_says_nothing_costs_its_budget_of_time_and_no_more() {
    let server = LocalServer::start(|_| {
        std::thread::sleep(Duration::from_secs(12));
        (200, "{}".to_owned())
    });
    let service = service_at(&server);
    let account = service.account().await;
    let client = account.client().await;
    let found = client.post("/v1/memories/recall", json!({"query": "anything"})).await.expect(200);
    assert!(found["notes"].to_string().contains("Search by meaning is unavailable"), "{found}");
}

#[tokio::test]
async fn vectors_of_another_size_are_not_taken() {
    let server = LocalServer::start(|_| {
        (200, json!({"data": [{"index": 0, "embedding": [1.0, 0.0]}], "model": "scripted-3"}).to_string())
    });
    let service = service_at(&server);
    let account = service.account().await;
    says_so_everywhere(&account.client().await, "").await;
}

#[tokio::test]
async fn an_endpoint_that_comes_back_is_used_again() {
    let is_up = Arc::new(AtomicBool::new(false));
    let seen = is_up.clone();
    let server =
        LocalServer::start(
            move |request| {
                if seen.load(Ordering::SeqCst) { (200, vectors(request)) } else { (401, "{}".to_owned()) }
            },
        );
    let service = service_at(&server);
    let account = service.account().await;
    let client = account.client().await;
    let first = client.post("/v1/memories", json!({"content": "A boat in fog.", "path": "notes"})).await.expect(200);
    assert!(first["notes"].to_string().contains("unavailable"), "{first}");
    is_up.store(true, Ordering::SeqCst);
    let second =
        client.post("/v1/memories", json!({"content": "A schooner in sun.", "path": "notes"})).await.expect(200);
    assert!(second.get("notes").is_none(), "{second}");
    let found = client.post("/v1/memories/recall", json!({"query": "vessel"})).await.expect(200);
    assert_eq!(found["items"][0]["id"], second["id"]);
}
