//! Ids that are foreign, made up, or no ids at all.

use annals::ids::{AccountId, MemoryId};
use serde_json::json;

use crate::support::service;

#[tokio::test]
async fn foreign_and_made_up_ids_are_answered_alike_on_both_surfaces() {
    let (account, other) = (service().account().await, service().account().await);
    let (client, stranger) = (account.client().await, other.client().await);
    let foreign = client.remember("Not for strangers.", "projects/general").await;
    let made_up = MemoryId::generate().to_string();
    let mut answers: Vec<Vec<String>> = Vec::new();
    for id in [&foreign, &made_up] {
        let mut told = Vec::new();
        for answer in [
            stranger.get(&format!("/v1/memories/{id}")).await,
            stranger.get(&format!("/v1/versions/{id}")).await,
            stranger.post(&format!("/v1/memories/{id}/forget"), json!({"mode": "hard_delete"})).await,
        ] {
            assert_eq!(answer.refused(404), "not_found");
            let mut body = answer.json();
            body.as_object_mut().unwrap().remove("request_id");
            told.push(body.to_string().replace(id, "ID"));
        }
        for (tool, argument) in [("fetch", "id"), ("forget", "memory_id"), ("memory_version", "versionId")] {
            let answer = stranger.call(tool, json!({argument: id})).await;
            assert_eq!(answer.http.status, 200);
            told.push(answer.message["result"].to_string().replace(id, "ID"));
        }
        answers.push(told);
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(client.get(&format!("/v1/memories/{foreign}")).await.expect(200)["text"], "Not for strangers.");
}

#[tokio::test]
async fn what_is_no_id_of_a_memory_is_refused_with_its_form() {
    let account = service().account().await;
    let client = account.client().await;
    let of_another_kind = AccountId::generate().to_string();
    for id in [
        "x",
        "mem_",
        "mem_zz",
        of_another_kind.as_str(),
        "0",
        "-1",
        "null",
        "' OR 1=1 --",
        "mem_0190a0b0c0d07000800090a0b0c0d0eg",
        "MEM_0190a0b0c0d07000800090a0b0c0d0e0",
    ] {
        let encoded = percent_encoding::utf8_percent_encode(id, percent_encoding::NON_ALPHANUMERIC).to_string();
        for (answer, field) in [
            (client.get(&format!("/v1/memories/{encoded}")).await, "id"),
            (client.post(&format!("/v1/memories/{encoded}/forget"), json!({})).await, "memory_id"),
        ] {
            assert_eq!(answer.refused(422), "invalid_input", "{id}");
            assert_eq!(answer.json()["field"], field);
            assert!(answer.json()["detail"].as_str().unwrap().contains("mem_"), "{}", answer.text);
        }
        for (tool, argument) in [("fetch", "id"), ("forget", "memory_id")] {
            let failure = client.call(tool, json!({argument: id})).await.failure();
            assert!(
                failure.starts_with(&format!("invalid_input: {argument}")) && failure.contains("mem_"),
                "{failure}"
            );
        }
    }
}

#[tokio::test]
async fn an_id_in_a_path_that_is_not_utf8_is_a_malformed_request() {
    let account = service().account().await;
    let client = account.client().await;
    for path in ["/v1/memories/%ff", "/v1/versions/%ed%a0%80"] {
        let answer = client.get(path).await;
        assert_eq!(answer.refused(400), "malformed_request", "{path}");
    }
    let nobody = crate::support::Client::new(&client.origin, "");
    assert_eq!(nobody.get("/v1/memories/%ff").await.refused(401), "unauthenticated", "authentication comes first");
}
