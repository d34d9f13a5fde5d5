//! Paths and methods that are not served.

use annals::CATALOG;

use crate::support::{Client, service};

#[tokio::test]
async fn an_unknown_path_is_a_problem_with_status_404() {
    let account = service().account().await;
    let client = account.client().await;
    for path in [
        "/",
        "/v1",
        "/v1/",
        "/v2/memories",
        "/v1/memories/",
        "/v1/nothing",
        "/V1/workspaces",
        "/v1//workspaces",
        "/v1/workspaces/",
        "/.well-known/nothing",
        "/.env",
        "/%00",
        "/%ff",
    ] {
        let answer = client.get(path).await;
        assert_eq!(answer.refused(404), "not_found", "{path}");
        assert!(answer.headers["x-request-id"].to_str().unwrap().starts_with("req_"));
    }
    let head = client.send(client.request("HEAD", "/v1/nothing")).await;
    assert_eq!(head.status, 404);
}

#[tokio::test]
async fn a_wrong_method_is_405_and_the_right_ones_are_allowed() {
    let account = service().account().await;
    let client = account.client().await;
    let mut by_path: std::collections::BTreeMap<&str, Vec<&str>> = std::collections::BTreeMap::new();
    for entry in &CATALOG {
        let route = entry.spec().route;
        by_path.entry(route.path).or_default().push(route.method.name());
    }
    for (path, allowed) in by_path {
        let concrete = path.replace("{id}", "x").replace("{memory_id}", "x").replace("{versionId}", "x");
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            if allowed.contains(&method) {
                continue;
            }
            let answer = client.send(client.request(method, &concrete)).await;
            assert_eq!(answer.refused(405), "method_not_allowed", "{method} {path}");
            let named: Vec<&str> = answer.headers["allow"].to_str().unwrap().split(',').map(str::trim).collect();
            for right in &allowed {
                assert!(named.contains(right), "{method} {path}: {named:?}");
            }
            assert!(!named.contains(&method), "{method} {path}: {named:?}");
        }
    }
}

#[tokio::test]
async fn documents_and_probes_take_get_alone() {
    let nobody = Client::new(&service().origin, "");
    for path in [
        "/livez",
        "/readyz",
        "/startupz",
        "/openapi.json",
        "/.well-known/jwks.json",
        "/.well-known/oauth-protected-resource",
    ] {
        assert_eq!(nobody.get(path).await.status, 200, "{path}");
        for method in ["POST", "PUT", "DELETE"] {
            let answer = nobody.send(nobody.request(method, path)).await;
            assert_eq!(answer.status, 405, "{method} {path}");
            assert!(answer.headers["allow"].to_str().unwrap().contains("GET"), "{method} {path}");
        }
    }
}
