//! Headers of every page.

use super::browser::{Browser, Page};
use super::people::door;
use crate::support::Service;

#[track_caller]
fn is_guarded(page: &Page, path: &str) {
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert_eq!(
        policy,
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        "{path}"
    );
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cache-control", "no-store"),
        ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        assert_eq!(page.headers[name], value, "{path}");
    }
    assert!(!page.headers.contains_key("access-control-allow-origin"), "{path}");
    assert!(!page.text.contains("<script") && !page.text.contains("style="), "{path}");
}

#[tokio::test]
async fn every_page_is_kept_from_frames_caches_and_scripts() {
    let open = Service::start(|config| config.people.sign_up_open = true, annals::clock::Clock::default());
    let mut browser = Browser::new(&open.origin);
    for (path, status) in [
        ("/sign-in", 200),
        ("/sign-in?switch=1&next=%2Finvitations%2Fx", 200),
        ("/sign-out", 200),
        ("/sign-up", 200),
        ("/sign-up/unknown", 404),
        ("/password-reset", 200),
        ("/password-reset/unknown", 404),
        ("/invitations/unknown", 404),
        ("/oauth/authorize", 400),
    ] {
        let page = browser.get(path).await;
        is_guarded(page.expect(status), path);
        assert_eq!(page.headers["content-type"], "text/html; charset=utf-8", "{path}");
        assert!(page.text.contains("<html lang=\"en\">") && page.text.contains("<title>"), "{path}");
    }
    for path in ["/sign-in", "/sign-up", "/password-reset", "/oauth/authorize", "/invitations/unknown"] {
        is_guarded(browser.post(path, String::new()).await.expect(403), path);
    }
}

#[tokio::test]
async fn the_stylesheet_is_ours_and_fetches_nothing() {
    let page = Browser::new(&door().origin).get("/assets/annals.css").await;
    assert_eq!(page.expect(200).headers["content-type"], "text/css; charset=utf-8");
    assert!(!page.text.contains("url(") && !page.text.contains("@import"));
}

#[tokio::test]
async fn each_field_has_a_label_and_a_meaning_for_password_managers() {
    let mut browser = Browser::new(&door().origin);
    let page = browser.get("/sign-in").await;
    for part in [
        "<label for=\"email\">",
        "<label for=\"password\">",
        "autocomplete=\"username\"",
        "autocomplete=\"current-password\"",
    ] {
        assert!(page.text.contains(part), "{part}: {}", page.text);
    }
}

#[tokio::test]
async fn nobody_signs_up_where_the_operator_does_not_let_them() {
    let mut browser = Browser::new(&door().origin);
    assert!(!browser.get("/sign-in").await.text.contains("/sign-up"));
    browser.get("/sign-up").await.expect(404);
    let token = browser.get("/sign-in").await.form("/sign-in")["form_token"].clone();
    browser
        .post("/sign-up", format!("form_token={token}&name=a&account_name=b&email=a%40b.c&password=12345678"))
        .await
        .expect(404);
}
