use super::*;
use proptest::prelude::*;

#[test]
fn pairs_give_kinds_and_the_rest_is_the_records_own() {
    let path = ScopePath::parse("teams/engineering/projects/billing/decisions/2026").expect("a path");
    let (pairs, rest) = path.pairs();
    assert_eq!(pairs, [(NodeKind::Team, "engineering"), (NodeKind::Project, "billing")]);
    assert_eq!(rest, "decisions/2026");
}

#[test]
fn a_path_without_a_pair_is_all_rest() {
    for text in ["notes/today", "projects", "notes/projects/x", ""] {
        let path = ScopePath::parse(text).expect("a path");
        assert_eq!(path.pairs(), (Vec::new(), text));
    }
}

#[test]
fn paths_that_lead_elsewhere_are_refused() {
    for text in [
        "/a",
        "a/",
        "a//b",
        "a/../b",
        "..",
        ".",
        "a/./b",
        "a b",
        "a\u{0}b",
        "a%b",
        "  ",
        "a\\b",
        "a\u{202e}b",
        "e\u{301}",
    ] {
        assert!(ScopePath::parse(text).is_err(), "{text:?}");
    }
    assert!(ScopePath::parse(&"a".repeat(512)).is_ok());
    assert!(ScopePath::parse(&"a".repeat(513)).is_err());
}

#[test]
fn letters_of_any_script_are_taken() {
    for text in ["projects/проект", "projects/プロジェクト/決定", "projects/परियोजना", "projects/é.v2_x-1"]
    {
        assert!(ScopePath::parse(text).is_ok(), "{text}");
    }
}

proptest! {
    #[test]
    fn pairs_and_rest_join_to_the_path_again(text in "[a-z]{1,3}(/(teams|projects|[a-z]{1,3})){0,6}") {
        let path = ScopePath::parse(&text).expect("a path");
        let (pairs, rest) = path.pairs();
        let joined = pairs.iter().fold(String::new(), |parent, (kind, slug)| child(&parent, *kind, slug));
        prop_assert_eq!(join(&joined, rest), text);
    }

    #[test]
    fn a_slug_is_always_a_segment(text in "\\PC{0,80}") {
        let slug = slug_of(&text.nfc_text());
        prop_assert!(ScopePath::parse(&slug).is_ok(), "{}", slug);
    }
}

trait NfcText {
    fn nfc_text(&self) -> String;
}

impl NfcText for String {
    fn nfc_text(&self) -> String {
        use unicode_normalization::UnicodeNormalization;
        self.nfc().collect()
    }
}
