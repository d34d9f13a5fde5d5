//! `--help` is enough, and a wrong command line says what is right.

use crate::support::Binary;

const COMMANDS: [(&[&str], &[&str]); 14] = [
    (&["serve"], &[]),
    (&["migrate"], &["--json"]),
    (&["account", "create"], &["--name", "--owner-email", "--json"]),
    (&["account", "list"], &["--json"]),
    (&["user", "create"], &["--account", "--email", "--role", "--json"]),
    (
        &["token", "create"],
        &["--account", "--user", "--permissions", "--scope", "--agent", "--device", "--profile", "--expires", "--json"],
    ),
    (&["token", "list"], &["--account", "--json"]),
    (&["token", "revoke"], &["--token-id", "--account", "--json"]),
    (&["scope", "create"], &["--account", "--path", "--json"]),
    (&["import"], &["[FILE]", "--documents", "--account", "--scope", "--user", "--no-fold", "--json"]),
    (&["export"], &["--account", "--scope", "--out", "--user"]),
    (&["openapi"], &["--dir"]),
    (&["doctor"], &["--json"]),
    (&[], &["serve", "migrate", "account", "user", "token", "scope", "import", "export", "openapi", "doctor"]),
];

#[test]
fn every_command_explains_itself_without_any_setting() {
    let bare = Binary::new()
        .without("ANNALS_DATABASE_URL")
        .without("ANNALS_OWNER_DATABASE_URL")
        .without("ANNALS_MASTER_KEY")
        .without("ANNALS_EMBEDDER");
    for (command, flags) in COMMANDS {
        let help = bare.run(&[command, &["--help"]].concat());
        assert_eq!((help.code, help.err.as_str()), (0, ""), "{command:?}");
        assert!(help.out.contains("Usage: annals"), "{}", help.out);
        for flag in flags {
            assert!(help.out.contains(flag), "{flag} is not in the help of {command:?}");
            let line = help
                .out
                .lines()
                .position(|line| line.trim_start().starts_with(flag))
                .map(|at| help.out.lines().skip(at).take(2).collect::<Vec<_>>().join(" ").replace(flag, ""));
            let said = line.unwrap_or_default();
            assert!(
                said.chars().filter(|letter| letter.is_alphabetic()).count() > 8,
                "{flag} of {command:?} is not explained: {said:?}"
            );
        }
    }
    let version = bare.run(&["--version"]);
    assert_eq!(version.out.trim(), format!("annals {}", env!("CARGO_PKG_VERSION")));
}

#[test]
fn the_help_of_a_token_names_its_choices() {
    let help = Binary::new().run(&["token", "create", "--help"]).out;
    for word in
        ["memory:read memory:write", "generic, decisions, facts, remember, workspaces, chatgpt", "90d", "366 days"]
    {
        assert!(help.split_whitespace().collect::<Vec<_>>().join(" ").contains(word), "{word} is not in {help}");
    }
}

#[test]
fn a_wrong_command_line_ends_with_two_and_says_what_is_right() {
    let binary = Binary::new();
    for arguments in [
        &[][..],
        &["fly"],
        &["token"],
        &["token", "create"],
        &["scope", "create", "--account", "x"],
        &["import"],
        &["doctor", "--loud"],
        &["serve", "now"],
    ] {
        let run = binary.run(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains("Usage:"), "{}", run.err);
    }
}

#[test]
fn a_setting_that_is_missing_or_wrong_is_named_and_its_value_is_not_shown() {
    let binary = Binary::new();
    let cases: [(Binary, &[&str], &str); 9] = [
        (binary.clone().without("ANNALS_DATABASE_URL"), &["account", "list"], "ANNALS_DATABASE_URL"),
        (binary.clone().without("ANNALS_OWNER_DATABASE_URL"), &["migrate"], "ANNALS_OWNER_DATABASE_URL"),
        (binary.clone().without("ANNALS_MASTER_KEY"), &["serve"], "ANNALS_MASTER_KEY"),
        (binary.clone().with("ANNALS_MASTER_KEY", "hunter2-hunter2"), &["serve"], "ANNALS_MASTER_KEY"),
        (binary.clone().with("ANNALS_DATABASE_URL", "hunter2-hunter2"), &["account", "list"], "ANNALS_DATABASE_URL"),
        (binary.clone().with("ANNALS_PUBLIC_URL", "http://memory.example.com"), &["serve"], "ANNALS_PUBLIC_URL"),
        (binary.clone().with("ANNALS_EMBEDDER", "hunter2-hunter2"), &["serve"], "ANNALS_EMBEDDER"),
        (binary.clone().with("ANNALS_BIND", "hunter2-hunter2"), &["serve"], "ANNALS_BIND"),
        (binary.clone().with("ANNALS_LOG", "annals=hunter2-hunter2"), &["serve"], "ANNALS_LOG"),
    ];
    for (binary, arguments, name) in cases {
        let run = binary.run(arguments);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{name}: {run:?}");
        assert!(run.err.contains(name), "{name}: {}", run.err);
        assert!(!run.err.contains("hunter2"), "{name}: {}", run.err);
    }
}
