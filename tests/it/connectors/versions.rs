//! `memory_version`: one stored version by its id (facts family; ruling 25).

use serde_json::json;

use crate::support::service;

#[tokio::test]
async fn a_version_tells_state_place_author_time_and_text() {
    let account = service().account().await;
    let client = account.client().await;
    let body = json!({
        "content": "The bongo has white stripes.", "path": "projects/general/antelopes",
        "kind": "fact", "occurred_at": "2025-12-24",
    });
    let saved = client.post("/v1/memories", body).await.expect(200);
    let answer = client.call("memory_version", json!({"versionId": saved["id"]})).await;
    let structured = answer.structured();
    let version = &structured["version"];
    assert_eq!(structured["found"], true);
    assert_eq!(version["id"], saved["id"]);
    assert_eq!(version["state"], "current");
    assert_eq!(version["kind"], "fact");
    assert_eq!(version["scope"], "projects/general");
    assert_eq!(version["path"], "projects/general/antelopes");
    assert_eq!(version["revision"], 1);
    assert_eq!(version["author"], "tester for owner");
    assert_eq!(version["recorded_at"], saved["recorded_at"]);
    assert_eq!(version["occurred_at"], "2025-12-24T00:00:00Z");
    assert_eq!(version["supersedes"], json!([]));
    assert_eq!(version["content"], "The bongo has white stripes.");
    let text = answer.text();
    for part in [saved["id"].as_str().unwrap(), "current", "fact", "projects/general", "tester for owner", "2025-12-24"]
    {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let rest = client.get(&format!("/v1/versions/{}", saved["id"].as_str().unwrap())).await.expect(200);
    assert_eq!(rest["version"], *version);
    assert_eq!(rest["text"], json!(text));
}

#[tokio::test]
async fn a_version_that_is_not_there_is_an_answer_on_mcp_and_404_on_rest() {
    let (account, other) = (service().account().await, service().account().await);
    let (client, stranger) = (account.client().await, other.client().await);
    let id = client.remember("The nyala hides.", "projects/general").await;
    for name in [id.as_str(), "mem_0190a0b0c0d07000800090a0b0c0d0e0", "v12", "' or 1=1 --"] {
        let answer = stranger.call("memory_version", json!({"versionId": name})).await;
        assert_eq!(answer.structured(), json!({"found": false}), "{name}");
        assert_eq!(answer.text(), "Version not found.", "{name}");
        let encoded = percent_encoding::utf8_percent_encode(name, percent_encoding::NON_ALPHANUMERIC);
        let rest = stranger.get(&format!("/v1/versions/{encoded}")).await;
        assert_eq!(rest.refused(404), "not_found", "{name}");
        assert_eq!(rest.json()["detail"], "Version not found.");
    }
}
