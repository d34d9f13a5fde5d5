//! A token counts in the Authorization header and nowhere else (security.md A8).

use serde_json::json;

use crate::support::{Answer, Client, service};

async fn ask(client: &Client, request: reqwest::RequestBuilder) -> Answer {
    client.send(request.json(&json!({"query": "anything"}))).await
}

#[tokio::test]
async fn a_token_in_a_url_a_body_or_a_cookie_is_not_taken() {
    let account = service().account().await;
    let client = account.client().await;
    let token = client.token.clone();
    let nobody = Client::new(&client.origin, "");
    for name in ["access_token", "token", "authorization", "api_key"] {
        let path = format!("/v1/memories/recall?{name}={token}");
        let refusal = ask(&nobody, nobody.request("POST", &path)).await;
        assert_eq!(refusal.refused(401), "unauthenticated", "{name}");
        assert!(!refusal.text.contains(&token));
        let refusal = nobody.get(&format!("/v1/workspaces?{name}={token}")).await;
        assert_eq!(refusal.refused(401), "unauthenticated", "{name}");
        let refusal = nobody
            .message(&format!("/mcp?{name}={token}"), &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}))
            .await;
        assert_eq!(refusal.http.refused(401), "unauthenticated", "{name}");
        let cookie = nobody.request("POST", "/v1/memories/recall").header("cookie", format!("{name}={token}"));
        assert_eq!(ask(&nobody, cookie).await.refused(401), "unauthenticated", "{name}");
    }
    for header in ["x-api-key", "x-access-token", "proxy-authorization", "x-authorization"] {
        let request = nobody.request("POST", "/v1/memories/recall").header(header, format!("Bearer {token}"));
        assert_eq!(ask(&nobody, request).await.refused(401), "unauthenticated", "{header}");
    }
    let form = nobody
        .request("POST", "/v1/memories/recall")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(format!("access_token={token}&query=x"));
    assert_eq!(nobody.send(form).await.refused(401), "unauthenticated");
}

#[tokio::test]
async fn another_scheme_two_headers_or_no_token_are_refused() {
    let account = service().account().await;
    let client = account.client().await;
    let (nobody, token) = (Client::new(&client.origin, ""), client.token.clone());
    for value in [
        format!("Basic {token}"),
        format!("Token {token}"),
        format!("DPoP {token}"),
        token.clone(),
        "Bearer".to_owned(),
        "Bearer ".to_owned(),
        format!("Bearer {token},{token}"),
        format!("Bearer {token} {token}"),
        format!("Bearer \"{token}\""),
        format!("Bearer={token}"),
    ] {
        for path in ["/v1/memories/recall", "/mcp"] {
            let request = nobody.request("POST", path).header("authorization", value.as_str());
            let shown = value.replace(&token, "TOKEN");
            assert_eq!(ask(&nobody, request).await.refused(401), "unauthenticated", "{path} {shown}");
        }
    }
    let twice = nobody
        .request("POST", "/v1/memories/recall")
        .header("authorization", format!("Bearer {token}"))
        .header("authorization", format!("Bearer {token}"));
    assert_eq!(ask(&nobody, twice).await.refused(401), "unauthenticated");
}

#[tokio::test]
async fn the_scheme_is_read_in_any_case() {
    let account = service().account().await;
    let client = account.client().await;
    let nobody = Client::new(&client.origin, "");
    for scheme in ["bearer", "BEARER", "Bearer"] {
        let request =
            nobody.request("POST", "/v1/memories/recall").header("authorization", format!("{scheme} {}", client.token));
        ask(&nobody, request).await.expect(200);
    }
}
