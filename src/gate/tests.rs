//! What is refused and why, what passes, and what holds for every text.

mod corpus;
mod further;

use proptest::prelude::*;
use std::collections::HashSet;

use super::{Reason, Verdict, assess};

#[test]
fn texts_that_say_nothing_are_refused_with_their_reason() {
    let wrong: Vec<_> = corpus::REFUSED
        .iter()
        .map(|(code, text)| (*code, *text, assess(text)))
        .filter(|(code, _, found)| {
            found.verdict != Verdict::Refuse || !found.reasons.iter().any(|reason| reason.code() == *code)
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn further_texts_that_say_nothing_are_refused() {
    let passed: Vec<_> = further::ALSO_REFUSED.iter().filter(|text| assess(text).verdict == Verdict::Pass).collect();
    assert!(passed.is_empty(), "{passed:?}");
}

#[test]
fn short_sentences_pass_in_every_script() {
    let wrong: Vec<_> = corpus::PASSED
        .iter()
        .chain(further::ALSO_PASSED)
        .map(|text| (*text, assess(text)))
        .filter(|(_, found)| found.verdict != Verdict::Pass || !found.reasons.is_empty())
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_corpora_are_large_enough_and_hold_nothing_twice() {
    let all: Vec<&str> = corpus::REFUSED
        .iter()
        .map(|(_, text)| *text)
        .chain([corpus::PASSED, further::ALSO_REFUSED, further::ALSO_PASSED].concat())
        .collect();
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    assert!(all.len() >= 300, "{}", all.len());
}

#[test]
fn codes_differ_and_sentences_say_what_to_do() {
    let reasons = [
        Reason::Blank,
        Reason::NoLetters,
        Reason::SingleLetter,
        Reason::NumberOnly,
        Reason::Placeholder,
        Reason::Filler,
        Reason::BareUrl,
        Reason::RepeatedToken,
        Reason::EncodedDump,
        Reason::Binary,
    ];
    assert_eq!(reasons.iter().map(|reason| reason.code()).collect::<HashSet<_>>().len(), reasons.len());
    for reason in reasons {
        assert!(
            reason.sentence().starts_with("The text ") && reason.sentence().matches(". ").count() == 1,
            "{reason:?}"
        );
    }
}

#[test]
fn more_words_score_higher() {
    let short = assess("Anna leads billing").score;
    let long = assess("Anna leads billing since March and hands it to Ben when the new office opens").score;
    assert!(0.5 < short && short < long && long < 1.0);
    assert!(assess("TODO").score <= 0.2);
    assert!(assess("").score.abs() < f32::EPSILON);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_verdict_agrees_with_its_reasons_and_score(text in any::<String>()) {
        let found = assess(&text);
        prop_assert_eq!(found.verdict == Verdict::Refuse, !found.reasons.is_empty());
        prop_assert!((0.0..=1.0).contains(&found.score));
        prop_assert_eq!(found.verdict == Verdict::Pass, found.score >= 0.5);
        prop_assert_eq!(assess(&text), found);
    }

    #[test]
    fn white_space_and_symbols_alone_are_refused(text in "[\\s\\p{P}\\p{So}]{0,60}") {
        prop_assert_eq!(assess(&text).verdict, Verdict::Refuse);
    }

    #[test]
    fn a_passed_text_passes_inside_white_space(place in 0..corpus::PASSED.len()) {
        let text = format!("\n  {}\t\n", corpus::PASSED[place]);
        prop_assert_eq!(assess(&text).verdict, Verdict::Pass);
    }
}
