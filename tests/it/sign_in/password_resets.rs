//! New passwords: by a link that is sent or handed over, once.

use annals::auth::Role;

use super::browser::{Browser, Page};
use super::mail::{door_with_mail, post_office};
use super::people::{PASSWORD, Person, door, person};
use crate::support::{Binary, stored};

const NEW: &str = "another good password";

async fn ask(browser: &mut Browser, email: &str) -> Page {
    let page = browser.get("/password-reset").await;
    browser.submit(&page, "/password-reset", &[("email", email)]).await
}

async fn with_link() -> (Person, Browser, String) {
    let service = door_with_mail();
    let account = service.account().await;
    let somebody = person(service, account.id, Role::Member).await;
    let mut browser = Browser::new(&service.origin);
    ask(&mut browser, &somebody.email).await.expect(200);
    let path = post_office().letter_to(&somebody.email).await.link();
    (somebody, browser, path)
}

#[tokio::test]
async fn a_link_sets_a_new_password_once_and_ends_every_session() {
    let (somebody, mut browser, path) = with_link().await;
    let mut elsewhere = Browser::new(&browser.origin);
    elsewhere.sign_in(&somebody.email, PASSWORD).await.expect(303);
    let secret = path.rsplit('/').next().unwrap();
    assert_eq!(stored::tables_that_hold(secret).await, [""; 0]);
    let page = browser.get(&path).await;
    browser.submit(page.expect(200), &path, &[("password", "short")]).await.expect(422);
    browser.submit(&page, &path, &[("password", NEW)]).await.expect(303);
    assert!(!elsewhere.get("/sign-in").await.text.contains("You are signed in"));
    elsewhere.sign_in(&somebody.email, PASSWORD).await.expect(422);
    elsewhere.sign_in(&somebody.email, NEW).await.expect(303);
    browser.get(&path).await.expect(404);
    browser.submit(&page, &path, &[("password", "a third password")]).await.expect(404);
    elsewhere.sign_in(&somebody.email, NEW).await.expect(303);
}

#[tokio::test]
async fn a_link_holds_for_an_hour_and_a_newer_one_that_was_used_ends_it() {
    let (somebody, mut browser, first) = with_link().await;
    let of_user = format!("user_id = '{}'", somebody.user.uuid());
    stored::execute(&format!("UPDATE password_resets SET expires_at = now() WHERE {of_user}")).await;
    browser.get(&first).await.expect(404);

    let (somebody, mut browser, first) = with_link().await;
    ask(&mut browser, &somebody.email).await.expect(200);
    let second = loop {
        let links: Vec<String> =
            post_office().letters_to(&somebody.email).iter().map(crate::support::Letter::link).collect();
        if let Some(second) = links.into_iter().find(|link| *link != first) {
            break second;
        }
        tokio::task::yield_now().await;
    };
    let page = browser.get(&second).await;
    browser.submit(&page, &second, &[("password", NEW)]).await.expect(303);
    browser.get(&first).await.expect(404);
}

#[tokio::test]
async fn who_is_known_is_not_told_when_a_link_is_asked_for() {
    let service = door_with_mail();
    let account = service.account().await;
    let somebody = person(service, account.id, Role::Member).await;
    let unknown = format!("nobody-{}", somebody.email);
    let known = ask(&mut Browser::new(&service.origin), &somebody.email).await;
    let other = ask(&mut Browser::new(&service.origin), &unknown).await;
    assert_eq!((known.status, &known.text), (other.status, &other.text));
    post_office().letter_to(&somebody.email).await;
    assert!(post_office().letters_to(&unknown).is_empty());
}

#[tokio::test]
async fn nobody_is_flooded_with_links() {
    let service = door_with_mail();
    let address = format!("nobody-{}@people.example", annals::ids::UserId::generate().uuid().simple());
    for _ in 0..10 {
        ask(&mut Browser::new(&service.origin), &address).await.expect(200);
    }
    ask(&mut Browser::new(&service.origin), &address).await.expect(429);
}

#[tokio::test]
async fn without_mail_the_operator_hands_the_link_over() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let mut browser = Browser::new(&door().origin);
    assert!(browser.get("/password-reset").await.text.contains("sends no mail"));
    let binary = Binary::new().with("ANNALS_PUBLIC_URL", &door().origin);
    let user = somebody.user.to_string();
    let run = binary.run(&["user", "reset-password", "--user", &user, "--json"]);
    let link = run.json()["link"].as_str().unwrap().to_owned();
    let path = link.strip_prefix(&door().origin).unwrap();
    let page = browser.get(path).await;
    browser.submit(&page, path, &[("password", NEW)]).await.expect(303);
    browser.sign_in(&somebody.email, NEW).await.expect(303);
    let unknown = annals::ids::UserId::generate().to_string();
    assert_eq!(binary.run(&["user", "reset-password", "--user", &unknown, "--json"]).refusal()["code"], "not_found");
}
