//! Clients whose id is the URL of their document.

use annals::clock::Clock;
use annals::oauth::authorization::{AuthorizationRefusal, ClientTrust};
use chrono::Duration;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::connector::{Connector, REDIRECT, error, text};
use super::stranger::{Names, Stranger, json_page, service_among};
use crate::support::{Service, stored};

fn document(id: &str) -> Value {
    json!({"client_id": id, "client_name": "Document Client", "redirect_uris": [REDIRECT], "grant_types": ["authorization_code", "x"]})
}

/// An id that no other test uses.
fn unique(host: &str, path: &str) -> String {
    format!("https://{host}/{}{path}", annals::ids::new_uuid().simple())
}

async fn is_unknown(service: &Service, id: &str) -> bool {
    matches!(Connector::known(service, id).read(service, &[]).await, Err(AuthorizationRefusal::Page(_)))
}

fn client_names() -> Names {
    let names = Names::default();
    for host in ["client.example", "claude.ai"] {
        names.add(host, &[&["93.184.216.34"]]);
    }
    names
}

#[tokio::test]
async fn a_document_makes_a_client_that_gets_tokens() {
    let id = unique("client.example", "/client.json");
    let body = document(&id).to_string();
    let stranger = Stranger::start(move |_| json_page(200, "", &body));
    let service = service_among(&client_names(), &stranger, Clock::default());
    let account = service.account().await;
    let connector = Connector::known(&service, &id);
    let request = connector.read(&service, &[]).await.unwrap();
    assert_eq!((request.trust, request.client_name.as_str()), (ClientTrust::Document, "Document Client"));
    let tokens = connector.tokens(&account, &[]).await;
    connector.refresh(text(&tokens, "refresh_token"), &[]).await.expect(200);
    assert_eq!(stranger.seen().len(), 1, "it was kept");
}

#[tokio::test]
async fn a_copy_is_kept_between_five_minutes_and_a_day() {
    let id = unique("client.example", "/client.json");
    let body = document(&id).to_string();
    let stranger = Stranger::start(move |path| {
        let headers =
            if path.contains("long") { "Cache-Control: max-age=99999999\r\n" } else { "Cache-Control: no-store\r\n" };
        json_page(200, headers, &body.replace("client.json", path.rsplit('/').next().unwrap()))
    });
    let clock = Clock::fixed(Clock::default().now());
    let service = service_among(&client_names(), &stranger, clock.clone());
    let short = Connector::known(&service, &id);
    let long = Connector::known(&service, &id.replace("client.json", "long.json"));
    for (connector, kept, over) in [(short, 299, 302), (long, 86_398, 86_402)] {
        let before = stranger.seen().len();
        connector.read(&service, &[]).await.unwrap();
        clock.advance(Duration::seconds(kept));
        connector.read(&service, &[]).await.unwrap();
        assert_eq!(stranger.seen().len(), before + 1, "{}", connector.id);
        clock.advance(Duration::seconds(over - kept));
        connector.read(&service, &[]).await.unwrap();
        assert_eq!(stranger.seen().len(), before + 2, "{}", connector.id);
    }
}

#[tokio::test]
async fn bad_documents_make_no_client_and_are_not_kept() {
    let stranger = Stranger::start(|path| {
        let id = format!("https://client.example{path}");
        let mut it = document(&id);
        match path.rsplit('/').next().unwrap() {
            "other-id" => it["client_id"] = json!("https://client.example/other"),
            "port-id" => it["client_id"] = json!(id.replace("client.example", "client.example:443")),
            "no-name" => it["client_name"] = json!(null),
            "no-redirects" => it["redirect_uris"] = json!([]),
            "bad-redirect" => it["redirect_uris"] = json!(["javascript:alert(1)"]),
            "secret" => it["client_secret"] = json!("x"),
            "secret-method" => it["token_endpoint_auth_method"] = json!("client_secret_post"),
            "private-key" => it["jwks"] = json!({"keys": [{"kty": "EC", "d": "x"}]}),
            "list" => it = json!([it]),
            "html" => {
                return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 13\r\n\r\n<html></html>"
                    .to_vec();
            }
            "forbidden" => return json_page(403, "", &it.to_string()),
            "redirect" => return json_page(302, &format!("Location: {id}2\r\n"), &it.to_string()),
            "huge" => it["padding"] = json!("x".repeat(20_000)),
            _ => {}
        }
        json_page(200, "", &it.to_string())
    });
    let service = service_among(&client_names(), &stranger, Clock::default());
    assert!(!is_unknown(&service, &unique("client.example", "/good")).await);
    for path in [
        "other-id",
        "port-id",
        "no-name",
        "no-redirects",
        "bad-redirect",
        "secret",
        "secret-method",
        "private-key",
        "list",
        "html",
        "forbidden",
        "redirect",
        "huge",
    ] {
        let id = unique("client.example", &format!("/{path}"));
        assert!(is_unknown(&service, &id).await, "{path}");
        let kept = format!("SELECT count(*) FROM oauth_clients WHERE client_id = '{id}'");
        assert_eq!(stored::number(&kept).await, 0, "{path}");
        let refused = Connector::known(&service, &id).redeem("AAAA", &[]).await;
        assert_eq!(error(&refused, 401), "invalid_client", "{path}");
    }
    let asked = stranger.seen().len();
    for form in [
        "https://client.example",
        "http://client.example/a",
        "https://user@client.example/a",
        "https://client.example/a#b",
        "https://client.example/./a",
        "https://client.example/a/../b",
        "https://client.example:8443/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://localhost/a",
        "https://unknown.example/a",
        "https://client.example/%2e%2e/a",
        "HTTPS://client.example/a",
        "https://2130706433/a",
    ] {
        assert!(is_unknown(&service, form).await, "{form}");
    }
    assert_eq!(stranger.seen().len(), asked, "none of these was asked for");
}

/// Most clients are unknown while their document cannot be had; those that many people use keep their last good copy.
#[tokio::test]
async fn the_last_good_copy_counts_for_known_hosts_alone() {
    let is_down = Arc::new(AtomicBool::new(false));
    let down = is_down.clone();
    let stranger = Stranger::start(move |path| {
        if down.load(Ordering::SeqCst) {
            return json_page(500, "", "{}");
        }
        let host = if path.contains("known") { "claude.ai" } else { "client.example" };
        json_page(200, "", &document(&format!("https://{host}{path}")).to_string())
    });
    let clock = Clock::fixed(Clock::default().now());
    let service = service_among(&client_names(), &stranger, clock.clone());
    let (known, other) = (unique("claude.ai", "/known"), unique("client.example", "/other"));
    assert!(!is_unknown(&service, &known).await && !is_unknown(&service, &other).await);
    let account = service.account().await;
    let tokens = Connector::known(&service, &other).tokens(&account, &[]).await;
    is_down.store(true, Ordering::SeqCst);
    clock.advance(Duration::minutes(6));
    assert!(!is_unknown(&service, &known).await);
    assert!(is_unknown(&service, &other).await);
    let refreshed = Connector::known(&service, &other).refresh(text(&tokens, "refresh_token"), &[]).await;
    refreshed.expect(200);
    let asked = stranger.seen().len();
    assert!(is_unknown(&service, &other).await);
    assert_eq!(stranger.seen().len(), asked, "a failure is not asked for again at once");
    is_down.store(false, Ordering::SeqCst);
    clock.advance(Duration::seconds(61));
    assert!(!is_unknown(&service, &other).await);
}
