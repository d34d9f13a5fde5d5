//! Guessing: nobody learns who is known, and nobody guesses for long.

use annals::auth::Role;
use reqwest::header::RETRY_AFTER;

use super::browser::Browser;
use super::people::{PASSWORD, door, person, second_door};
use crate::support::stored;

/// A page without what differs from one to the next anyway.
fn without_tokens(text: &str, email: &str) -> String {
    let text = text.replace(email, "EMAIL");
    let start = text.find("name=\"form_token\"").unwrap();
    format!("{}{}", &text[..start], &text[start + text[start..].find('>').unwrap()..])
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_person_get_the_same_answer() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let disabled = person(door(), account.id, Role::Member).await;
    stored::execute(&format!("UPDATE users SET disabled_at = now() WHERE id = '{}'", disabled.user.uuid())).await;
    let unknown = format!("nobody-{}", somebody.email);
    let mut answers = Vec::new();
    for email in [&somebody.email, &unknown, &disabled.email] {
        let page = Browser::new(&door().origin).sign_in(email, "not the password").await;
        let names: Vec<String> = page.headers.keys().map(ToString::to_string).collect();
        answers.push((page.status, names, without_tokens(&page.text, email)));
    }
    assert_eq!(answers[0].0, 422);
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
}

#[tokio::test]
async fn the_eleventh_wrong_password_is_refused_on_every_replica_and_from_every_address() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let unknown = format!("nobody-{}", somebody.email);
    for email in [&somebody.email, &unknown] {
        for attempt in 0..10 {
            let browser = Browser::new(&door().origin);
            let mut browser = if attempt % 2 == 0 { browser } else { browser.at(&second_door().origin) };
            browser.sign_in(email, "not the password").await.expect(422);
        }
        for origin in [&door().origin, &second_door().origin] {
            let mut browser = Browser::new(&door().origin).at(origin);
            let page = browser.sign_in(email, PASSWORD).await;
            let wait: u64 = page.expect(429).headers[RETRY_AFTER].to_str().unwrap().parse().unwrap();
            assert!((1..=900).contains(&wait), "{wait}");
            assert_eq!(browser.session(), None);
        }
    }
}

#[tokio::test]
async fn guesses_side_by_side_do_not_pass_together() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let guesses = (0..30).map(|_| {
        let email = somebody.email.clone();
        async move { Browser::new(&door().origin).sign_in(&email, "not the password").await.status.as_u16() }
    });
    let answers = futures::future::join_all(guesses).await;
    let checked = answers.iter().filter(|status| **status == 422).count();
    assert!(checked <= 10, "{answers:?}");
    assert!(answers.iter().all(|status| [422, 429, 503].contains(status)), "{answers:?}");
}

#[tokio::test]
async fn an_address_that_guesses_at_many_is_held_up_and_others_are_not() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let mut guesser = Browser::new(&door().origin);
    let page = guesser.get("/sign-in").await;
    for attempt in 0..50 {
        let email = format!("{attempt}-{}", somebody.email);
        let fields = [("email", email.as_str()), ("password", "not the password")];
        guesser.submit(&page, "/sign-in", &fields).await.expect(422);
    }
    guesser.sign_in(&somebody.email, PASSWORD).await.expect(429);
    Browser::new(&door().origin).sign_in(&somebody.email, PASSWORD).await.expect(303);
}

#[tokio::test]
async fn a_person_is_free_again_after_a_quarter_of_an_hour_and_after_the_right_password() {
    let (service, clock) = super::people::door_with_clock();
    let account = service.account().await;
    let somebody = person(&service, account.id, Role::Member).await;
    for _ in 0..2 {
        for _ in 0..9 {
            Browser::new(&service.origin).sign_in(&somebody.email, "not the password").await.expect(422);
        }
        Browser::new(&service.origin).sign_in(&somebody.email, PASSWORD).await.expect(303);
    }
    for _ in 0..10 {
        Browser::new(&service.origin).sign_in(&somebody.email, "not the password").await.expect(422);
    }
    Browser::new(&service.origin).sign_in(&somebody.email, PASSWORD).await.expect(429);
    clock.advance(chrono::Duration::minutes(16));
    Browser::new(&service.origin).sign_in(&somebody.email, PASSWORD).await.expect(303);
}

#[tokio::test]
async fn a_password_of_another_length_is_not_hashed() {
    let mut browser = Browser::new(&door().origin);
    let page = browser.get("/sign-in").await;
    for (password, status) in [("short".to_owned(), 422), ("x".repeat(257), 422), ("x".repeat(1_000_000), 413)] {
        let fields = [("email", "a@b.example"), ("password", password.as_str())];
        browser.submit(&page, "/sign-in", &fields).await.expect(status);
    }
}

#[tokio::test]
async fn two_hundred_who_sign_in_at_once_leave_the_service_ready() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let mut first = Browser::new(&door().origin);
    let page = first.get("/sign-in").await;
    let sign_ins = (0..200).map(|_| {
        let (mut browser, page, email) = (first.clone(), &page, &somebody.email);
        async move { browser.submit(page, "/sign-in", &[("email", email), ("password", PASSWORD)]).await }
    });
    let probes = async {
        let mut browser = Browser::new(&door().origin);
        let mut ready = 0;
        for _ in 0..20 {
            ready += usize::from(browser.get("/readyz").await.status == 200);
        }
        ready
    };
    let (answers, ready) = futures::future::join(futures::future::join_all(sign_ins), probes).await;
    assert_eq!(ready, 20);
    let count = |status: u16| answers.iter().filter(|page| page.status == status).count();
    // Some are let in; whoever is not is told when to come again, and nobody waits for good.
    assert!(count(303) > 0);
    assert_eq!(
        count(303) + count(503) + count(429),
        200,
        "{:?}",
        answers.iter().map(|page| page.status).collect::<Vec<_>>()
    );
    assert!(answers.iter().filter(|page| page.status != 303).all(|page| page.headers.contains_key(RETRY_AFTER)));
}
