//! Host, Origin and preflight requests (security.md A26; mcp.md, decision 8).

use serde_json::json;

use annals::clock::Clock;

use crate::support::{Answer, Client, Service, service};

async fn with(client: &Client, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let request =
        headers.iter().fold(client.request(method, path), |request, (name, value)| request.header(*name, *value));
    client.send(request).await
}

#[tokio::test]
async fn a_foreign_host_is_refused_everywhere_but_at_the_liveness_probe() {
    let account = service().account().await;
    let client = account.client().await;
    for host in [
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "10.0.0.1",
        "[::2]",
        "0.0.0.0",
        "evil.example@127.0.0.1",
    ] {
        for path in [
            "/v1/workspaces",
            "/readyz",
            "/startupz",
            "/openapi.json",
            "/.well-known/oauth-protected-resource",
            "/nothing",
        ] {
            let answer = with(&client, "GET", path, &[("host", host)]).await;
            assert_eq!(answer.refused(403), "host_refused", "{host} {path}");
        }
        let answer = with(&client, "POST", "/mcp", &[("host", host)]).await;
        assert_eq!(answer.refused(403), "host_refused", "{host}");
        assert_eq!(with(&client, "GET", "/livez", &[("host", host)]).await.status, 200, "{host}");
    }
    for host in ["localhost", "LOCALHOST:9999", "127.0.0.1", "[::1]", "[::1]:80"] {
        assert_eq!(with(&client, "GET", "/v1/workspaces", &[("host", host)]).await.status, 200, "{host}");
    }
}

#[tokio::test]
async fn a_foreign_origin_is_refused_and_the_services_own_is_allowed() {
    let account = service().account().await;
    let client = account.client().await;
    let own = service().origin.clone();
    let other_port = format!("{own}0");
    for origin in [
        "https://evil.example",
        "null",
        "http://127.0.0.1",
        other_port.as_str(),
        "http://localhost:3000",
        "file://",
        "",
    ] {
        for path in ["/v1/workspaces", "/mcp", "/readyz"] {
            let method = if path == "/mcp" { "POST" } else { "GET" };
            let answer = with(&client, method, path, &[("origin", origin)]).await;
            assert_eq!(answer.refused(403), "host_refused", "{origin} {path}");
            assert!(!answer.headers.contains_key("access-control-allow-origin"), "{origin} {path}");
        }
    }
    let answer = with(&client, "GET", "/v1/workspaces", &[("origin", &own)]).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["access-control-allow-origin"], own.as_str());
    assert!(!answer.headers.contains_key("access-control-allow-credentials"));
    let exposed = answer.headers["access-control-expose-headers"].to_str().unwrap().to_lowercase();
    assert!(exposed.contains("www-authenticate") && exposed.contains("mcp-session-id"), "{exposed}");
    let request = client
        .request("POST", "/mcp")
        .header("origin", &own)
        .header("accept", "application/json, text/event-stream")
        .json(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}));
    let answer = client.send(request).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["access-control-allow-origin"], own.as_str());
}

#[tokio::test]
async fn a_preflight_request_is_answered_without_a_token_for_allowed_origins_alone() {
    let nobody = Client::new(&service().origin, "");
    let own = service().origin.clone();
    for path in ["/mcp", "/mcp/claude", "/v1/memories", "/v1/workspaces"] {
        let headers = [
            ("origin", own.as_str()),
            ("access-control-request-method", "POST"),
            (
                "access-control-request-headers",
                "authorization,content-type,mcp-protocol-version,mcp-method,mcp-name,mcp-session-id,last-event-id",
            ),
        ];
        let answer = with(&nobody, "OPTIONS", path, &headers).await;
        assert!(answer.status.is_success(), "{path}: {}", answer.status);
        assert_eq!(answer.headers["access-control-allow-origin"], own.as_str());
        let methods = answer.headers["access-control-allow-methods"].to_str().unwrap();
        assert!(methods.contains("POST"), "{methods}");
        let allowed = answer.headers["access-control-allow-headers"].to_str().unwrap().to_lowercase();
        for name in headers[2].1.split(',').chain(["accept"]) {
            assert!(allowed.contains(name), "{name} is not in {allowed}");
        }
        assert!(!answer.headers.contains_key("access-control-allow-credentials"));
        let foreign = with(
            &nobody,
            "OPTIONS",
            path,
            &[("origin", "https://evil.example"), ("access-control-request-method", "POST")],
        )
        .await;
        assert_eq!(foreign.refused(403), "host_refused", "{path}");
    }
}

#[tokio::test]
async fn hosts_and_origins_that_an_operator_adds_are_served() {
    let origin = service().origin.clone();
    let open = Service::start(
        move |config| {
            config.public_url = origin;
            config.allowed_hosts = vec!["annals.internal".to_owned()];
            config.allowed_origins = vec!["https://app.example".to_owned()];
        },
        Clock::default(),
    );
    let account = service().account().await;
    let client = account.client().await.at(&open.origin);
    assert_eq!(with(&client, "GET", "/v1/workspaces", &[("host", "Annals.Internal:8443")]).await.status, 200);
    assert_eq!(
        with(&client, "GET", "/v1/workspaces", &[("host", "other.internal")]).await.refused(403),
        "host_refused"
    );
    let answer = with(&client, "GET", "/v1/workspaces", &[("origin", "https://app.example")]).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["access-control-allow-origin"], "https://app.example");
}
