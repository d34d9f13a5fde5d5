//! Calls of every operation with texts that must not reach any signal.

use annals::ids::MemoryId;
use serde_json::{Value, json};

use crate::support::Client;

/// Texts that must not reach any signal.
pub const CANARIES: [&str; 9] = [
    "canarycontent",
    "canaryquery",
    "ghp_CanaryLmPx02VbNc73TyRw55KdHs66JfGaZ7",
    "canary.person@example.com",
    "canarytopic",
    "canaryreason",
    "canarypath",
    "canarysession",
    "canaryquerystring",
];

/// Calls every operation on both surfaces, well and badly, with canaries in every field.
pub async fn sing(client: &Client) {
    let content = format!("canarycontent of {} with {} inside", CANARIES[3], CANARIES[2]);
    let good = json!({"content": content, "path": "projects/general/canarypath", "topics": ["canarytopic"], "agent_id": "canarysession"});
    let saved = client.post("/v1/memories", good.clone()).await.expect(200);
    let id = saved["id"].as_str().unwrap().to_owned();
    client.post("/v1/memories", json!({"content": CANARIES[2], "path": "notes"})).await.refused(422);
    client.post("/v1/memories", json!({"content": "canarycontent", "path": "projects/canarypath"})).await.refused(404);
    client.post("/v1/memories", json!({"content": "canarycontent", "path": "../canarypath"})).await.refused(422);
    client
        .post("/v1/memories", json!({"content": "canarycontent", "path": "notes", "canarytopic": 1}))
        .await
        .refused(422);
    client.post("/v1/memories", json!({"content": ["canarycontent"], "path": "notes"})).await.refused(422);
    let broken = client.request("POST", "/v1/memories").header("content-type", "application/json");
    client.send(broken.body("{\"content\": \"canarycontent\"")).await.refused(400);
    for route in ["/v1/memories/recall", "/v1/memories/search"] {
        client.post(route, json!({"query": "canaryquery canarycontent"})).await.expect(200);
        client.post(route, json!({"query": "canaryquery", "path_filter": "%canarypath"})).await.refused(422);
    }
    client.get("/v1/search?query=canaryquerystring").await.expect(200);
    client.get("/v1/search?canaryquerystring=1").await.refused(422);
    client.get(&format!("/v1/memories/{id}")).await.expect(200);
    client.get("/v1/memories/canarypath").await.refused(422);
    client.get("/v1/versions/canarypath").await.refused(404);
    client.get(&format!("/v1/versions/{id}")).await.expect(200);
    client.get("/canarypath?canaryquerystring=1").await.refused(404);
    client.get("/v1/workspaces").await.expect(200);
    let record = json!({"content": "canarycontent again", "session": "canarysession", "author": CANARIES[3]});
    let bad = json!({"content": "", "author": "canarysession"});
    client.post("/v1/records/import", json!({"records": [record, bad]})).await.expect(200);
    client.get("/v1/records/export").await.expect(200);
    client.get("/v1/records/export?page_token=canaryquerystring").await.refused(422);
    client.post("/v1/scopes", json!({"path": "projects/canarypath"})).await.expect(200);
    for (tool, arguments) in [
        ("remember", json!({"content": "canarycontent over MCP", "path": "notes/canarypath"})),
        ("remember", json!({"content": CANARIES[2], "path": "notes"})),
        ("remember", json!({"content": "canarycontent", "path": 7, "canarytopic": 1})),
        ("recall", json!({"query": "canaryquery"})),
        ("search_memory", json!({"query": "canaryquery"})),
        ("search", json!({"query": "canaryquery"})),
        ("fetch", json!({"id": id})),
        ("fetch", json!({"id": "canarypath"})),
        ("memory_version", json!({"versionId": "canarypath"})),
        ("memory_scopes", json!({})),
        ("canarytopic", json!({})),
    ] {
        assert_eq!(client.call(tool, arguments).await.http.status, 200);
    }
    client.message("/mcp", &json!({"jsonrpc": "2.0", "id": "canarysession", "method": "canarytopic"})).await;
    client.modern("/mcp", "tools/call", json!({"name": "recall", "arguments": {"query": "canaryquery"}})).await;
    client.message("/mcp", &json!(["canarycontent"])).await;
    client
        .post(&format!("/v1/memories/{}/forget", MemoryId::generate()), json!({"reason": "canaryreason"}))
        .await
        .refused(404);
    client
        .post(&format!("/v1/memories/{id}/forget"), json!({"mode": "redact", "reason": "canaryreason"}))
        .await
        .expect(200);
    client.post(&format!("/v1/memories/{id}/forget"), json!({"reason": "canaryreason"})).await.expect(200);
    client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": "hard_delete"})).await.expect(200);
    let forged = Client::new(&client.origin, &format!("{}canarytopic", client.token));
    forged.get("/v1/workspaces").await.refused(401);
    let named = client.request("GET", "/v1/workspaces").header("x-request-id", CANARIES[3]);
    client.send(named).await.expect(200);
    client.send(client.request("GET", "/v1/workspaces").header("host", "canarypath.example")).await.refused(403);
    client
        .send(client.request("GET", "/v1/workspaces").header("origin", "https://canarypath.example"))
        .await
        .refused(403);
}

/// The members of each JSON line.
pub fn log_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON line: {line}"))).collect()
}
