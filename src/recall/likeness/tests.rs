//! Pairs that agree and pairs that do not, and what holds for every pair.

mod pairs;

use proptest::prelude::*;

use super::{Likeness, compare};

#[test]
fn paraphrases_are_similar() {
    let wrong: Vec<_> = pairs::SIMILAR
        .iter()
        .chain(pairs::ALSO_SIMILAR)
        .map(|(one, other)| (*one, *other, compare(one, other)))
        .filter(|(.., found)| *found != Likeness::Similar)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn flipped_facts_are_conflicts_and_say_why() {
    let wrong: Vec<_> = pairs::CONFLICTS
        .iter()
        .map(|(why, one, other)| (*why, *one, *other, compare(one, other)))
        .filter(|(expected, .., found)| !matches!(found, Likeness::Conflict { why } if why.contains(expected)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn further_flipped_facts_are_conflicts() {
    let wrong: Vec<_> = pairs::ALSO_CONFLICTS
        .iter()
        .filter(|(one, other)| !matches!(compare(one, other), Likeness::Conflict { .. }))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_folding_takes_away_makes_no_difference() {
    for (one, other) in pairs::SAME {
        assert_eq!(compare(one, other), Likeness::Same, "{one} / {other}");
    }
}

#[test]
fn every_pair_is_the_same_in_both_orders() {
    let all = pairs::SIMILAR
        .iter()
        .chain(pairs::ALSO_SIMILAR)
        .chain(pairs::ALSO_CONFLICTS)
        .chain(pairs::SAME)
        .copied()
        .chain(pairs::CONFLICTS.iter().map(|(_, one, other)| (*one, *other)));
    for (one, other) in all {
        assert_eq!(compare(one, other), compare(other, one), "{one} / {other}");
    }
}

/// Sentences made of parts that the comparison looks at.
fn sentence() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "Anna",
        "Ben",
        "Oslo",
        "deploys",
        "never",
        "not",
        "nicht",
        "5",
        "five",
        "30 s",
        "2026-03-11",
        "11 March",
        "Friday",
        "5 pm",
        "on",
        "off",
        "before",
        "and",
        "db-1",
        "pnpm",
        "周五",
        "不",
        "用",
        "三个",
        "не",
        "لا",
        ". ",
        "\n",
        "the",
        "der",
        "CI",
        "Continuous",
        "1,000",
        "€20",
        "03/04/2026",
    ]);
    prop::collection::vec(part, 0..12).prop_map(|parts| parts.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_order_does_not_matter(one in sentence(), other in sentence()) {
        prop_assert_eq!(compare(&one, &other), compare(&other, &one));
    }

    #[test]
    fn the_order_does_not_matter_for_any_text(one in any::<String>(), other in any::<String>()) {
        prop_assert_eq!(compare(&one, &other), compare(&other, &one));
    }

    #[test]
    fn a_text_is_the_same_as_itself_in_another_case(text in "[a-zA-Z0-9 äöüÄÖÜйЙ.,]{0,60}") {
        prop_assert_eq!(compare(&text, &text), Likeness::Same);
        prop_assert_eq!(compare(&text, &text.to_uppercase()), Likeness::Same);
        prop_assert_eq!(compare(&text, &format!("  {}  ", text.replace(' ', "  "))), Likeness::Same);
    }

    #[test]
    fn another_number_in_the_same_sentence_is_a_conflict(one in 1_u32..100_000, other in 1_u32..100_000) {
        prop_assume!(one != other);
        let texts = [one, other].map(|number| format!("the limit is set to {number} for each of them"));
        let conflict = matches!(compare(&texts[0], &texts[1]), Likeness::Conflict { .. });
        prop_assert!(conflict);
    }
}
