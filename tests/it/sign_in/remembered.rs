//! Consent is remembered for clients that somebody vouches for, and for no more than was allowed.

use annals::auth::Role;

use super::browser::Browser;
use super::clients::{Client, Kind};
use super::people::{PASSWORD, door, person};
use crate::support::stored;

const AUTHORIZE: &str = "/oauth/authorize";

/// A browser in which a new member is signed in.
async fn signed_in(role: Role) -> Browser {
    let account = door().account().await;
    let somebody = person(door(), account.id, role).await;
    let mut browser = Browser::new(&door().origin);
    browser.sign_in(&somebody.email, PASSWORD).await.expect(303);
    browser
}

async fn allow(browser: &mut Browser, client: &Client, permissions: &str) {
    let page = browser.get(&client.asks(&door().origin, permissions)).await;
    client.answer(&browser.submit(page.expect(200), AUTHORIZE, &[("decision", "allow")]).await);
}

#[tokio::test]
async fn what_was_allowed_is_granted_again_at_once_and_more_is_asked_for() {
    let mut browser = signed_in(Role::Member).await;
    let client = Client::of_a_host().await;
    let asks = |permissions| client.asks(&door().origin, permissions);
    allow(&mut browser, &client, "memory:write").await;
    for permissions in ["memory:write", "memory:read", "memory:read memory:write"] {
        assert!(client.answer(&browser.get(&asks(permissions)).await).contains_key("code"), "{permissions}");
    }
    for permissions in ["memory:write decisions:read", "decisions:write"] {
        browser.get(&asks(permissions)).await.expect(200);
    }
    let prompts = client.asks_with(&door().origin, "memory:read", &[("prompt", "consent")]);
    browser.get(&prompts).await.expect(200);
    // Whoever else signs in is asked.
    signed_in(Role::Member).await.get(&asks("memory:read")).await.expect(200);
    // Without a session, the person signs in first.
    assert!(Browser::new(&door().origin).get(&asks("memory:read")).await.location().starts_with("/sign-in?next="));
}

#[tokio::test]
async fn a_client_with_other_redirects_is_asked_about_again() {
    let mut browser = signed_in(Role::Member).await;
    let client = Client::of_a_host().await;
    allow(&mut browser, &client, "memory:read").await;
    stored::execute(&format!(
        "UPDATE oauth_clients SET redirect_uris = redirect_uris || '{{https://other.example/x}}'::text[] WHERE client_id = '{}'",
        client.id
    ))
    .await;
    browser.get(&client.asks(&door().origin, "memory:read")).await.expect(200);
}

#[tokio::test]
async fn nothing_is_remembered_for_loopback_and_for_clients_that_registered_themselves() {
    let mut browser = signed_in(Role::Member).await;
    for (kind, redirect) in [
        (Kind::Registered, "https://host.example/callback"),
        (Kind::Document, "http://localhost/callback"),
        (Kind::Preregistered, "http://127.0.0.1/callback"),
    ] {
        let client = Client::known(kind, "Client", &[redirect]).await;
        allow(&mut browser, &client, "memory:read").await;
        browser.get(&client.asks(&door().origin, "memory:read")).await.expect(200);
    }
    let client = Client::known(Kind::Preregistered, "Client", &["https://host.example/callback"]).await;
    allow(&mut browser, &client, "memory:read").await;
    client.answer(&browser.get(&client.asks(&door().origin, "memory:read")).await);
}

#[tokio::test]
async fn the_place_is_remembered_too() {
    let mut browser = signed_in(Role::Member).await;
    let client = Client::of_a_host().await;
    let page = browser.get(&client.asks(&door().origin, "memory:read")).await;
    let places = page.choices("place");
    let (general, _) = places.iter().find(|(_, label)| label == "projects/general").unwrap();
    client.answer(&browser.submit(&page, AUTHORIZE, &[("place", general), ("decision", "allow")]).await);
    client.answer(&browser.get(&client.asks(&door().origin, "memory:read")).await);
    let bound = format!("SELECT count(*) FROM oauth_grants WHERE client_id = '{}' AND scope_id = 2", client.id);
    assert_eq!(stored::number(&bound).await, 2);
}
