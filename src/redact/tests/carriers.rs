//! Every made-up secret in every carrier: the secret is gone, the kind is right, what is around it stays.

use super::positives::{Positive, bare, carried, contextual, key_blocks};
use crate::redact::{Policy, redact};

/// What may stand around a secret: name, and the text in front of and behind it.
const CARRIERS: &[(&str, &str, &str)] = &[
    ("bare", "", ""),
    ("sentence", "We used ", " for the import, and it worked."),
    ("full stop", "It was ", "."),
    ("JSON string", r#"{"note": "x", "n": ["#, r#""], "b": 1}"#),
    ("escaped line end", r"first line\n", r"\nlast line"),
    ("env line", "DEPLOY_VALUE=", "\nNEXT=1"),
    ("quoted env line", "export VALUE='", "'"),
    ("YAML", "value: ", "\nnext: 1"),
    ("URL query", "https://example.com/p?a=1&v=", "&b=2"),
    ("percent-encoded", "x%20", "%20y"),
    ("CJK", "密钥在这里", "请勿外传"),
    ("kana", "これは", "です"),
    ("parentheses", "(", ")"),
    ("Markdown", "`", "`"),
    ("HTML", "<td>", "</td>"),
    ("comma list", "a,", ",b"),
];

fn assert_cut(positive: &Positive, carrier: &str, text: &str) {
    let redacted = redact(text, Policy::default());
    assert!(
        !redacted.text.contains(&positive.secret),
        "{} survives in {carrier}: {} → {}",
        positive.kind,
        text,
        redacted.text
    );
    assert!(redacted.count() >= 1);
}

#[test]
fn every_structured_secret_is_cut_in_every_carrier() {
    for positive in bare() {
        for (name, before, after) in CARRIERS {
            let text = format!("{before}{}{after}", positive.text);
            assert_cut(&positive, name, &text);
            let redacted = redact(&text, Policy::default());
            assert_eq!(redacted.text, format!("{before}[redacted:{}]{after}", positive.kind), "in {name}: {text}");
        }
    }
}

#[test]
fn every_key_block_is_cut() {
    for positive in key_blocks() {
        for (name, before, after) in [
            ("bare", "", ""),
            ("JSON", "{\"key\": \"", "\"}"),
            ("text", "Key:\n", "\nThe rest of the note stays here."),
        ] {
            let text = format!("{before}{}{after}", positive.text);
            assert_cut(&positive, name, &text);
            let redacted = redact(&text, Policy::default());
            assert!(redacted.text.starts_with(before) && redacted.text.ends_with(after), "{text} → {}", redacted.text);
            assert!(redacted.findings.iter().any(|finding| finding.kind == "private-key"));
        }
    }
}

#[test]
fn every_carried_secret_is_cut_and_named() {
    for positive in carried().into_iter().chain(contextual()) {
        for (name, before, after) in
            [("bare", "", ""), ("sentence", "Note:\n", "\n– end."), ("lines", "first\n", "\nlast")]
        {
            let text = format!("{before}{}{after}", positive.text);
            assert_cut(&positive, name, &text);
            let redacted = redact(&text, Policy::default());
            assert!(
                redacted.findings.iter().any(|finding| finding.kind == positive.kind),
                "{text} → {}",
                redacted.text
            );
        }
    }
}

#[test]
fn contextual_secrets_are_cut_inside_a_json_string_of_a_larger_document() {
    for positive in carried().into_iter().chain(contextual()) {
        let text = serde_json::json!({ "content": positive.text, "tags": ["a"] }).to_string();
        let inner = serde_json::json!(positive.secret).to_string();
        let redacted = redact(&text, Policy::default());
        assert!(!redacted.text.contains(inner.trim_matches('"')), "{text} → {}", redacted.text);
    }
}

#[test]
fn a_url_keeps_all_but_its_password() {
    let text = format!("postgres://maria:{}@db.example.com:5432/app?sslmode=require", "hT7x9q");
    assert_eq!(
        redact(&text, Policy::default()).text,
        "postgres://maria:[redacted:connection-string]@db.example.com:5432/app?sslmode=require"
    );
}

#[test]
fn several_secrets_in_a_line_are_all_cut() {
    let all = bare();
    let line = all.iter().map(|positive| positive.text.as_str()).collect::<Vec<_>>().join(" and ");
    let redacted = redact(&line, Policy::default());
    for positive in &all {
        assert!(!redacted.text.contains(&positive.secret), "{}", positive.kind);
    }
    assert_eq!(redacted.count() as usize, all.len());
    assert_eq!(redacted.text.matches(" and ").count(), all.len() - 1);
}

#[test]
fn findings_are_counted_by_kind_in_a_stable_order() {
    let all = bare();
    let github = all.iter().find(|positive| positive.kind == "github-token").unwrap();
    let aws = all.iter().find(|positive| positive.kind == "aws-access-key").unwrap();
    let redacted = redact(&format!("{0} {1} {0}", github.text, aws.text), Policy::default());
    let counts: Vec<(&str, u32)> = redacted.findings.iter().map(|finding| (finding.kind, finding.count)).collect();
    assert_eq!(counts, [("aws-access-key", 1), ("github-token", 2)]);
    assert_eq!(redacted.count(), 3);
}

#[test]
fn a_secret_cannot_hide_in_a_made_up_marker() {
    let github = &bare().into_iter().find(|positive| positive.kind == "github-token").unwrap().text;
    let redacted = redact(&format!("[redacted:{github}]"), Policy::default());
    assert!(!redacted.text.contains(github.as_str()));
}
