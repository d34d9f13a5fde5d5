//! `annals import` and `annals export`.

use serde_json::{Value, json};

use super::made::account;
use crate::support::Binary;

fn import(binary: &Binary, account: &str, input: &str, more: &[&str]) -> crate::support::Run {
    binary.run_with_input(&[&["import", "-", "--account", account, "--json"], more].concat(), input)
}

fn lines(records: &[Value]) -> String {
    records.iter().flat_map(|record| [record.to_string(), "\n".to_owned()]).collect()
}

#[test]
fn what_is_exported_imports_into_another_account_unchanged_and_twice_adds_nothing() {
    let binary = Binary::new();
    let (from, to) = (account(&binary), account(&binary));
    let records: Vec<Value> = (0..450)
        .map(|number| {
            json!({
                "content": format!("Record {number}\nof “many”."), "path": "wiki", "kind": "fact", "session": "s1", "position": number,
                "external_id": format!("w-{number}"), "author": "Ann", "recorded_at": "2023-01-02T03:04:05Z", "occurred_at": "2023-01-01T00:00:00Z",
            })
        })
        .collect();
    let first = import(&binary, &from.account, &lines(&records), &["--scope", "projects/wiki"]);
    assert_eq!(first.json()["stored"], 450);
    assert!(first.err.contains("lines read"), "a long import says how far it is: {}", first.err);
    let again = import(&binary, &from.account, &lines(&records), &["--scope", "projects/wiki"]).json();
    assert_eq!((again["stored"].as_u64(), again["already_there"].as_u64()), (Some(0), Some(450)));

    let out = binary.run(&["export", "--account", &from.account]);
    assert_eq!(out.code, 0);
    assert!(out.err.contains("Exported 450 records"), "{}", out.err);
    let exported: Vec<Value> = out.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(exported.len(), 450);
    let mut sample = records[7].clone();
    sample["path"] = json!("projects/wiki/wiki");
    assert!(exported.contains(&sample), "{}", exported[7]);

    let folder = tempfile("export");
    let file = folder.join("records.jsonl");
    let path = file.to_str().unwrap();
    let scoped = binary.run(&["export", "--account", &from.account, "--scope", "projects/wiki", "--out", path]);
    assert_eq!((scoped.code, scoped.out.as_str()), (0, ""));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), out.out);
    let taken = binary.run(&["import", path, "--account", &to.account, "--json"]).json();
    assert_eq!(taken["stored"], 450);
    let back = binary.run(&["export", "--account", &to.account]);
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&back.out), sorted(&out.out));
    std::fs::remove_dir_all(folder).unwrap();
}

/// A folder of this test's own.
fn tempfile(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("annals-test-{name}-{}", annals::ids::RequestId::generate()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn bad_lines_are_reported_by_number_the_rest_is_taken_and_the_exit_code_says_so() {
    let binary = Binary::new();
    let made = account(&binary);
    let input = "{\"content\": \"One.\"}\n\nnot json\n{\"content\": \"\"}\n[1]\n{\"content\": \"Two.\", \"colour\": 1}\n{\"content\": \"x\", \"content\": \"y\"}\n{\"content\": \"\\ud800\"}\n{\"content\": \"Three.\"}";
    let run = import(&binary, &made.account, input, &["--scope", "projects/general"]);
    assert_eq!(run.code, 1);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(report["stored"], 2, "{report}");
    let numbers: Vec<u64> =
        report["refused"].as_array().unwrap().iter().map(|refused| refused["line"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [3, 4, 5, 6, 7, 8]);
    let words = binary.run_with_input(&["import", "-", "--account", &made.account], input);
    assert_eq!(words.code, 1);
    assert!(words.out.contains("refused 6.") && words.out.contains("line 6: colour"), "{}", words.out);
    let after = binary.run(&["export", "--account", &made.account]);
    assert_eq!(after.out.lines().count(), 4, "the words went to the root, the first run to the project");
}

#[test]
fn invalid_utf8_in_a_line_is_that_lines_fault_alone() {
    let binary = Binary::new();
    let made = account(&binary);
    let folder = std::env::temp_dir().join(format!("annals-test-{}", annals::ids::RequestId::generate()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("broken.jsonl");
    std::fs::write(&file, b"{\"content\": \"Good.\"}\n{\"content\": \"\xff\xfe\"}\n{\"content\": \"Also good.\"}\n")
        .unwrap();
    let run = binary.run(&["import", file.to_str().unwrap(), "--account", &made.account, "--json"]);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((report["stored"].as_u64(), report["refused"][0]["line"].as_u64()), (Some(2), Some(2)), "{report}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn folding_is_switched_off_on_request() {
    let binary = Binary::new();
    let made = account(&binary);
    let input = lines(&[json!({"content": "Same."}), json!({"content": "same"})]);
    let folded = import(&binary, &made.account, &input, &["--scope", "projects/a"]).json();
    assert_eq!((folded["stored"].as_u64(), folded["seen_again"].as_u64()), (Some(1), Some(1)));
    let unfolded = import(&binary, &made.account, &input, &["--scope", "projects/b", "--no-fold"]).json();
    assert_eq!((unfolded["stored"].as_u64(), unfolded["seen_again"].as_u64()), (Some(2), Some(0)));
}

#[test]
fn the_member_as_whom_to_work_bounds_it() {
    let binary = Binary::new();
    let made = account(&binary);
    let email = format!("{}@example.com", annals::ids::RequestId::generate());
    binary.run(&["user", "create", "--account", &made.account, "--email", &email, "--role", "member", "--json"]).json();
    binary.run(&["scope", "create", "--account", &made.account, "--path", "teams/closed", "--json"]).json();
    import(&binary, &made.account, "{\"content\": \"For the team.\", \"path\": \"teams/closed\"}", &[]).json();
    import(&binary, &made.account, "{\"content\": \"For all.\", \"path\": \"notes\"}", &["--user", &made.email]).json();
    let refused = binary.run_with_input(
        &["import", "-", "--account", &made.account, "--user", &email, "--json"],
        "{\"content\": \"x\"}",
    );
    assert_eq!(refused.refusal()["code"], "forbidden");
    let out = binary.run(&["export", "--account", &made.account, "--user", &email]);
    assert_eq!((out.code, out.out.lines().count()), (0, 1), "{out:?}");
    assert!(out.out.contains("For all."));
}

#[test]
fn files_accounts_and_scopes_that_are_not_there_are_named() {
    let binary = Binary::new();
    let made = account(&binary);
    let missing = binary.run(&["import", "/no/such/file.jsonl", "--account", &made.account]);
    assert_eq!(missing.code, 1);
    assert!(missing.err.contains("FILE: cannot be read"), "{}", missing.err);
    let unwritable = binary.run(&["export", "--account", &made.account, "--out", "/no/such/folder/x"]);
    assert_eq!(unwritable.code, 1);
    assert!(unwritable.err.contains("--out: cannot be written"), "{}", unwritable.err);
    let scope = binary.run(&["export", "--account", &made.account, "--scope", "projects/none"]);
    assert_eq!(scope.code, 1);
    assert!(scope.err.contains("scope"), "{}", scope.err);
    let stranger = binary.run(&["export", "--account", "acc_0190a0b0c0d07000800090a0b0c0d0e0"]);
    assert_eq!(stranger.code, 1);
    assert!(stranger.err.contains("--account"), "{}", stranger.err);
    let empty = import(&binary, &made.account, "", &[]).json();
    assert_eq!(empty["stored"], 0);
}
