//! `is_only_secret`, the table itself, and how overlapping findings are joined.

use super::positives::{bare, carried, key_blocks};
use crate::redact::redacted::all_kinds;
use crate::redact::span::{Span, join_overlapping};
use crate::redact::token_table::TOKENS;
use crate::redact::{Policy, redact};

#[test]
fn a_secret_alone_or_with_its_label_is_only_a_secret() {
    for positive in
        bare().into_iter().chain(key_blocks().into_iter().filter(|positive| !positive.text.contains("PuTTY")))
    {
        for text in [
            positive.text.clone(),
            format!("  {}\n", positive.text),
            format!("password: {}", positive.text),
            format!("MY_VALUE=\"{}\"", positive.text),
            format!("my GitHub token is {}.", positive.text),
            format!("{0}, {0}", positive.text),
        ] {
            let redacted = redact(&text, Policy::default());
            assert!(redacted.is_only_secret(), "{text} → {}", redacted.text);
        }
    }
}

#[test]
fn headers_and_hooks_alone_are_only_secrets() {
    for positive in carried()
        .iter()
        .filter(|positive| {
            matches!(
                positive.kind,
                "bearer-token" | "api-key" | "basic-credentials" | "slack-webhook" | "discord-webhook"
            )
        })
        .filter(|positive| !positive.text.starts_with("curl") && !positive.text.contains("auths"))
    {
        let redacted = redact(&positive.text, Policy::default());
        assert!(redacted.is_only_secret(), "{}", redacted.text);
    }
}

#[test]
fn a_text_that_says_more_is_not_only_a_secret() {
    let secret = &bare()[6].text;
    let texts = [
        format!("The importer authenticates with {secret} against the billing host."),
        format!("Maria: {secret} expires in June"),
        format!("postgres://maria:{}@db.example.com/app", "hT7x9q"),
        "no secret at all".to_owned(),
        String::new(),
        "password:".to_owned(),
    ];
    for text in texts {
        assert!(!redact(&text, Policy::default()).is_only_secret(), "{text}");
    }
}

#[test]
fn kinds_are_kebab_case() {
    for kind in all_kinds() {
        assert!(
            kind.split('-')
                .all(|word| !word.is_empty()
                    && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())),
            "{kind}"
        );
    }
}

#[test]
fn every_expression_of_the_table_compiles_and_no_prefix_is_empty() {
    use crate::redact::pattern_table::{CARD_NUMBER, EMAIL_ADDRESS, PATTERNS};
    use crate::redact::patterns::compiled;
    for pattern in PATTERNS.iter().chain([&EMAIL_ADDRESS, &CARD_NUMBER]) {
        let expression = compiled(pattern);
        assert!(!expression.is_match(""), "{}", pattern.expression);
        assert!(!pattern.hints.is_empty());
    }
    assert!(TOKENS.iter().all(|token| token.prefix.len() >= 2 && token.prefix.is_ascii() && token.at_least >= 12));
}

#[test]
fn overlapping_findings_become_one_of_the_best_kind() {
    let contextual = Span::contextual(4..20, "password");
    let structured = Span::structured(8..20, "github-token");
    assert_eq!(
        join_overlapping(vec![structured, contextual]),
        [Span { start: 4, end: 20, kind: "github-token", structured: true }]
    );
    let first = Span::structured(0..5, "jwt");
    let longer = Span::structured(0..9, "bearer-token");
    assert_eq!(join_overlapping(vec![first, longer]), [longer]);
    let apart = Span::structured(9..12, "jwt");
    assert_eq!(join_overlapping(vec![apart, longer]), [longer, apart]);
}
