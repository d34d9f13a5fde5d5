use proptest::prelude::*;

use super::*;

fn found(query: &str) -> Vec<(NeedleKind, String)> {
    exact_needles(query).into_iter().map(|needle| (needle.kind, needle.text)).collect()
}

fn texts(query: &str, kind: NeedleKind) -> Vec<String> {
    found(query).into_iter().filter(|(of, _)| *of == kind).map(|(_, text)| text).collect()
}

#[test]
fn ordinary_questions_have_none() {
    for query in [
        "",
        "   ",
        "What did we decide about the deploy?",
        "don't use Alice's key",
        "e.g. the API, i.e. v2",
        "等等 什么",
        "\"\"",
        "\" \"",
        "say \"x",
    ] {
        assert_eq!(found(query), [], "{query}");
    }
}

#[test]
fn quotations_of_every_kind() {
    assert_eq!(
        texts(
            "\"exact phrase\" and “another one” and «third» or 「四番」 `fn main` 'single here' „deutsch“",
            NeedleKind::Phrase
        ),
        ["exact phrase", "another one", "third", "四番", "fn main", "single here", "deutsch"]
    );
    assert_eq!(texts("'it isn't so' said", NeedleKind::Phrase), ["it isn't so"]);
    assert_eq!(texts(&format!("\"{}\"", "x".repeat(201)), NeedleKind::Phrase), [] as [&str; 0]);
}

#[test]
fn topics_keep_their_prefix() {
    assert_eq!(
        texts("why file:src/main.rs, Service:billing-api? (doc:\"Style guide\") file: doc:", NeedleKind::Topic),
        ["file:src/main.rs", "service:billing-api"]
    );
    assert_eq!(texts("doc:\"Style guide\" too", NeedleKind::Topic), ["doc:Style guide"]);
    assert_eq!(texts("profile:x", NeedleKind::Topic), [] as [&str; 0]);
}

#[test]
fn identifiers_and_paths() {
    assert_eq!(
        texts(
            "PROJ-123 in src/store/tx.rs, foo_bar std::sync main.rs a1b2c3d (alice@example.com)! /etc/hosts",
            NeedleKind::Identifier
        ),
        [
            "PROJ-123",
            "src/store/tx.rs",
            "foo_bar",
            "std::sync",
            "main.rs",
            "a1b2c3d",
            "alice@example.com",
            "/etc/hosts"
        ]
    );
}

#[test]
fn numbers_of_three_digits_and_more() {
    assert_eq!(
        texts("12 and 443, 1,000 on 2026-11-30 at 10:30. 订单号88231在", NeedleKind::Number),
        ["443", "1,000", "2026-11-30", "10:30", "88231"]
    );
}

#[test]
fn each_once_and_not_too_many() {
    assert_eq!(found("443 443 443").len(), 1);
    let many: String = (1_000..1_100).map(|number| format!("{number} ")).collect();
    assert_eq!(found(&many).len(), MAX_NEEDLES);
}

proptest! {
    #[test]
    fn any_query_is_survived(query in "\\PC{0,80}|[\"'`“”„「」a1 :/._-]{0,60}") {
        for needle in exact_needles(&query) {
            prop_assert!(!needle.text.is_empty());
        }
    }
}
