use super::*;

fn of(name: &str, text: &str) -> (String, u32, String, String) {
    let file = read(name, text).unwrap();
    (file.kind, file.number, file.title, file.status)
}

fn said(kind: &str, number: u32, title: &str, status: &str) -> (String, u32, String, String) {
    (kind.to_owned(), number, title.to_owned(), status.to_owned())
}

#[test]
fn records_after_nygard_are_read_from_their_headings() {
    let text = "# 12. Use Postgres\n\nDate: 2026-03-11\n\n## Status\n\nAccepted\n\n## Context\n\nWe need a database.\n";
    assert_eq!(of("0012-use-postgres.md", text), said("adr", 12, "Use Postgres", "accepted"));
}

#[test]
fn front_matter_wins_over_headings_and_headings_over_names() {
    let text = "---\ntitle: \"Send webhooks again\"\nnumber: 7\nstatus: proposed # for now\nkind: RFC\ntags:\n  - status: no\n---\n# 9. Another title\n\nStatus: rejected\n";
    assert_eq!(of("0001-a-name.md", text), said("rfc", 7, "Send webhooks again", "proposed"));
    assert_eq!(of("0001-a-name.md", "# ADR-0009: A heading\n\nText.\n"), said("adr", 9, "A heading", ""));
    assert_eq!(of("rfc-0003-a-name.md", "Text without a heading.\n"), said("rfc", 3, "a name", ""));
}

#[test]
fn the_forms_of_headings_in_use_are_read() {
    for (heading, number, title) in [
        ("12. Use Postgres", 12, "Use Postgres"),
        ("ADR 12: Use Postgres", 12, "Use Postgres"),
        ("ADR-0012 – Use Postgres", 12, "Use Postgres"),
        ("adr #12 Use Postgres", 12, "Use Postgres"),
        ("12 - Use Postgres", 12, "Use Postgres"),
        ("0012: Use **Postgres**", 12, "Use Postgres"),
        ("[ADR 12](https://example.com): Use Postgres", 12, "Use Postgres"),
    ] {
        let file = read("x.md", &format!("# {heading}\n\nText.\n")).unwrap();
        assert_eq!((file.number, file.title.as_str()), (number, title), "{heading}");
    }
}

#[test]
fn a_number_that_belongs_to_the_title_is_none_of_the_document() {
    let file = read("0004-speed.md", "# 3.5 times faster\n\nText.\n").unwrap();
    assert_eq!((file.number, file.title.as_str()), (4, "3.5 times faster"));
    let file = read("0005-hosts.md", "# 2nd host\n\nText.\n").unwrap();
    assert_eq!((file.number, file.title.as_str()), (5, "2nd host"));
    let file = read("0006-x.md", "# Decision making in teams\n\nText.\n").unwrap();
    assert_eq!((file.number, file.title.as_str()), (6, "Decision making in teams"));
}

#[test]
fn the_forms_of_a_status_in_use_are_read() {
    for (text, status) in [
        ("## Status\n\nSuperseded by [ADR 13](0013-x.md)", "superseded by adr 13"),
        ("* Status: accepted", "accepted"),
        ("- **Status**: Accepted", "accepted"),
        ("**Status:** Deprecated.", "deprecated"),
        ("## Status\n\n## Context", ""),
        ("The status: unclear", ""),
    ] {
        let file = read("0001-x.md", &format!("# 1. Title\n\n{text}\n")).unwrap();
        assert_eq!(file.status, status, "{text}");
    }
}

#[test]
fn what_is_missing_is_said() {
    assert!(read("readme.md", "# About these records\n\nText.\n").unwrap_err().contains("number"));
    assert!(read("0001.md", "No heading.\n").unwrap_err().contains("title"));
    assert!(read("0001-x.md", "---\ntitle: x\n---\n\n").unwrap_err().contains("no text"));
}

#[test]
fn a_body_is_kept_without_its_front_matter_and_an_unclosed_one_is_text() {
    assert_eq!(read("1-x.md", "---\ntitle: x\n---\n# 1. X\r\n\r\nText.\n").unwrap().body, "# 1. X\n\nText.");
    assert!(read("1-x.md", "---\n# 1. X\n").unwrap().body.starts_with("---"));
}
