use super::*;

fn words(terms: &[&str]) -> Vec<String> {
    terms.iter().map(|term| (*term).to_owned()).collect()
}

#[test]
fn the_rarest_terms_make_the_candidates_up_to_the_cap() {
    let terms = words(&["the", "invoice", "atlas", "unknown"]);
    assert_eq!(rarest(&terms, &[900.0, 150.0, 3.0, 0.0], 1_000), words(&["atlas", "invoice"]));
    assert_eq!(rarest(&terms, &[800.0, 150.0, 3.0, 0.0], 1_000), words(&["atlas", "invoice", "the"]));
}

#[test]
fn one_term_is_searched_however_common_it_is() {
    assert_eq!(rarest(&words(&["everywhere"]), &[50_000.0], 1_000), words(&["everywhere"]));
    assert_eq!(rarest(&words(&["nowhere"]), &[0.0], 1_000), Vec::<String>::new());
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
