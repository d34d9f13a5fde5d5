//! Candidates to features: what the weights are applied to.

use super::{Candidate, Match, Neighbours};
use crate::recall::weights::Weights;

/// The features of one candidate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Features {
    /// The cosine, smoothed over the session.
    pub(super) cosine: f32,
    /// BM25, smoothed over the session and divided by the largest of the query, so that it lies between 0 and 1.
    pub(super) words: f32,
}

/// The features of each candidate, in the order of the candidates.
pub(super) fn of<Id>(candidates: &[Candidate<Id>], weights: &Weights) -> Vec<Features> {
    let typical = typical_neighbours(candidates, weights);
    let smoothed: Vec<(f32, f32)> = candidates
        .iter()
        .map(|candidate| {
            let around = candidate.neighbours.map_or(typical, |neighbours| weighed(neighbours, weights));
            let own = values(candidate.own);
            (own.0 + around.0, own.1 + around.1)
        })
        .collect();
    let best_words = smoothed.iter().map(|&(_, words)| words).fold(0.0, f32::max);
    smoothed
        .into_iter()
        .map(|(cosine, words)| Features { cosine, words: if best_words > 0.0 { words / best_words } else { 0.0 } })
        .collect()
}

/// What a memory that stands alone gets in place of neighbours: what the neighbours of the others bring on average. With
/// nothing it would stand behind every turn of every conversation, as even an unrelated neighbour has some cosine. Where
/// none has neighbours this is nothing, and where all have it is not used.
fn typical_neighbours<Id>(candidates: &[Candidate<Id>], weights: &Weights) -> (f32, f32) {
    let mut sums = (0.0, 0.0);
    let mut count = 0;
    for neighbours in candidates.iter().filter_map(|candidate| candidate.neighbours) {
        let around = weighed(neighbours, weights);
        sums = (sums.0 + around.0, sums.1 + around.1);
        count += 1;
    }
    let count = approximate(count.max(1));
    (sums.0 / count, sums.1 / count)
}

#[expect(clippy::cast_precision_loss, reason = "there are a few hundred candidates")]
pub(super) fn approximate(count: usize) -> f32 {
    count as f32
}

fn weighed(neighbours: Neighbours, weights: &Weights) -> (f32, f32) {
    let (previous, next) = (values(neighbours.previous), values(neighbours.next));
    (weights.previous * previous.0 + weights.next * next.0, weights.previous * previous.1 + weights.next * next.1)
}

/// Cosine and BM25, 0 where there is none. Values that are not numbers would make the order depend on chance; they count as
/// none.
fn values(found: Match) -> (f32, f32) {
    let number = |value: Option<f32>| value.filter(|value| value.is_finite()).unwrap_or(0.0);
    (number(found.cosine), number(found.bm25).max(0.0))
}
