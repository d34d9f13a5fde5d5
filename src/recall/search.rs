//! The legs, put together: meaning and words hand over their best hundred each, each leg's missing scores are computed for
//! the other's candidates, and the sum makes the order. Filters are applied inside each leg, before it cuts.

use std::collections::{BTreeSet, HashMap};

use crate::error::AppError;
use crate::ids::MemoryId;
use crate::recall::bm25;
use crate::recall::fuse::{Candidate, Match, Neighbours, Place, fuse};
use crate::recall::weights::{CANDIDATES_PER_LEG, WORD_CANDIDATES, Weights};
use crate::store::chunks::{self, Filter, WordCandidate};
use crate::store::embeddings::{self, MeaningCandidate};
use crate::store::frequencies::{self, Frequencies};
use crate::store::memories;
use crate::store::tx::AccountTx;

/// The most terms of a question that count.
pub const MOST_TERMS: usize = 64;

/// Chunks are found, memories are wanted: a long memory may fill several of the nearest places.
const CHUNKS_PER_MEMORY: usize = 3;

/// A question, ready for the legs.
#[derive(Debug, Clone, Default)]
pub struct Question {
    /// Its terms, distinct.
    pub terms: Vec<String>,
    /// Its vector and the number of the model that made it; absent where meaning is off.
    pub vector: Option<(i16, Vec<f32>)>,
    /// What may be found.
    pub filter: Filter,
}

/// A memory that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The memory.
    pub memory: MemoryId,
    /// What the order was made by.
    pub score: f32,
    /// What each leg said.
    pub own: Match,
    /// Whether it stands in a place kept for meaning.
    pub by_meaning_alone: bool,
    /// Its chunk that fits best.
    pub chunk: Option<i16>,
}

/// The best `count` memories, best first.
///
/// # Errors
/// Unavailable without a database.
pub async fn search(tx: &mut AccountTx, question: &Question, count: usize) -> Result<Vec<Hit>, AppError> {
    let mut found = Found::default();
    meaning_leg(tx, question, &mut found).await?;
    let frequencies = frequencies::of(tx, &question.terms, question.filter.nodes.as_deref()).await?;
    words_leg(tx, question, &frequencies, &mut found).await?;

    let ids: Vec<MemoryId> = found.candidates.iter().copied().collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let standings = memories::standings(tx, &ids).await?;
    let beside: BTreeSet<MemoryId> =
        standings.iter().flat_map(|standing| [standing.before, standing.after]).flatten().collect();
    complete(tx, question, &frequencies, &beside, &mut found).await?;

    let candidates = standings
        .iter()
        .map(|standing| Candidate {
            id: standing.id,
            made: standing.moment.timestamp_millis(),
            own: found.matched(standing.id),
            neighbours: standing.in_session.then(|| Neighbours {
                previous: standing.before.map(|id| found.matched(id)).unwrap_or_default(),
                next: standing.after.map(|id| found.matched(id)).unwrap_or_default(),
            }),
        })
        .collect();
    Ok(fuse(candidates, &Weights::DEFAULT, count)
        .into_iter()
        .map(|ranked| Hit {
            memory: ranked.id,
            score: ranked.score,
            own: ranked.own,
            by_meaning_alone: ranked.place == Place::Meaning,
            chunk: found.best_chunk(ranked.id),
        })
        .collect())
}

/// What the legs have found so far. Of each memory, its best chunk counts.
#[derive(Default)]
struct Found {
    candidates: BTreeSet<MemoryId>,
    cosine: HashMap<MemoryId, (f32, i16)>,
    words: HashMap<MemoryId, (f32, i16)>,
    words_ran: bool,
}

impl Found {
    fn add_cosines(&mut self, found: &[MeaningCandidate]) {
        for candidate in found {
            keep_best(&mut self.cosine, candidate.memory, candidate.cosine, candidate.chunk);
        }
    }

    fn add_words(&mut self, question: &Question, frequencies: &Frequencies, found: &[WordCandidate]) {
        for (candidate, score) in found.iter().zip(word_scores(question, frequencies, found)) {
            keep_best(&mut self.words, candidate.memory, score, candidate.chunk);
        }
    }

    fn matched(&self, memory: MemoryId) -> Match {
        let bm25 = self.words.get(&memory).map(|(score, _)| *score);
        Match {
            cosine: self.cosine.get(&memory).map(|(cosine, _)| *cosine),
            bm25: bm25.or(self.words_ran.then_some(0.0)),
        }
    }

    /// Words say more exactly where in a text the answer stands; meaning is asked where no word is shared.
    fn best_chunk(&self, memory: MemoryId) -> Option<i16> {
        let by_words = self.words.get(&memory).filter(|(score, _)| *score > 0.0);
        by_words.or_else(|| self.cosine.get(&memory)).map(|(_, chunk)| *chunk)
    }
}

fn keep_best(kept: &mut HashMap<MemoryId, (f32, i16)>, memory: MemoryId, score: f32, chunk: i16) {
    let best = kept.entry(memory).or_insert((score, chunk));
    if score > best.0 {
        *best = (score, chunk);
    }
}

async fn meaning_leg(tx: &mut AccountTx, question: &Question, found: &mut Found) -> Result<(), AppError> {
    let Some((model, vector)) = &question.vector else { return Ok(()) };
    let limit = i64::try_from(CANDIDATES_PER_LEG * CHUNKS_PER_MEMORY).unwrap_or(i64::MAX);
    let nearest = embeddings::nearest(tx, *model, vector, &question.filter, limit).await?;
    found.add_cosines(&nearest);
    for candidate in &nearest {
        if found.candidates.len() == CANDIDATES_PER_LEG {
            break;
        }
        found.candidates.insert(candidate.memory);
    }
    Ok(())
}

async fn words_leg(
    tx: &mut AccountTx,
    question: &Question,
    frequencies: &Frequencies,
    found: &mut Found,
) -> Result<(), AppError> {
    if question.terms.is_empty() {
        return Ok(());
    }
    found.words_ran = true;
    let also: Vec<MemoryId> = found.candidates.iter().copied().collect();
    let search_terms = rarest(&question.terms, frequencies, WORD_CANDIDATES);
    let cap = i32::try_from(WORD_CANDIDATES).unwrap_or(i32::MAX);
    let held = chunks::candidates(tx, &search_terms, &question.terms, &question.filter, &also, cap).await?;
    found.add_words(question, frequencies, &held);
    let mut best: Vec<(MemoryId, f32)> = found
        .words
        .iter()
        .filter(|(_, (score, _))| *score > 0.0)
        .map(|(memory, (score, _))| (*memory, *score))
        .collect();
    best.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| other.0.cmp(&one.0)));
    found.candidates.extend(best.into_iter().take(CANDIDATES_PER_LEG).map(|(memory, _)| memory));
    Ok(())
}

/// Computes what is missing: the cosines of what only words found, and both scores of the neighbours.
async fn complete(
    tx: &mut AccountTx,
    question: &Question,
    frequencies: &Frequencies,
    beside: &BTreeSet<MemoryId>,
    found: &mut Found,
) -> Result<(), AppError> {
    if let Some((model, vector)) = &question.vector {
        let missing: Vec<MemoryId> =
            found.candidates.union(beside).filter(|memory| !found.cosine.contains_key(memory)).copied().collect();
        if !missing.is_empty() {
            let cosines = embeddings::similarities(tx, *model, vector, &missing).await?;
            found.add_cosines(&cosines);
        }
    }
    let uncounted: Vec<MemoryId> = beside.iter().filter(|memory| !found.words.contains_key(memory)).copied().collect();
    if found.words_ran && !uncounted.is_empty() {
        let held = chunks::candidates(tx, &[], &question.terms, &question.filter, &uncounted, 0).await?;
        found.add_words(question, frequencies, &held);
    }
    Ok(())
}

fn word_scores(question: &Question, frequencies: &Frequencies, found: &[WordCandidate]) -> Vec<f32> {
    let counts: Vec<Vec<u32>> = found
        .iter()
        .map(|candidate| candidate.counts.iter().map(|count| u32::try_from(*count).unwrap_or(0)).collect())
        .collect();
    let documents: Vec<bm25::Document<'_>> = found
        .iter()
        .zip(&counts)
        .map(|(candidate, counts)| bm25::Document {
            frequencies: counts,
            words: u32::try_from(candidate.word_count).unwrap_or(0),
        })
        .collect();
    debug_assert_eq!(question.terms.len(), frequencies.by_term.len());
    let by_term: Vec<u64> = frequencies.by_term.iter().map(|count| whole(*count)).collect();
    #[expect(clippy::cast_possible_truncation, reason = "a mean of word counts is far inside the range")]
    let corpus = bm25::Corpus { documents: whole(frequencies.chunks), average_words: frequencies.mean_words as f32 };
    bm25::scores(corpus, &by_term, &documents)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a sum of counts, cut at zero")]
fn whole(count: f64) -> u64 {
    count.max(0.0) as u64
}

/// The terms whose union makes the candidates: the rarest, as long as together they stand in no more than `cap` chunks.
/// Terms that are left out still count in the score; what holds nothing but common words seldom answers a question that has
/// rare ones.
fn rarest(terms: &[String], frequencies: &Frequencies, cap: usize) -> Vec<String> {
    // However often they stand there, the union holds no more chunks than there are.
    let is_small = whole(frequencies.chunks) <= cap as u64;
    let mut by_rarity: BTreeSet<(u64, &str)> = BTreeSet::new();
    for (term, frequency) in terms.iter().zip(&frequencies.by_term) {
        if *frequency > 0.0 {
            by_rarity.insert((whole(*frequency), term));
        }
    }
    let mut chunks = 0;
    let mut chosen = Vec::new();
    for (frequency, term) in &by_rarity {
        chunks += frequency;
        if !is_small && !chosen.is_empty() && chunks > cap as u64 {
            break;
        }
        chosen.push((*term).to_owned());
    }
    chosen
}

#[cfg(test)]
mod tests;
