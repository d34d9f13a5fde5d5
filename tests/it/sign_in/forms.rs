//! Forms are taken from the page that was shown in the same browser, and lead to pages of ours alone.

use annals::auth::Role;

use super::browser::Browser;
use super::people::{PASSWORD, door, person};

#[tokio::test]
async fn a_form_without_the_token_of_its_browser_is_refused() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let mut other = Browser::new(&door().origin);
    let foreign = other.get("/sign-in").await.form("/sign-in")["form_token"].clone();
    for token in ["", "x", &foreign] {
        let mut browser = Browser::new(&door().origin);
        let page = browser.get("/sign-in").await;
        let fields = [("email", somebody.email.as_str()), ("password", PASSWORD), ("form_token", token)];
        browser.submit(&page, "/sign-in", &fields).await.expect(403);
        assert_eq!(browser.session(), None);
    }
    // The token alone does not do either: without the browser's cookie it belongs to nobody.
    let mut browser = Browser::new(&door().origin);
    let page = browser.get("/sign-in").await;
    browser.cookies.clear();
    browser.submit(&page, "/sign-in", &[("email", &somebody.email), ("password", PASSWORD)]).await.expect(403);
}

#[tokio::test]
async fn a_token_from_before_signing_in_is_worth_nothing_after() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let mut browser = Browser::new(&door().origin);
    let before = browser.get("/sign-in").await.form("/sign-in")["form_token"].clone();
    browser.sign_in(&somebody.email, PASSWORD).await.expect(303);
    let page = browser.get("/sign-in").await;
    browser.submit(&page, "/sign-out", &[("form_token", &before)]).await.expect(403);
    assert!(browser.session().is_some());
    browser.submit(&page, "/sign-out", &[]).await.expect(303);
}

#[tokio::test]
async fn a_form_from_another_origin_is_refused() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let fields = [("email", somebody.email.as_str()), ("password", PASSWORD)];
    for origin in ["https://evil.example", "null", "http://127.0.0.1:1", ""] {
        let mut browser = Browser::new(&door().origin);
        let page = browser.get("/sign-in").await;
        browser.says_origin = Some(origin.to_owned());
        browser.submit(&page, "/sign-in", &fields).await.expect(403);
        assert_eq!(browser.session(), None);
    }
}

#[tokio::test]
async fn an_origin_that_may_call_the_api_may_not_send_forms() {
    let service = crate::support::Service::start(
        |config| config.allowed_origins = vec!["https://console.example".to_owned()],
        annals::clock::Clock::default(),
    );
    let mut browser = Browser::new(&service.origin);
    let page = browser.get("/sign-in").await;
    browser.says_origin = Some("https://console.example".to_owned());
    browser.submit(&page, "/sign-in", &[("email", "a@b.example"), ("password", PASSWORD)]).await.expect(403);
}

#[tokio::test]
async fn after_signing_in_one_is_on_a_page_of_ours() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    for next in [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "/%5cevil.example",
        "/\t/evil.example",
        "javascript:alert(1)",
        "/oauth/authorize/../../x",
        "/oauth/authorize#x",
        "/v1/me",
        "/oauth/authorize\r\nx-injected: 1",
    ] {
        let mut browser = Browser::new(&door().origin);
        let query: String = url::form_urlencoded::Serializer::new(String::new()).append_pair("next", next).finish();
        let page = browser.get(&format!("/sign-in?{query}")).await;
        assert_eq!(page.form("/sign-in")["next"], "", "{next}");
        let fields = [("email", somebody.email.as_str()), ("password", PASSWORD), ("next", next)];
        let answer = browser.submit(&page, "/sign-in", &fields).await;
        assert_eq!(answer.location(), "/sign-in", "{next}");
        assert!(!answer.headers.contains_key("x-injected"));
        // Whoever is signed in already is not sent away either.
        browser.get(&format!("/sign-in?{query}")).await.expect(200);
    }
    let mut browser = Browser::new(&door().origin);
    let page = browser.get("/sign-in?next=%2Foauth%2Fauthorize%3Fclient_id%3Da%26state%3Db%252B").await;
    let answer = browser.submit(&page, "/sign-in", &[("email", &somebody.email), ("password", PASSWORD)]).await;
    assert_eq!(answer.location(), "/oauth/authorize?client_id=a&state=b%2B");
}

#[tokio::test]
async fn a_field_that_comes_twice_counts_as_neither() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let mut browser = Browser::new(&door().origin);
    let fields = browser.get("/sign-in").await.form("/sign-in");
    let mut body = url::form_urlencoded::Serializer::new(String::new());
    body.append_pair("form_token", &fields["form_token"]).append_pair("email", &somebody.email);
    body.append_pair("password", PASSWORD).append_pair("password", PASSWORD);
    browser.post("/sign-in", body.finish()).await.expect(422);
}
