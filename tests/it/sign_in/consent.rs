//! Consent: who asks, what for, and what comes of the answer.

use annals::auth::Role;
use annals::ids::AccountId;

use super::browser::{Browser, Page};
use super::clients::{Client, Kind};
use super::people::{PASSWORD, Person, door, join, person, second_door};
use crate::support::stored;

const ASKED: &str = "memory:read memory:write";
const AUTHORIZE: &str = "/oauth/authorize";

/// Follows a request to the consent page, signing in on the way.
async fn consent_page(browser: &mut Browser, asks: &str, somebody: &Person) -> Page {
    let to_sign_in = browser.get(asks).await.location();
    let page = browser.get(&to_sign_in).await;
    let answer = browser.submit(&page, "/sign-in", &[("email", &somebody.email), ("password", PASSWORD)]).await;
    assert_eq!(answer.location(), asks);
    browser.get(asks).await
}

/// What was granted to a client in an account: permissions, and the path of the node.
async fn granted(account: AccountId, client: &Client) -> Vec<String> {
    stored::column(&format!(
        "SELECT array_to_string(ARRAY(SELECT unnest(g.permissions) ORDER BY 1), ' ') || ' in ' || coalesce('/' || n.path, 'all')
         FROM oauth_grants AS g LEFT JOIN scope_nodes AS n ON n.account_id = g.account_id AND n.id = g.scope_id
         WHERE g.account_id = '{}' AND g.client_id = '{}' ORDER BY g.created_at",
        account.uuid(),
        client.id
    ))
    .await
}

#[tokio::test]
async fn a_person_signs_in_allows_and_is_sent_back_with_a_code() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let client = Client::of_a_host().await;
    let mut browser = Browser::new(&door().origin);
    let page = consent_page(&mut browser, &client.asks(&door().origin, ASKED), &somebody).await;
    page.expect(200);
    for part in [
        "Helpful Host",
        &client.id[8..client.id.find("/oauth").unwrap()],
        "host.example",
        "Read and search memories.",
        "Store, change and forget memories.",
        "Test account",
        &somebody.email,
        "Sign in as somebody else",
        "Everything that you reach",
    ] {
        assert!(page.text.contains(part), "{part}: {}", page.text);
    }
    assert!(!page.text.contains("Not verified") && !page.text.contains("on your machine"), "{}", page.text);
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("form-action 'self' https://host.example;"), "{policy}");
    let answer = client.answer(&browser.submit(&page, AUTHORIZE, &[("decision", "allow")]).await);
    assert_eq!(answer["iss"], door().origin);
    assert!(!answer["code"].is_empty());
    assert_eq!(granted(account.id, &client).await, ["memory:read memory:write in all"]);
}

#[tokio::test]
async fn whoever_says_no_is_sent_back_without_a_code() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let client = Client::of_a_host().await;
    let mut browser = Browser::new(&door().origin);
    let page = consent_page(&mut browser, &client.asks(&door().origin, ASKED), &somebody).await;
    let answer = client.answer(&browser.submit(&page, AUTHORIZE, &[("decision", "deny")]).await);
    assert_eq!(answer["error"], "access_denied");
    assert_eq!(answer["iss"], door().origin);
    assert!(!answer.contains_key("code"));
    assert_eq!(granted(account.id, &client).await, [""; 0]);
}

#[tokio::test]
async fn each_step_may_be_taken_at_another_replica() {
    let (account, other) = (door().account().await, door().account().await);
    let somebody = person(door(), account.id, Role::Member).await;
    join(door(), &somebody, other.id, Role::Member).await;
    let client = Client::of_a_host().await;
    let mut here = Browser::new(&door().origin);
    let picker = consent_page(&mut here, &client.asks(&door().origin, ASKED), &somebody).await;
    let mut there = here.at(&second_door().origin);
    let account_id = other.id.to_string();
    let page = there.submit(&picker, AUTHORIZE, &[("account", &account_id), ("decision", "account")]).await;
    let mut here = there.at(&door().origin);
    client.answer(&here.submit(page.expect(200), AUTHORIZE, &[("decision", "allow")]).await);
    assert_eq!(granted(other.id, &client).await, ["memory:read memory:write in all"]);
    assert_eq!(granted(account.id, &client).await, [""; 0]);
}

#[tokio::test]
async fn a_person_of_several_accounts_chooses_among_his_own() {
    let (account, other, foreign) = (door().account().await, door().account().await, door().account().await);
    let somebody = person(door(), account.id, Role::Member).await;
    join(door(), &somebody, other.id, Role::Viewer).await;
    let client = Client::of_a_host().await;
    let mut browser = Browser::new(&door().origin);
    let picker = consent_page(&mut browser, &client.asks(&door().origin, ASKED), &somebody).await;
    let mut offered: Vec<String> = picker.choices("account").into_iter().map(|(value, _)| value).collect();
    offered.sort();
    let mut his = [account.id.to_string(), other.id.to_string()];
    his.sort();
    assert_eq!(offered, his);
    for named in [foreign.id.to_string(), "x".to_owned(), String::new()] {
        for decision in ["account", "allow"] {
            let fields = [("account", named.as_str()), ("decision", decision)];
            let again = browser.submit(&picker, AUTHORIZE, &fields).await;
            assert_eq!(again.expect(200).choices("account").len(), 2, "{}", again.text);
        }
    }
    assert_eq!(granted(foreign.id, &client).await, [""; 0]);
    let fields = [("account", his[0].as_str()), ("decision", "account")];
    let page = browser.submit(&picker, AUTHORIZE, &fields).await;
    assert_eq!(page.buttons(), ["allow", "deny", "switch-account"]);
    let back = browser.submit(&page, AUTHORIZE, &[("decision", "switch-account")]).await;
    assert_eq!(back.expect(200).choices("account").len(), 2);
}

#[tokio::test]
async fn a_viewer_grants_what_a_viewer_may() {
    let account = door().account().await;
    let viewer = person(door(), account.id, Role::Viewer).await;
    let client = Client::of_a_host().await;
    let mut browser = Browser::new(&door().origin);
    let asks = client.asks(&door().origin, "memory:read memory:write audit:read");
    let page = consent_page(&mut browser, &asks, &viewer).await;
    assert!(page.text.contains("Not available to your role, viewer"), "{}", page.text);
    client.answer(&browser.submit(&page, AUTHORIZE, &[("decision", "allow")]).await);
    assert_eq!(granted(account.id, &client).await, ["memory:read in all"]);

    let asks = client.asks_with(&door().origin, "memory:write", &[("prompt", "consent")]);
    let page = browser.get(&asks).await;
    assert_eq!(page.expect(200).buttons(), ["deny"]);
    browser.submit(&page, AUTHORIZE, &[("decision", "allow")]).await.expect(403);
    assert_eq!(granted(account.id, &client).await.len(), 1);
}

#[tokio::test]
async fn a_grant_may_be_bound_to_a_place_that_the_person_reaches() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let stranger = person(door(), account.id, Role::Member).await;
    let client = Client::of_a_host().await;
    let mut browser = Browser::new(&door().origin);
    let page = consent_page(&mut browser, &client.asks(&door().origin, ASKED), &somebody).await;
    let places = page.choices("place");
    let of_path = |path: &str| places.iter().find(|(_, label)| label == path).map(|(id, _)| id.clone());
    let personal = |of: &Person| format!("people/p-{}", of.user.uuid().simple());
    assert!(of_path(&personal(&somebody)).is_some(), "{places:?}");
    assert_eq!(of_path(&personal(&stranger)), None);
    // A place that is not offered is none that can be named.
    let foreign = stored::column(&format!(
        "SELECT 'scp_' || replace(public_id::text, '-', '') FROM scope_nodes WHERE account_id = '{}' AND user_id = '{}'",
        account.id.uuid(),
        stranger.user.uuid()
    ))
    .await;
    for place in [foreign[0].as_str(), "scp_00000000000000000000000000000000", "nonsense"] {
        browser.submit(&page, AUTHORIZE, &[("place", place), ("decision", "allow")]).await.expect(404);
    }
    assert_eq!(granted(account.id, &client).await, [""; 0]);
    let general = of_path("projects/general").unwrap();
    client.answer(&browser.submit(&page, AUTHORIZE, &[("place", &general), ("decision", "allow")]).await);
    assert_eq!(granted(account.id, &client).await, ["memory:read memory:write in /projects/general"]);
}

#[tokio::test]
async fn clients_that_nobody_vouches_for_carry_warnings() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let mut browser = Browser::new(&door().origin);
    browser.sign_in(&somebody.email, PASSWORD).await.expect(303);
    for (kind, redirect, unverified, loopback) in [
        (Kind::Document, "https://host.example/callback", false, false),
        (Kind::Registered, "https://host.example/callback", true, false),
        (Kind::Registered, "http://127.0.0.1:4000/callback", true, true),
        (Kind::Document, "http://localhost/callback", false, true),
        (Kind::Preregistered, "https://host.example/callback", false, false),
    ] {
        let client = Client::known(kind, "Client", &[redirect]).await;
        let page = browser.get(&client.asks(&door().origin, ASKED)).await;
        assert_eq!(page.expect(200).text.contains("Not verified"), unverified, "{}", page.text);
        assert_eq!(page.text.contains("on your machine"), loopback, "{}", page.text);
        assert_eq!(page.text.contains("registered itself"), matches!(kind, Kind::Registered), "{}", page.text);
    }
}

#[tokio::test]
async fn a_hostile_name_is_shown_as_what_it_is() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let mut browser = Browser::new(&door().origin);
    browser.sign_in(&somebody.email, PASSWORD).await.expect(303);
    let hostile = "</dd><script>alert(1)</script><img src=x onerror=y>\u{202e}edualC\u{200b}&amp;\"'";
    let client = Client::known(Kind::Registered, hostile, &["https://host.example/callback"]).await;
    let page = browser.get(&client.asks(&door().origin, ASKED)).await;
    page.expect(200);
    assert!(!page.text.contains("<script") && !page.text.contains("<img"), "{}", page.text);
    assert!(!page.text.contains(['\u{202e}', '\u{200b}']), "{}", page.text);
}

#[tokio::test]
async fn an_unknown_client_and_a_foreign_redirect_end_on_a_page() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let mut browser = Browser::new(&door().origin);
    for signed_in in [false, true] {
        if signed_in {
            browser.sign_in(&somebody.email, PASSWORD).await.expect(303);
        }
        let mut client = Client::of_a_host().await;
        client.redirect = "https://evil.example/callback".to_owned();
        browser.get(&client.asks(&door().origin, ASKED)).await.expect(400);
        client.id = "nobody".to_owned();
        browser.get(&client.asks(&door().origin, ASKED)).await.expect(400);
    }
}

#[tokio::test]
async fn a_form_that_was_changed_or_is_somebody_elses_is_refused() {
    let account = door().account().await;
    let (somebody, other) =
        (person(door(), account.id, Role::Member).await, person(door(), account.id, Role::Member).await);
    let client = Client::of_a_host().await;
    let mut browser = Browser::new(&door().origin);
    let page = consent_page(&mut browser, &client.asks(&door().origin, ASKED), &somebody).await;
    let sealed = page.form(AUTHORIZE)["request"].clone();
    let changed = format!("{}{}", if sealed.starts_with('A') { "B" } else { "A" }, &sealed[1..]);
    for request in ["", "x", changed.as_str()] {
        browser.submit(&page, AUTHORIZE, &[("request", request), ("decision", "allow")]).await.expect(403);
    }
    let mut of_other = Browser::new(&door().origin);
    let own = consent_page(&mut of_other, &client.asks(&door().origin, ASKED), &other).await;
    of_other.submit(&own, AUTHORIZE, &[("request", &sealed), ("decision", "allow")]).await.expect(403);
    for origin in ["https://evil.example", "null"] {
        let mut foreign = browser.clone();
        foreign.says_origin = Some(origin.to_owned());
        foreign.submit(&page, AUTHORIZE, &[("decision", "allow")]).await.expect(403);
    }
    browser.submit(&page, AUTHORIZE, &[("form_token", "x"), ("decision", "allow")]).await.expect(403);
    assert_eq!(granted(account.id, &client).await, [""; 0]);
}

#[tokio::test]
async fn a_person_without_an_account_can_connect_nothing() {
    let account = door().account().await;
    let somebody = person(door(), account.id, Role::Member).await;
    let client = Client::of_a_host().await;
    let mut browser = Browser::new(&door().origin);
    let page = consent_page(&mut browser, &client.asks(&door().origin, ASKED), &somebody).await;
    let of_user = format!("user_id = '{}'", somebody.user.uuid());
    stored::execute(&format!("UPDATE memberships SET removed_at = now() WHERE {of_user}")).await;
    browser.submit(&page, AUTHORIZE, &[("decision", "allow")]).await.expect(403);
    browser.get(&client.asks(&door().origin, ASKED)).await.expect(403);
    assert_eq!(granted(account.id, &client).await, [""; 0]);
}
