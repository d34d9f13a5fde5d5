//! `annals import --documents`: a folder of Markdown records, taken in at the command line.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::written::ids;
use crate::support::{Account, Binary, Client, Run, service, stored};

/// A folder of a test's own, which is removed with this value.
struct Folder(PathBuf);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = std::env::temp_dir().join(format!("annals-test-{}", annals::ids::RequestId::generate()));
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
        Self(folder)
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed stays in the system's own folder for such things.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn import(account: &Account<'_>, folder: &Path, more: &[&str]) -> Run {
    let id = account.id.to_string();
    let arguments = ["import", "--documents", folder.to_str().unwrap(), "--account", id.as_str()];
    Binary::new().run(&[&arguments, more].concat())
}

fn report(run: &Run) -> Value {
    serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("no report: {run:?}"))
}

async fn listed(client: &Client) -> Vec<(String, i64, String, String)> {
    let answer = client.get("/v1/documents?page_size=200").await.expect(200);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let documents = answer["documents"].as_array().unwrap();
    documents
        .iter()
        .map(|one| (text(&one["kind"]), one["number"].as_i64().unwrap(), text(&one["title"]), text(&one["status"])))
        .collect()
}

const RECORDS: [(&str, &str); 6] = [
    (
        "0001-use-postgres.md",
        "# 1. Use Postgres\n\nDate: 2026-03-11\n\n## Status\n\nAccepted\n\n## Context\n\nWe need a database.\n",
    ),
    (
        "0002-retries.md",
        "---\ntitle: \"Send webhooks again\"\nstatus: proposed\nnumber: 2\n---\n\n## Problem\n\nNot sent again.\n",
    ),
    ("0003-queue.MD", "# ADR-0003: One queue\r\n\r\n* Status: superseded by [ADR 4](0004-two.md)\r\n\r\nOne.\r\n"),
    ("0004-two.markdown", "# Two queues\n\nTwo, by its name.\n"),
    ("rfc-0007-api.md", "# RFC 7 – An API\n\n**Status:** Draft\n\nText.\n"),
    ("notes.md", "---\nid: ADR-9\ntitle: Notes\n---\n# Something\n\nText.\n"),
];

#[tokio::test(flavor = "multi_thread")]
async fn title_status_and_number_are_read_from_headings_and_front_matter() {
    let account = service().account().await;
    let client = account.client().await;
    let folder = Folder::new(&RECORDS);
    let run = import(&account, folder.path(), &["--json"]);
    let counts = json!({"created": 6, "updated": 0, "unchanged": 0, "skipped": [], "refused": []});
    assert_eq!((run.code, report(&run)), (0, counts));
    let said = |kind: &str, number: i64, title: &str, status: &str| {
        (kind.to_owned(), number, title.to_owned(), status.to_owned())
    };
    assert_eq!(
        listed(&client).await,
        [
            said("adr", 1, "Use Postgres", "accepted"),
            said("adr", 2, "Send webhooks again", "proposed"),
            said("adr", 3, "One queue", "superseded by adr 4"),
            said("adr", 4, "Two queues", ""),
            said("adr", 9, "Notes", ""),
            said("rfc", 7, "An API", "draft"),
        ]
    );
    let second = ids(&client.get("/v1/documents?number=2").await.expect(200)["documents"]).remove(0);
    let body = client.get(&format!("/v1/documents/{second}")).await.expect(200)["body"].clone();
    assert_eq!(body, "## Problem\n\nNot sent again.", "front matter is no text");
    let brief = client.post("/v1/brief", json!({"about": "doc:adr 3"})).await.expect(200);
    assert_eq!(brief["documents"][0]["name"], "doc:adr 3");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_imported_again_adds_nothing_and_a_changed_file_updates_its_document() {
    let account = service().account().await;
    let client = account.client().await;
    let folder = Folder::new(&RECORDS);
    import(&account, folder.path(), &[]);
    let before = (stored::rows_of(account.id).await, listed(&client).await);
    let again = import(&account, folder.path(), &["--json"]);
    assert_eq!(
        (again.code, report(&again)["unchanged"].as_u64(), report(&again)["created"].as_u64()),
        (0, Some(6), Some(0))
    );
    assert_eq!((stored::rows_of(account.id).await, listed(&client).await), before);
    fs::write(folder.path().join("0001-use-postgres.md"), "# 1. Use Postgres\n\n## Status\n\nDeprecated\n").unwrap();
    fs::rename(folder.path().join("0004-two.markdown"), folder.path().join("0004-renamed.markdown")).unwrap();
    let changed = import(&account, folder.path(), &[]);
    assert_eq!(changed.code, 0, "{changed:?}");
    assert_eq!(changed.out.trim(), "Created 0, updated 1, unchanged 5, skipped 0, refused 0.");
    assert_eq!(listed(&client).await[0].3, "deprecated");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_file_is_reported_by_its_name_and_does_not_stop_the_rest() {
    let account = service().account().await;
    let client = account.client().await;
    let folder = Folder::new(&[
        ("0001-good.md", "# 1. Good\n\nText.\n"),
        ("0002-empty.md", "---\ntitle: Empty\n---\n\n"),
        ("0003-twice.md", "# 1. Told again\n\nText.\n"),
        ("0004-strange-kind.md", "---\nkind: a kind\n---\n# 4. Strange\n\nText.\n"),
        ("README.md", "# About these records\n"),
        ("no-number.md", "# No number\n\nText.\n"),
        ("0099-also-good.md", "# 99. Also good\n\nText.\n"),
        ("other.txt", "# 5. Not Markdown\n"),
    ]);
    fs::write(folder.path().join("0005-latin-1.md"), b"# 5. Caf\xe9\n").unwrap();
    fs::write(folder.path().join("0006-huge.md"), format!("# 6. Huge\n\n{}", "x".repeat(1_000_001))).unwrap();
    fs::write(folder.path().join("0007-long.md"), format!("# 7. Long\n\n{}", "x".repeat(200_001))).unwrap();
    fs::create_dir(folder.path().join("0008-folder.md")).unwrap();
    fs::create_dir(folder.path().join("below")).unwrap();
    fs::write(folder.path().join("below/0010-below.md"), "# 10. Below\n\nText.\n").unwrap();

    let run = import(&account, folder.path(), &["--json"]);
    assert_eq!(run.code, 1, "{run:?}");
    let told = report(&run);
    assert_eq!((told["created"].as_u64(), told["skipped"][0]["file"].as_str()), (Some(2), Some("README.md")));
    let refused = told["refused"].as_array().unwrap();
    let expected = [
        ("0002-empty.md", "invalid_input", "holds no text"),
        ("0003-twice.md", "conflict", "0001-good.md"),
        ("0004-strange-kind.md", "invalid_input", "kind"),
        ("0005-latin-1.md", "invalid_input", "UTF-8"),
        ("0006-huge.md", "invalid_input", "1000000"),
        ("0007-long.md", "invalid_input", "200000"),
        ("no-number.md", "invalid_input", "number"),
    ];
    assert_eq!(refused.len(), expected.len(), "{told:#}");
    for (row, (file, code, says)) in refused.iter().zip(expected) {
        assert_eq!((row["file"].as_str(), row["code"].as_str()), (Some(file), Some(code)), "{row}");
        assert!(row["detail"].as_str().unwrap().contains(says), "{row}");
    }
    let numbers: Vec<i64> = listed(&client).await.iter().map(|(_, number, ..)| *number).collect();
    assert_eq!(numbers, [1, 99]);
    let words = import(&account, folder.path(), &[]);
    assert_eq!(words.code, 1);
    assert!(words.out.starts_with("Created 0, updated 0, unchanged 2, skipped 1, refused 7."), "{}", words.out);
    for (file, ..) in expected {
        assert!(words.out.contains(&format!("\n  {file}: ")), "{file}: {}", words.out);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_goes_to_the_scope_and_under_the_member_that_are_named() {
    let account = service().account().await;
    let client = account.client().await;
    let folder = Folder::new(&RECORDS[..2]);
    let there = import(&account, folder.path(), &["--scope", "projects/decided", "--json"]);
    assert_eq!((there.code, report(&there)["created"].as_u64()), (0, Some(2)));
    let here = import(&account, folder.path(), &["--json"]);
    assert_eq!(report(&here)["created"], 2, "the root's documents are others");
    assert_eq!(listed(&client).await.len(), 4);
    let vera = account.member(annals::auth::Role::Member, "vera").await.to_string();
    for (more, code) in [
        (["--scope", "teams/none", "--user", &vera], "not_found"),
        (["--scope", "notes", "--user", &vera], "invalid_input"),
        (["--scope", "projects/decided", "--user", "nobody@example.com"], "invalid_input"),
    ] {
        let run = import(&account, folder.path(), &[&more[..], &["--json"]].concat());
        assert_eq!(run.refusal()["code"], json!(code), "{more:?}");
    }
    assert_eq!(listed(&client).await.len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_cannot_be_read_is_refused_by_its_argument() {
    let account = service().account().await;
    let folder = Folder::new(&RECORDS[..1]);
    for missing in [folder.path().join("none"), folder.path().join(RECORDS[0].0)] {
        let refusal = import(&account, &missing, &["--json"]).refusal();
        assert_eq!((refusal["code"].as_str(), refusal["field"].as_str()), (Some("invalid_input"), Some("--documents")));
        let words = import(&account, &missing, &[]);
        assert!(words.err.contains("--documents: cannot be read as a folder"), "{}", words.err);
    }
    let empty = Folder::new(&[]);
    let run = import(&account, empty.path(), &["--json"]);
    assert_eq!((run.code, report(&run)["created"].as_u64()), (0, Some(0)));
    let both = import(&account, empty.path(), &["records.jsonl"]);
    assert_eq!(both.code, 2, "{both:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_in_a_file_is_cut() {
    let account = service().account().await;
    let secret = format!("ghp_Folder{}", "Zq81LmPx02VbNc73TyRw55KdHs66Jf");
    let folder = Folder::new(&[("0001-x.md", &format!("# 1. Rotate\n\nThe old one was {secret}.\n"))]);
    assert_eq!(import(&account, folder.path(), &[]).code, 0);
    assert_eq!(crate::support::stored::tables_that_hold(&secret).await, Vec::<String>::new());
    assert_eq!(crate::support::stored::tables_that_hold("the old one was [redacted").await, ["public.documents"]);
}
