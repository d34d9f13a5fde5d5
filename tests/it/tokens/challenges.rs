//! 401: the challenge says where the metadata are and what to ask for (mcp.md, A1).

use annals::CATALOG;
use serde_json::json;

use crate::support::{Client, service};

const DEFAULT: &str = "scope=\"mcp:read mcp:write decisions:read decisions:write memory:read memory:write\"";

#[tokio::test]
async fn every_route_asks_for_a_token_with_an_absolute_metadata_url() {
    let origin = &service().origin;
    let nobody = Client::new(origin, "");
    for entry in &CATALOG {
        let route = entry.spec().route;
        let path = route.path.replace("{id}", "x").replace("{memory_id}", "x").replace("{versionId}", "x");
        let method = route.method.name();
        let refusal = nobody.send(nobody.request(method, &path)).await;
        assert_eq!(refusal.refused(401), "unauthenticated", "{path}");
        let challenge = refusal.headers["www-authenticate"].to_str().unwrap();
        let metadata = format!("Bearer resource_metadata=\"{origin}/.well-known/oauth-protected-resource/v1\"");
        assert!(challenge.starts_with(&metadata), "{challenge}");
        assert!(challenge.contains(DEFAULT), "{challenge}");
        assert!(!challenge.contains("error="), "without a token there is no error to name: {challenge}");
    }
}

#[tokio::test]
async fn every_message_asks_for_a_token_before_it_is_read() {
    let origin = &service().origin;
    let (nobody, somebody) = (Client::new(origin, ""), Client::new(origin, "annals_abc.def.ghi"));
    let messages = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "server/discover"}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"no": "message"}),
        json!([]),
    ];
    for message in &messages {
        for endpoint in ["/mcp", "/mcp/claude"] {
            let refusal = nobody.message(endpoint, message).await.http;
            assert_eq!(refusal.refused(401), "unauthenticated", "{message}");
            let challenge = refusal.headers["www-authenticate"].to_str().unwrap();
            let metadata =
                format!("Bearer resource_metadata=\"{origin}/.well-known/oauth-protected-resource{endpoint}\"");
            assert!(challenge.starts_with(&metadata) && challenge.contains(DEFAULT), "{challenge}");
            assert!(!challenge.contains("error="), "{challenge}");

            let refusal = somebody.message(endpoint, message).await.http;
            let challenge = refusal.headers["www-authenticate"].to_str().unwrap();
            assert!(challenge.contains("error=\"invalid_token\""), "{challenge}");
        }
    }
    for method in ["GET", "DELETE"] {
        let refusal = nobody.send(nobody.request(method, "/mcp")).await;
        assert_eq!(refusal.refused(401), "unauthenticated");
    }
}
