//! `annals account` and `annals user`.

use super::made::{account, field};
use crate::support::Binary;

#[test]
fn an_account_is_made_with_its_owner_and_a_password_that_is_shown_once() {
    let binary = Binary::new();
    let email = format!("{}@example.com", annals::ids::RequestId::generate());
    let made = binary.run(&["account", "create", "--name", " Acme & Söhne ", "--owner-email", &email, "--json"]).json();
    assert!(made["account_id"].as_str().unwrap().starts_with("acc_"), "{made}");
    assert!(made["user_id"].as_str().unwrap().starts_with("usr_"));
    assert!(made["password"].as_str().unwrap().len() >= 16);
    assert_eq!(made.as_object().unwrap().len(), 3);
    let list = binary.run(&["account", "list", "--json"]).json();
    let listed = list.as_array().unwrap().iter().find(|item| item["account_id"] == made["account_id"]).unwrap().clone();
    assert_eq!(listed["name"], "Acme & Söhne");
    assert!(listed["created_at"].as_str().unwrap().ends_with('Z'));
    let words = binary.run(&["account", "list"]);
    assert_eq!(words.code, 0);
    assert!(words.out.contains(made["account_id"].as_str().unwrap()));
}

#[test]
fn in_words_the_answer_names_account_owner_and_password() {
    let binary = Binary::new();
    let email = format!("{}@example.com", annals::ids::RequestId::generate());
    let made = binary.run(&["account", "create", "--name", "In words", "--owner-email", &email]);
    assert_eq!((made.code, made.err.as_str()), (0, ""));
    for part in ["acc_", "usr_", "In words", &email, "Password, shown once: "] {
        assert!(made.out.contains(part), "{part} is not in {}", made.out);
    }
}

#[test]
fn people_are_added_with_a_role_and_keep_their_password_in_a_second_account() {
    let binary = Binary::new();
    let (one, other) = (account(&binary), account(&binary));
    let add = |account: &str, email: &str, role: &str| {
        binary.run(&["user", "create", "--account", account, "--email", email, "--role", role, "--json"])
    };
    for role in ["owner", "admin", "member", "viewer"] {
        let email = format!("{role}.{}@example.com", annals::ids::RequestId::generate());
        let made = add(&one.account, &email, role).json();
        assert!(made["user_id"].as_str().unwrap().starts_with("usr_"));
        assert!(made["password"].as_str().unwrap().len() >= 16);
        let again = add(&other.account, &email.to_uppercase(), role).json();
        assert_eq!(again["user_id"], made["user_id"], "one person, two accounts");
        assert!(again["password"].is_null());
        let twice = add(&one.account, &email, role).refusal();
        assert_eq!(twice["code"], "conflict", "{twice}");
    }
}

#[test]
fn what_is_wrong_is_named_by_its_flag() {
    let binary = Binary::new();
    let made = account(&binary);
    let cases: [(&[&str], &str); 8] = [
        (&["account", "create", "--name", " ", "--owner-email", "a@example.com"], "--name"),
        (&["account", "create", "--name", "x", "--owner-email", "nobody"], "--owner-email"),
        (&["account", "create", "--name", "x", "--owner-email", "a@b@c"], "--owner-email"),
        (&["account", "create", "--name", "x", "--owner-email", "a b@c"], "--owner-email"),
        (&["user", "create", "--account", &made.account, "--email", "@", "--role", "member"], "--email"),
        (&["user", "create", "--account", "acc_1", "--email", "a@b", "--role", "member"], "--account"),
        (
            &[
                "user",
                "create",
                "--account",
                "acc_0190a0b0c0d07000800090a0b0c0d0e0",
                "--email",
                "a@b",
                "--role",
                "member",
            ],
            "--account",
        ),
        (&["user", "create", "--account", &made.owner, "--email", "a@b", "--role", "member"], "--account"),
    ];
    for (arguments, flag) in cases {
        let refusal = binary.run(&[arguments, &["--json"]].concat()).refusal();
        assert_eq!((refusal["code"].as_str(), field(&refusal)), (Some("invalid_input"), flag), "{arguments:?}");
        let words = binary.run(arguments);
        assert_eq!((words.code, words.out.as_str()), (1, ""), "{arguments:?}");
        assert!(words.err.starts_with(&format!("annals: {flag}: ")), "{}", words.err);
    }
    let role = binary.run(&["user", "create", "--account", &made.account, "--email", "a@b", "--role", "king"]);
    assert_eq!(role.code, 2);
    assert!(role.err.contains("king") && role.err.contains("owner admin member viewer"), "{}", role.err);
}

#[test]
fn names_of_people_never_collide_in_paths() {
    let binary = Binary::new();
    let made = account(&binary);
    for host in ["a", "b", "c"] {
        let email = format!("sam@{}.{host}.example", annals::ids::RequestId::generate());
        binary
            .run(&["user", "create", "--account", &made.account, "--email", &email, "--role", "member", "--json"])
            .json();
    }
    assert!(made.email.contains('@'));
}
