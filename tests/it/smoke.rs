//! The main job, once through every surface.

use serde_json::json;

use crate::support::service;

#[tokio::test]
async fn what_is_remembered_over_rest_is_recalled_over_mcp_and_back() {
    let account = service().account().await;
    let client = account.client().await;
    let id = client.remember("Invoices go out on the first of the month.", "projects/billing/rules").await;

    let recalled = client.call("recall", json!({"query": "when do invoices go out?"})).await;
    assert_eq!(recalled.structured()["items"][0]["id"], json!(id));
    assert!(recalled.text().contains("Invoices go out"), "{}", recalled.text());

    let saved =
        client.call("remember", json!({"content": "The staging host is blue.", "path": "projects/billing"})).await;
    let found = client.post("/v1/memories/search", json!({"query": "staging host", "limit": 3})).await.expect(200);
    assert_eq!(found["items"][0]["id"], saved.structured()["id"]);
}
