//! A built-in model that is not there.

use annals::clock::Clock;
use annals::embed::EmbedSettings;
use serde_json::json;

use crate::support::{Client, Service, service_by_words};

/// Every reply that depends on meaning says that words alone were used, on both surfaces.
pub async fn says_so_everywhere(client: &Client, reason: &str) {
    let told = |text: &str| {
        assert!(text.contains("Search by meaning is unavailable") && text.contains(reason), "{text}");
        assert!(text.contains("words alone"), "{text}");
    };
    let body = json!({"content": "The ibex stands on the dam.", "path": "projects/general"});
    let saved = client.post("/v1/memories", body.clone()).await.expect(200);
    assert_eq!(saved["outcome"], "stored", "the write is kept");
    told(&saved["notes"].to_string());
    told(saved["text"].as_str().unwrap());
    let again = client.call("remember", body).await;
    assert_eq!(again.structured()["outcome"], "seen_again");
    told(&again.text());

    for route in ["/v1/memories/recall", "/v1/memories/search"] {
        let found = client.post(route, json!({"query": "ibex dam"})).await.expect(200);
        assert_eq!(found["items"][0]["id"], saved["id"], "words find it");
        told(&found["notes"].to_string());
        told(found["text"].as_str().unwrap());
    }
    for tool in ["recall", "search_memory"] {
        let found = client.call(tool, json!({"query": "ibex dam"})).await;
        assert_eq!(found.structured()["items"][0]["id"], saved["id"]);
        told(&found.text());
    }
    let listed = client.call("search", json!({"query": "ibex dam"})).await;
    assert_eq!(listed.structured()["results"][0]["id"], saved["id"]);
    let record = json!({"records": [{"content": "The chamois stands beside it."}]});
    let report = client.post("/v1/records/import", record).await.expect(200);
    assert_eq!(report["stored"], 1);
    told(&report["notes"].to_string());
}

#[tokio::test]
async fn a_missing_model_stops_neither_writing_nor_finding_and_every_reply_says_so() {
    let service = Service::start(
        |config| config.embedding = EmbedSettings::Builtin { dir: "/no/such/folder".into() },
        Clock::default(),
    );
    let account = service.account().await;
    let client = account.client().await;
    says_so_everywhere(&client, "model.onnx is missing").await;
    let ready = client.get("/readyz").await.expect(200);
    assert_eq!(ready["search_by_meaning"], json!(false));
}

#[tokio::test]
async fn meaning_that_is_switched_off_is_said_too() {
    let account = service_by_words().account().await;
    says_so_everywhere(&account.client().await, "switched off").await;
}
