//! Signing up, where the operator lets anybody.

use annals::auth::Role;
use annals::clock::Clock;
use annals::ids::UserId;

use super::browser::{Browser, Page};
use super::mail::{door_with_mail, post_office};
use super::people::{PASSWORD, behind_a_proxy, person};
use crate::support::{Service, stored};

fn new_address() -> String {
    format!("new-{}@people.example", UserId::generate().uuid().simple())
}

async fn sign_up(browser: &mut Browser, email: &str) -> Page {
    let page = browser.get("/sign-up").await;
    let fields = [("name", "Ann"), ("email", email), ("account_name", "Ann & Co"), ("password", PASSWORD)];
    browser.submit(&page, "/sign-up", &fields).await
}

/// What an address owns: the account's name, the role, and its first nodes.
async fn owned(email: &str) -> Vec<String> {
    stored::column(&format!(
        "SELECT a.name || ' ' || m.role || ' ' || m.display_name || ' ' ||
                (SELECT string_agg(n.path, ',' ORDER BY n.id) FROM scope_nodes AS n WHERE n.account_id = a.account_id)
                || ' ' || (u.email_verified_at IS NOT NULL)::text
         FROM users AS u JOIN memberships AS m ON m.user_id = u.id JOIN accounts AS a ON a.account_id = m.account_id
         WHERE u.email = '{email}'"
    ))
    .await
}

#[tokio::test]
async fn with_mail_nothing_is_made_before_the_address_is_confirmed() {
    let email = new_address();
    let slug = email.split('@').next().unwrap();
    let mut browser = Browser::new(&door_with_mail().origin);
    sign_up(&mut browser, &email).await.expect(200);
    let path = post_office().letter_to(&email).await.link();
    browser.sign_in(&email, PASSWORD).await.expect(422);
    // A program that looks into letters asks for the link: that makes nothing.
    let page = Browser::new(&browser.origin).get(&path).await;
    assert!(page.expect(200).form(&path).contains_key("form_token"));
    assert_eq!(owned(&email).await, [""; 0]);
    let page = browser.get(&path).await;
    browser.submit(&page, &path, &[]).await.expect(303);
    assert!(browser.get("/sign-in").await.text.contains(&email));
    assert_eq!(owned(&email).await, [format!("Ann & Co owner Ann ,projects/general,people/{slug} true")]);
    browser.get(&path).await.expect(404);
    Browser::new(&browser.origin).sign_in(&email, PASSWORD).await.expect(303);
}

#[tokio::test]
async fn who_is_known_already_is_told_by_letter_alone() {
    let service = door_with_mail();
    let account = service.account().await;
    let somebody = person(service, account.id, Role::Member).await;
    let unknown = new_address();
    let mut browser = Browser::new(&service.origin);
    let (known, other) = (sign_up(&mut browser, &somebody.email).await, sign_up(&mut browser, &unknown).await);
    assert_eq!((known.status, &known.text), (other.status, &other.text));
    let letter = post_office().letter_to(&somebody.email).await;
    assert_eq!(letter.link(), "/sign-in");
    assert_eq!(owned(&somebody.email).await.len(), 1);
    browser.sign_in(&somebody.email, PASSWORD).await.expect(303);
}

#[tokio::test]
async fn a_link_that_is_too_old_makes_nothing() {
    let email = new_address();
    let mut browser = Browser::new(&door_with_mail().origin);
    sign_up(&mut browser, &email).await.expect(200);
    let path = post_office().letter_to(&email).await.link();
    let page = browser.get(&path).await;
    stored::execute(&format!("UPDATE pending_sign_ups SET expires_at = now() WHERE email = '{email}'")).await;
    browser.submit(&page, &path, &[]).await.expect(404);
    assert_eq!(owned(&email).await, [""; 0]);
}

#[tokio::test]
async fn without_mail_the_account_is_made_at_once() {
    let service = Service::start(
        |config| {
            behind_a_proxy(config);
            config.people.sign_up_open = true;
        },
        Clock::default(),
    );
    let email = new_address();
    let mut browser = Browser::new(&service.origin);
    let page = browser.get("/sign-up").await;
    for (field, value) in [("name", " "), ("email", "no address"), ("account_name", ""), ("password", "short")] {
        let mut fields = vec![("name", "Ann"), ("email", &email), ("account_name", "Ann & Co"), ("password", PASSWORD)];
        fields.retain(|(name, _)| *name != field);
        fields.push((field, value));
        browser.submit(&page, "/sign-up", &fields).await.expect(422);
    }
    sign_up(&mut browser, &email).await.expect(303);
    assert!(browser.get("/sign-in").await.text.contains(&email));
    assert!(owned(&email).await[0].ends_with(" false"));
    sign_up(&mut Browser::new(&service.origin), &email).await.expect(422);
    assert_eq!(owned(&email).await.len(), 1);
}
