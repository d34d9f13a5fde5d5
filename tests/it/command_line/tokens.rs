//! `annals token`.

use serde_json::{Value, json};

use super::made::{account, field};
use crate::support::{Binary, Client, service};

/// The binary as it makes tokens for the shared service.
fn binary() -> Binary {
    Binary::new().with("ANNALS_PUBLIC_URL", &service().origin)
}

fn create(binary: &Binary, account: &str, user: &str, more: &[&str]) -> crate::support::Run {
    let arguments = ["token", "create", "--account", account, "--user", user, "--json"];
    binary.run(&[&arguments, more].concat())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_made_here_works_is_listed_and_ends_when_it_is_revoked() {
    let binary = binary();
    let made = account(&binary);
    let more = [
        "--permissions",
        "memory:write memory:read",
        "--agent",
        "robo",
        "--device",
        "rack 7",
        "--profile",
        "remember",
        "--expires",
        "12h",
    ];
    let token = create(&binary, &made.account, &made.email, &more).json();
    let mut fields: Vec<&String> = token.as_object().unwrap().keys().collect();
    fields.sort();
    assert_eq!(fields, ["expires_at", "token", "token_id"]);
    let text = token["token"].as_str().unwrap();
    assert!(text.starts_with("annals_"));
    let client = Client::new(&service().origin, text);
    let saved = client
        .post("/v1/memories", json!({"content": "Made by a robot.", "path": "projects/general"}))
        .await
        .expect(200);
    assert_eq!(saved["writer"]["agent"], "robo");
    assert_eq!(saved["device_label"], "rack 7");

    let list = binary.run(&["token", "list", "--account", &made.account, "--json"]);
    assert!(!list.out.contains(text) && !list.out.contains(text.rsplit('.').next().unwrap()));
    let row = list.json()[0].clone();
    assert_eq!(row["token_id"], token["token_id"]);
    assert_eq!(row["user_id"], json!(made.owner));
    assert_eq!(row["permissions"], json!(["memory:read", "memory:write"]));
    assert_eq!(
        (row["agent"].as_str(), row["device"].as_str(), row["profile"].as_str()),
        (Some("robo"), Some("rack 7"), Some("remember"))
    );
    assert_eq!(row["last_four"], json!(&text[text.len() - 4..]));
    assert_eq!((row["state"].as_str(), row["revoked_at"].is_null()), (Some("valid"), true));
    assert_eq!(row["expires_at"], token["expires_at"]);

    let id = token["token_id"].as_str().unwrap();
    let revoked = binary.run(&["token", "revoke", "--token-id", id, "--json"]).json();
    assert_eq!(revoked, json!({"token_id": id, "revoked": true}));
    assert_eq!(client.get("/v1/workspaces").await.refused(401), "unauthenticated");
    let row = binary.run(&["token", "list", "--account", &made.account, "--json"]).json()[0].clone();
    assert_eq!(row["state"], "revoked");
    assert!(row["revoked_at"].is_string());
    let words = binary.run(&["token", "list", "--account", &made.account]);
    assert!(words.out.contains(id) && words.out.contains("revoked") && !words.out.contains(text), "{}", words.out);
    assert_eq!(binary.run(&["token", "revoke", "--token-id", id]).code, 0, "revoking again changes nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_bound_to_a_scope_and_a_user_id_reaches_that_scope_alone() {
    let binary = binary();
    let made = account(&binary);
    binary.run(&["scope", "create", "--account", &made.account, "--path", "teams/eng/projects/x", "--json"]).json();
    let more = ["--permissions", "memory:write", "--scope", "teams/eng"];
    let token = create(&binary, &made.account, &made.owner, &more).json();
    let client = Client::new(&service().origin, token["token"].as_str().unwrap());
    let keep =
        async |path: &str| client.post("/v1/memories", json!({"content": "Kept.", "path": path})).await.status.as_u16();
    assert_eq!(keep("teams/eng/projects/x").await, 200);
    assert_eq!(keep("projects/general").await, 404);
    assert_eq!(keep("notes").await, 403);
}

#[test]
fn the_default_lifetime_is_ninety_days() {
    let binary = binary();
    let made = account(&binary);
    let token = create(&binary, &made.account, &made.email, &["--permissions", "memory:read"]).json();
    let expires: chrono::DateTime<chrono::Utc> = token["expires_at"].as_str().unwrap().parse().unwrap();
    let days = (expires - annals::clock::Clock::default().now()).num_minutes();
    assert!((89 * 1_440..=90 * 1_440).contains(&days), "{days}");
}

#[test]
fn a_viewer_gets_no_token_that_writes_and_a_member_none_that_administers() {
    let binary = binary();
    let made = account(&binary);
    for (role, fine, above) in [
        ("viewer", "memory:read decisions:read mcp:read", "memory:write"),
        ("viewer", "memory:read", "rules:confirm"),
        ("member", "memory:write ledger:write", "tokens:write"),
        ("member", "memory:read", "audit:read"),
    ] {
        let email = format!("{}@example.com", annals::ids::RequestId::generate());
        binary.run(&["user", "create", "--account", &made.account, "--email", &email, "--role", role, "--json"]).json();
        create(&binary, &made.account, &email, &["--permissions", fine]).json();
        let refusal = create(&binary, &made.account, &email, &["--permissions", &format!("{fine} {above}")]).refusal();
        assert_eq!(field(&refusal), "--permissions");
        let detail = refusal["detail"].as_str().unwrap();
        assert!(detail.contains(role) && detail.contains(above), "{detail}");
    }
    let list: Value = binary.run(&["token", "list", "--account", &made.account, "--json"]).json();
    assert_eq!(list.as_array().unwrap().len(), 4, "refused ones leave no row");
}

#[test]
fn what_is_wrong_with_a_token_is_named_by_its_flag() {
    let binary = binary();
    let (made, other) = (account(&binary), account(&binary));
    let fine = ["--permissions", "memory:read"];
    let with = |more: &[&str]| create(&binary, &made.account, &made.email, more).refusal();
    for (more, flag) in [
        (vec!["--permissions", ""], "--permissions"),
        (vec!["--permissions", "memory:fly"], "--permissions"),
        (vec!["--permissions", "memory:read,memory:write"], "--permissions"),
        ([&fine[..], &["--scope", "projects/none"]].concat(), "--scope"),
        ([&fine[..], &["--scope", "../x"]].concat(), "--scope"),
        ([&fine[..], &["--expires", "forever"]].concat(), "--expires"),
        ([&fine[..], &["--expires", "0d"]].concat(), "--expires"),
        ([&fine[..], &["--expires", "10y"]].concat(), "--expires"),
        ([&fine[..], &["--expires", "400d"]].concat(), "--expires"),
        ([&fine[..], &["--agent", " "]].concat(), "--agent"),
        ([&fine[..], &["--agent", "two\nlines"]].concat(), "--agent"),
        ([&fine[..], &["--device", ""]].concat(), "--device"),
    ] {
        let refusal = with(&more);
        assert_eq!((refusal["code"].as_str(), field(&refusal)), (Some("invalid_input"), flag), "{more:?}");
    }
    let foreign = create(&binary, &made.account, &other.email, &fine).refusal();
    assert_eq!(field(&foreign), "--user");
    let unknown = create(&binary, &made.account, "usr_0190a0b0c0d07000800090a0b0c0d0e0", &fine).refusal();
    assert_eq!(field(&unknown), "--user");
    assert_eq!(foreign["detail"], unknown["detail"]);
    let profile = create(&binary, &made.account, &made.email, &["--permissions", "memory:read", "--profile", "root"]);
    assert_eq!(profile.code, 2);
    assert!(profile.err.contains("generic decisions facts remember workspaces chatgpt claude"), "{}", profile.err);
    for id in ["x", "tok_0190a0b0c0d07000800090a0b0c0d0e0"] {
        let refusal = binary.run(&["token", "revoke", "--token-id", id, "--json"]).refusal();
        assert_eq!(field(&refusal), "--token-id", "{id}");
    }
    let token = create(&binary, &made.account, &made.email, &fine).json();
    let id = token["token_id"].as_str().unwrap();
    let refusal = binary.run(&["token", "revoke", "--token-id", id, "--account", &other.account, "--json"]).refusal();
    assert_eq!(field(&refusal), "--token-id", "another account's token is not there");
    let empty = binary.run(&["token", "list", "--account", &other.account]);
    assert!(empty.out.contains("annals token create"), "{}", empty.out);
}
