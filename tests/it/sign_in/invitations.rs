//! Invitations: followed once, in time, by the person to whom they were sent.

use annals::auth::{Role, invitation_link};
use annals::ids::{AccountId, UserId, new_uuid};

use super::browser::Browser;
use super::people::{PASSWORD, door, person};
use crate::support::{Account, stored};

/// Invites an address, and gives the path of the link.
async fn invite(account: &Account<'_>, email: &str, role: &str, teams: &[&str]) -> String {
    let link = invitation_link("", account.id).unwrap();
    let hash = link.secret_hash.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    for team in teams {
        stored::execute(&format!(
            "INSERT INTO teams (account_id, slug, name) VALUES ('{}', '{team}', '{team}') ON CONFLICT DO NOTHING",
            account.id.uuid()
        ))
        .await;
    }
    let teams: Vec<String> = ["a-team-that-is-gone"].iter().chain(teams).map(|team| format!("'{team}'")).collect();
    let teams = teams.join(", ");
    stored::execute(&format!(
        "INSERT INTO invitations (account_id, id, email, role, teams, secret_hash, invited_by, expires_at)
         VALUES ('{}', '{}', '{email}', '{role}', ARRAY[{teams}]::text[], '\\x{hash}', '{}',
                 now() + interval '7 days')",
        account.id.uuid(),
        new_uuid(),
        account.owner.uuid()
    ))
    .await;
    link.url
}

fn new_address() -> String {
    format!("new-{}@people.example", UserId::generate().uuid().simple())
}

/// What an address is in an account: role, teams and node.
async fn membership(account: AccountId, email: &str) -> Vec<String> {
    stored::column(&format!(
        "SELECT m.role || ' ' || m.display_name || ' ' ||
                array_to_string(ARRAY(SELECT team FROM team_members AS t
                                      WHERE t.account_id = m.account_id AND t.user_id = m.user_id ORDER BY 1), ',')
                || ' ' || (n.path = 'people/' || m.slug)::text
         FROM memberships AS m JOIN users AS u ON u.id = m.user_id
         JOIN scope_nodes AS n ON n.account_id = m.account_id AND n.user_id = m.user_id
         WHERE m.account_id = '{}' AND lower(u.email) = lower('{email}') AND m.removed_at IS NULL",
        account.uuid()
    ))
    .await
}

#[tokio::test]
async fn somebody_new_joins_once_with_the_role_and_teams_of_the_invitation() {
    let account = door().account().await;
    let email = new_address();
    let path = invite(&account, &email, "viewer", &["ops", "sales"]).await;
    let mut browser = Browser::new(&door().origin);
    let page = browser.get(&path).await;
    assert!(page.text.contains("Test account") && page.text.contains(&email), "{}", page.text);
    let secret = path.rsplit('/').next().unwrap();
    assert_eq!(stored::tables_that_hold(secret).await, [""; 0]);
    // What is refused leaves the invitation as it is.
    for (name, password) in [("", PASSWORD), ("Ann", "short")] {
        browser.submit(&page, &path, &[("name", name), ("password", password)]).await.expect(422);
    }
    let answer = browser.submit(&page, &path, &[("name", "Ann"), ("password", PASSWORD)]).await;
    assert_eq!(answer.location(), "/sign-in");
    assert!(browser.get("/sign-in").await.text.contains(&email));
    assert_eq!(membership(account.id, &email).await, ["viewer Ann ops,sales true"]);
    Browser::new(&door().origin).sign_in(&email, PASSWORD).await.expect(303);
    browser.get(&path).await.expect(404);
    let mut second = Browser::new(&door().origin);
    let token = second.get("/sign-in").await.form("/sign-in")["form_token"].clone();
    second.post(&path, format!("form_token={token}&name=Eve&password=another+password")).await.expect(404);
    Browser::new(&door().origin).sign_in(&email, "another password").await.expect(422);
}

#[tokio::test]
async fn somebody_known_signs_in_first_and_keeps_his_password() {
    let (account, home) = (door().account().await, door().account().await);
    let somebody = person(door(), home.id, Role::Member).await;
    let path = invite(&account, &somebody.email.to_uppercase(), "admin", &[]).await;
    let mut browser = Browser::new(&door().origin);
    let to_sign_in = browser.get(&path).await.location();
    let page = browser.get(&to_sign_in).await;
    let answer = browser.submit(&page, "/sign-in", &[("email", &somebody.email), ("password", PASSWORD)]).await;
    assert_eq!(answer.location(), path);
    let page = browser.get(&path).await;
    assert!(!page.text.contains("type=\"password\""), "{}", page.text);
    browser.submit(&page, &path, &[]).await.expect(303);
    let joined = membership(account.id, &somebody.email).await;
    assert!(joined.len() == 1 && joined[0].starts_with("admin "), "{joined:?}");
    Browser::new(&door().origin).sign_in(&somebody.email, PASSWORD).await.expect(303);
}

#[tokio::test]
async fn an_invitation_of_somebody_else_lets_nobody_in() {
    let account = door().account().await;
    let known = person(door(), door().account().await.id, Role::Member).await;
    let other = person(door(), door().account().await.id, Role::Member).await;
    let path = invite(&account, &known.email, "owner", &[]).await;
    let mut browser = Browser::new(&door().origin);
    browser.sign_in(&other.email, PASSWORD).await.expect(303);
    browser.get(&path).await.expect(403);
    let token = browser.get("/sign-in").await.form("/sign-out")["form_token"].clone();
    browser.post(&path, format!("form_token={token}&name=Eve&password=another+password")).await.expect(403);
    assert_eq!(membership(account.id, &other.email).await, [""; 0]);
    assert_eq!(membership(account.id, &known.email).await, [""; 0]);
}

#[tokio::test]
async fn an_invitation_that_does_not_hold_is_a_page_that_says_so() {
    let account = door().account().await;
    for spoiled in ["expires_at = now() - interval '1 second'", "revoked_at = now()", "accepted_at = now()"] {
        let email = new_address();
        let path = invite(&account, &email, "member", &[]).await;
        let mut browser = Browser::new(&door().origin);
        let page = browser.get(&path).await;
        stored::execute(&format!("UPDATE invitations SET {spoiled} WHERE email = '{email}'")).await;
        browser.get(&path).await.expect(404);
        browser.submit(&page, &path, &[("name", "Ann"), ("password", PASSWORD)]).await.expect(404);
        assert_eq!(membership(account.id, &email).await, [""; 0], "{spoiled}");
    }
    // The account in the link is part of what is looked for.
    let email = new_address();
    let path = invite(&account, &email, "member", &[]).await;
    let foreign = invitation_link("", door().account().await.id).unwrap().url;
    let mixed = {
        use base64::Engine;
        let read = |path: &str| {
            let secret = path.rsplit('/').next().unwrap();
            base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(secret).unwrap()
        };
        let bytes = [&read(&foreign)[..16], &read(&path)[16..]].concat();
        format!("/invitations/{}", base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes))
    };
    for path in [foreign, mixed] {
        Browser::new(&door().origin).get(&path).await.expect(404);
    }
}

#[tokio::test]
async fn whoever_may_no_longer_invite_has_not_invited() {
    let account = door().account().await;
    let path = invite(&account, &new_address(), "member", &[]).await;
    Browser::new(&door().origin).get(&path).await.expect(200);
    let of_account = format!("account_id = '{}' AND user_id = '{}'", account.id.uuid(), account.owner.uuid());
    stored::execute(&format!("UPDATE memberships SET role = 'member' WHERE {of_account}")).await;
    Browser::new(&door().origin).get(&path).await.expect(404);
}

#[tokio::test]
async fn a_member_who_was_removed_comes_back_to_his_own_node() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Admin).await;
    let of_user = format!("account_id = '{}' AND user_id = '{}'", account.id.uuid(), somebody.user.uuid());
    stored::execute(&format!("UPDATE memberships SET removed_at = now() WHERE {of_user}")).await;
    let path = invite(&account, &somebody.email, "viewer", &[]).await;
    let mut browser = Browser::new(&door().origin);
    browser.sign_in(&somebody.email, PASSWORD).await.expect(303);
    let page = browser.get(&path).await;
    browser.submit(&page, &path, &[]).await.expect(303);
    assert_eq!(membership(account.id, &somebody.email).await, ["viewer Some Body  true"]);
}

#[tokio::test]
async fn twenty_who_follow_one_invitation_at_once_become_one_member() {
    let account = door().account().await;
    let email = new_address();
    let path = invite(&account, &email, "member", &[]).await;
    let mut first = Browser::new(&door().origin);
    let page = first.get(&path).await;
    let joins = (0..20).map(|_| {
        let (mut browser, page, path) = (first.clone(), &page, &path);
        async move { browser.submit(page, path, &[("name", "Ann"), ("password", PASSWORD)]).await.status.as_u16() }
    });
    let answers = futures::future::join_all(joins).await;
    assert_eq!(answers.iter().filter(|status| **status == 303).count(), 1, "{answers:?}");
    assert!(answers.iter().all(|status| [303, 404, 409, 503].contains(status)), "{answers:?}");
    assert_eq!(membership(account.id, &email).await.len(), 1);
}
