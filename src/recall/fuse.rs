//! From the candidates of all legs to one order: candidates → features → weights → order.
//!
//! The score is `cosine + weight · words`, where words is BM25 divided by the best BM25 of the query, both smoothed over the
//! neighbours in a session first; the weight is 0.5 without neighbours. The first places of every page follow the score; the last ones are kept for the nearest by
//! meaning that are not in yet, since a sum of both drowns what shares no word with the question.
//!
//! Without vectors the order is that of BM25, without words that of the cosine.

mod features;

use std::cmp::Ordering;

use super::weights::Weights;

/// What a leg knows about a memory and a query. A candidate that only one leg found has the other value computed for it where
/// that is possible, so that a missing value means that there is none.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Match {
    /// The cosine between the query and the best chunk of the memory; `None` when the memory has no vector of this model.
    pub cosine: Option<f32>,
    /// BM25, not normalised; `None` when the words leg did not run, 0 when no word is shared.
    pub bm25: Option<f32>,
}

/// The memories before and after one in its session. A side that does not exist is empty.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Neighbours {
    /// The one before.
    pub previous: Match,
    /// The one after.
    pub next: Match,
}

/// A memory that at least one leg found.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate<Id> {
    /// Names the memory, and breaks ties that nothing else breaks. When an id comes twice, the better values of both count.
    pub id: Id,
    /// When the memory was made, in any unit that grows with time: newest first among equals.
    pub made: i64,
    /// The memory's own match.
    pub own: Match,
    /// Its neighbours; `None` when it stands alone, outside any session.
    pub neighbours: Option<Neighbours>,
}

/// Why a memory has its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// By its score.
    Score,
    /// In a place kept for meaning.
    Meaning,
}

/// A memory in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked<Id> {
    /// The memory.
    pub id: Id,
    /// What the order was made by.
    pub score: f32,
    /// The memory's own match, as it came in.
    pub own: Match,
    /// Why it stands here.
    pub place: Place,
}

/// The best `count` candidates, best first. The order does not depend on the order of the candidates, and a longer answer
/// begins with the shorter one.
#[must_use]
pub fn fuse<Id: Ord + Clone>(candidates: Vec<Candidate<Id>>, weights: &Weights, count: usize) -> Vec<Ranked<Id>> {
    let candidates = distinct(candidates);
    let features = features::of(&candidates, weights);
    let words = words_weight(&candidates, weights);
    let scored: Vec<Scored<'_, Id>> = candidates
        .iter()
        .zip(features)
        .enumerate()
        .map(|(at, (candidate, features))| Scored {
            at,
            candidate,
            score: weights.cosine * features.cosine + words * features.words,
            meaning: features.cosine,
        })
        .collect();
    let mut by_score: Vec<&Scored<'_, Id>> = scored.iter().collect();
    by_score.sort_by(|one, other| other.score.total_cmp(&one.score).then_with(|| one.tie(other)));
    let mut by_meaning: Vec<&Scored<'_, Id>> =
        scored.iter().filter(|scored| scored.candidate.own.cosine.is_some()).collect();
    by_meaning.sort_by(|one, other| other.meaning.total_cmp(&one.meaning).then_with(|| one.tie(other)));
    in_places(&by_score, &by_meaning, weights, count)
}

struct Scored<'a, Id> {
    at: usize,
    candidate: &'a Candidate<Id>,
    score: f32,
    meaning: f32,
}

impl<Id: Ord> Scored<'_, Id> {
    fn tie(&self, other: &Self) -> Ordering {
        other.candidate.made.cmp(&self.candidate.made).then_with(|| self.candidate.id.cmp(&other.candidate.id))
    }
}

/// The weight of words, by the share of the candidates that have neighbours.
fn words_weight<Id>(candidates: &[Candidate<Id>], weights: &Weights) -> f32 {
    let with_neighbours = candidates.iter().filter(|candidate| candidate.neighbours.is_some()).count();
    let share = features::approximate(with_neighbours) / features::approximate(candidates.len().max(1));
    weights.words + share * (weights.words_in_sessions - weights.words)
}

fn in_places<Id: Ord + Clone>(
    by_score: &[&Scored<'_, Id>],
    by_meaning: &[&Scored<'_, Id>],
    weights: &Weights,
    count: usize,
) -> Vec<Ranked<Id>> {
    let mut taken = vec![false; by_score.len()];
    let mut ranked = Vec::with_capacity(count.min(by_score.len()));
    let (mut next_by_score, mut next_by_meaning) = (by_score.iter(), by_meaning.iter());
    while ranked.len() < count {
        let kept = is_kept(ranked.len(), weights);
        let by_meaning = if kept { next_by_meaning.find(|scored| !taken[scored.at]) } else { None };
        let by_score = || next_by_score.find(|scored| !taken[scored.at]).map(|scored| (scored, Place::Score));
        let Some((scored, place)) = by_meaning.map(|scored| (scored, Place::Meaning)).or_else(by_score) else { break };
        taken[scored.at] = true;
        ranked.push(Ranked { id: scored.candidate.id.clone(), score: scored.score, own: scored.candidate.own, place });
    }
    ranked
}

/// Whether a place, counted from 0, is among the last of its page.
fn is_kept(place: usize, weights: &Weights) -> bool {
    let page = weights.page.max(1);
    place % page >= page.saturating_sub(weights.kept_for_meaning)
}

/// Each id once and in the order of ids, so that sums over the candidates do not depend on the order in which they came.
fn distinct<Id: Ord>(mut candidates: Vec<Candidate<Id>>) -> Vec<Candidate<Id>> {
    candidates.sort_by(|one, other| one.id.cmp(&other.id));
    candidates.dedup_by(|later, kept| {
        let same = later.id == kept.id;
        if same {
            kept.own = better(kept.own, later.own);
            kept.made = kept.made.max(later.made);
            kept.neighbours = match (kept.neighbours, later.neighbours) {
                (Some(one), Some(other)) => Some(Neighbours {
                    previous: better(one.previous, other.previous),
                    next: better(one.next, other.next),
                }),
                (one, other) => one.or(other),
            };
        }
        same
    });
    candidates
}

fn better(one: Match, other: Match) -> Match {
    let larger = |one: Option<f32>, other: Option<f32>| match (one, other) {
        (Some(one), Some(other)) => Some(one.max(other)),
        (one, other) => one.or(other),
    };
    Match { cosine: larger(one.cosine, other.cosine), bm25: larger(one.bm25, other.bm25) }
}

#[cfg(test)]
mod tests;
