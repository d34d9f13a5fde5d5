use super::*;

fn words(terms: &[&str]) -> Vec<String> {
    terms.iter().map(|term| (*term).to_owned()).collect()
}

fn frequencies(chunks: f64, by_term: &[f64]) -> Frequencies {
    Frequencies { chunks, mean_words: 20.0, by_term: by_term.to_vec() }
}

#[test]
fn the_rarest_terms_make_the_candidates_up_to_the_cap() {
    let terms = words(&["the", "invoice", "atlas", "unknown"]);
    let chosen = |by_term: &[f64]| rarest(&terms, &frequencies(5_000.0, by_term), 1_000);
    assert_eq!(chosen(&[900.0, 150.0, 3.0, 0.0]), words(&["atlas", "invoice"]));
    assert_eq!(chosen(&[800.0, 150.0, 3.0, 0.0]), words(&["atlas", "invoice", "the"]));
}

#[test]
fn where_there_are_no_more_chunks_than_the_cap_every_term_is_searched() {
    let terms = words(&["caroline", "melanie", "painted"]);
    let by_term = [300.0, 290.0, 280.0];
    assert_eq!(rarest(&terms, &frequencies(419.0, &by_term), 419), words(&["painted", "melanie", "caroline"]));
    assert_eq!(rarest(&terms, &frequencies(420.0, &by_term), 419), words(&["painted"]));
}

#[test]
fn one_term_is_searched_however_common_it_is() {
    let everywhere = rarest(&words(&["everywhere"]), &frequencies(60_000.0, &[50_000.0]), 1_000);
    assert_eq!(everywhere, words(&["everywhere"]));
    assert_eq!(rarest(&words(&["nowhere"]), &frequencies(60_000.0, &[0.0]), 1_000), Vec::<String>::new());
}

#[test]
fn of_each_memory_the_best_chunk_counts() {
    let memory = MemoryId::generate();
    let mut found = Found::default();
    found.add_cosines(&[
        MeaningCandidate { memory, chunk: 0, cosine: 0.2 },
        MeaningCandidate { memory, chunk: 3, cosine: 0.7 },
        MeaningCandidate { memory, chunk: 4, cosine: 0.5 },
    ]);
    assert_eq!(found.matched(memory), Match { cosine: Some(0.7), bm25: None });
    assert_eq!(found.best_chunk(memory), Some(3));
}
