use proptest::prelude::*;

use super::*;

const CORPUS: Corpus = Corpus { documents: 1_000, average_words: 20.0 };

fn score(corpus: Corpus, document_frequencies: &[u64], frequencies: &[u32], words: u32) -> f32 {
    scores(corpus, document_frequencies, &[Document { frequencies, words }])[0]
}

#[test]
fn the_score_is_the_one_computed_by_hand() {
    // rarity = ln(1 + 990.5 / 10.5), length factor = 0.25 + 0.75 * 40 / 20, tf part = 2 * 2.2 / (2 + 1.2 * 1.75)
    let expected = (1.0_f64 + 990.5 / 10.5).ln() * 4.4 / (2.0 + 1.2 * 1.75);
    assert!((f64::from(score(CORPUS, &[10], &[2], 40)) - expected).abs() < 1e-4);
}

#[test]
fn rare_terms_count_more_and_none_counts_against() {
    assert!(score(CORPUS, &[1], &[1], 20) > score(CORPUS, &[500], &[1], 20));
    assert!(score(CORPUS, &[1_000], &[1], 20) > 0.0);
}

#[test]
fn counters_that_lag_do_no_harm() {
    let empty = Corpus { documents: 0, average_words: 0.0 };
    for corpus in [empty, Corpus { documents: 3, average_words: f32::NAN }] {
        let score = score(corpus, &[10], &[1], 0);
        assert!(score.is_finite() && score >= 0.0);
    }
}

#[test]
fn no_term_no_score_and_no_document_no_scores() {
    assert!(score(CORPUS, &[10, 20], &[0, 0], 20).abs() < f32::MIN_POSITIVE);
    assert!(score(CORPUS, &[], &[], 20).abs() < f32::MIN_POSITIVE);
    assert!(scores(CORPUS, &[10], &[]).is_empty());
}

proptest! {
    #[test]
    fn scores_are_finite_and_bounded(
        documents in 0..u64::MAX,
        average_words in prop::num::f32::ANY,
        terms in prop::collection::vec((any::<u64>(), any::<u32>()), 0..8),
        words in any::<u32>(),
    ) {
        let (frequencies, counts): (Vec<u64>, Vec<u32>) = terms.into_iter().unzip();
        let score = score(Corpus { documents, average_words }, &frequencies, &counts, words);
        let bound: f32 = frequencies.iter().map(|&frequency| rarity(documents, frequency) * 2.2).sum();
        prop_assert!(score.is_finite() && score >= 0.0 && score <= bound * 1.001 + 1e-3);
    }

    #[test]
    fn one_more_occurrence_never_lowers(frequency in 1..1_000_u64, count in 0..1_000_u32, words in 1..10_000_u32) {
        let once = score(CORPUS, &[frequency], &[count], words);
        let more = score(CORPUS, &[frequency], &[count + 1], words);
        prop_assert!(more >= once);
    }

    #[test]
    fn a_longer_text_never_gains(frequency in 1..1_000_u64, count in 1..100_u32, words in 1..10_000_u32) {
        prop_assert!(score(CORPUS, &[frequency], &[count], words) >= score(CORPUS, &[frequency], &[count], words + 1));
    }
}
