//! Sessions: begun by a password alone, never by a cookie that somebody else has set; ended by time and by signing out.

use annals::auth::Role;
use chrono::Duration;

use super::browser::Browser;
use super::people::{PASSWORD, door, door_with_clock, person, second_door};
use crate::support::stored;

const SIGNED_IN: &str = "You are signed in";

#[tokio::test]
async fn a_person_signs_in_and_out() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let mut browser = Browser::new(&door().origin);
    assert!(!browser.get("/sign-in").await.text.contains(SIGNED_IN));
    // The letter case of an address does not count.
    let answer = browser.sign_in(&somebody.email.to_uppercase(), PASSWORD).await;
    assert_eq!(answer.location(), "/sign-in");
    let page = browser.get("/sign-in").await;
    assert!(page.text.contains(SIGNED_IN) && page.text.contains(&somebody.email), "{}", page.text);
    // Another replica knows the session; nothing of it is in one process.
    assert!(browser.at(&second_door().origin).get("/sign-in").await.text.contains(SIGNED_IN));
    let secret = browser.session().unwrap().clone();
    assert_eq!(stored::tables_that_hold(&secret).await, [""; 0]);
    let stolen = browser.clone();
    browser.submit(&page, "/sign-out", &[]).await.expect(303);
    assert_eq!(browser.session(), None);
    assert!(!stolen.clone().get("/sign-in").await.text.contains(SIGNED_IN), "the row has ended, not the cookie alone");
}

#[tokio::test]
async fn a_session_that_somebody_set_before_is_worth_nothing_after_signing_in() {
    let account = door().account().await;
    let (somebody, thief) =
        (person(door(), account.id, Role::Member).await, person(door(), account.id, Role::Member).await);
    let mut of_thief = Browser::new(&door().origin);
    of_thief.sign_in(&thief.email, PASSWORD).await.expect(303);
    for planted in [of_thief.session().unwrap().clone(), "A".repeat(43)] {
        let mut browser = Browser::new(&door().origin);
        browser.cookies.insert("annals_session".to_owned(), planted.clone());
        browser.sign_in(&somebody.email, PASSWORD).await.expect(303);
        assert_ne!(browser.session(), Some(&planted));
        let mut by_planted = Browser::new(&door().origin);
        by_planted.cookies.insert("annals_session".to_owned(), planted);
        assert!(!by_planted.get("/sign-in").await.text.contains(SIGNED_IN));
    }
}

#[tokio::test]
async fn a_session_ends_after_half_an_hour_of_silence_and_after_twelve_hours_anyway() {
    let (service, clock) = door_with_clock();
    let account = service.account().await;
    let somebody = person(&service, account.id, Role::Member).await;
    let mut browser = Browser::new(&service.origin);
    browser.sign_in(&somebody.email, PASSWORD).await.expect(303);
    clock.advance(Duration::minutes(29));
    assert!(browser.get("/sign-in").await.text.contains(SIGNED_IN));
    clock.advance(Duration::minutes(31));
    assert!(!browser.get("/sign-in").await.text.contains(SIGNED_IN));

    browser.sign_in(&somebody.email, PASSWORD).await.expect(303);
    for _ in 0..35 {
        clock.advance(Duration::minutes(20));
        assert!(browser.get("/sign-in").await.text.contains(SIGNED_IN));
    }
    clock.advance(Duration::minutes(21));
    assert!(!browser.get("/sign-in").await.text.contains(SIGNED_IN));
}

#[tokio::test]
async fn a_person_who_is_disabled_is_signed_out() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let mut browser = Browser::new(&door().origin);
    browser.sign_in(&somebody.email, PASSWORD).await.expect(303);
    stored::execute(&format!("UPDATE users SET disabled_at = now() WHERE id = '{}'", somebody.user.uuid())).await;
    assert!(!browser.get("/sign-in").await.text.contains(SIGNED_IN));
    browser.sign_in(&somebody.email, PASSWORD).await.expect(422);
}

#[tokio::test]
async fn a_hash_of_old_parameters_is_replaced_at_sign_in() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let weak = {
        use argon2::password_hash::PasswordHasher;
        let parameters = argon2::Params::new(8, 1, 1, None).unwrap();
        let argon2 = argon2::Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, parameters);
        argon2.hash_password(PASSWORD.as_bytes()).unwrap().to_string()
    };
    let of_user = format!("id = '{}'", somebody.user.uuid());
    stored::execute(&format!("UPDATE users SET password_hash = '{weak}' WHERE {of_user}")).await;
    let mut browser = Browser::new(&door().origin);
    browser.sign_in(&somebody.email, "another password").await.expect(422);
    let hash = format!("SELECT password_hash FROM users WHERE {of_user}");
    assert_eq!(stored::column(&hash).await, [weak]);
    browser.sign_in(&somebody.email, PASSWORD).await.expect(303);
    let now = stored::column(&hash).await;
    assert!(now[0].starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{now:?}");
    browser.sign_in(&somebody.email, PASSWORD).await.expect(303);
}
