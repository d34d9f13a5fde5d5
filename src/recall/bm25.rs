//! BM25 over the candidates of one query.
//!
//! Document frequencies and totals are those of what the caller may read, so that what is hidden changes no score.

use super::weights::{BM25_LENGTH, BM25_SATURATION};

/// The documents that a caller may read, in total.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Corpus {
    /// How many there are.
    pub documents: u64,
    /// How many words they have on average.
    pub average_words: f32,
}

/// One document that holds at least one term of the query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Document<'a> {
    /// How often each term of the query stands in it, in the order of the query's terms.
    pub frequencies: &'a [u32],
    /// How many words it has, counted as [`TermCounts::words`](super::analysis::TermCounts::words).
    pub words: u32,
}

/// The score of each document, in the order of the documents; never negative, always finite, 0 when no term is in it.
///
/// `document_frequencies` says in how many documents of the corpus each term of the query stands. Counters that are kept
/// beside the documents can lag behind them: a frequency above the number of documents counts as that number, an average
/// of nothing as one word.
#[must_use]
pub fn scores(corpus: Corpus, document_frequencies: &[u64], documents: &[Document<'_>]) -> Vec<f32> {
    let rarities: Vec<f32> =
        document_frequencies.iter().map(|&frequency| rarity(corpus.documents, frequency)).collect();
    let average = if corpus.average_words >= 1.0 { corpus.average_words } else { 1.0 };
    documents
        .iter()
        .map(|document| {
            let length = 1.0 - BM25_LENGTH + BM25_LENGTH * approximate(u64::from(document.words)) / average;
            let terms = rarities.iter().zip(document.frequencies);
            terms
                .map(|(rarity, &frequency)| {
                    let frequency = approximate(u64::from(frequency));
                    rarity * frequency * (BM25_SATURATION + 1.0) / (frequency + BM25_SATURATION * length)
                })
                .sum()
        })
        .collect()
}

/// How much a term tells: the logarithm of one plus the odds against it (the form that is never negative).
#[must_use]
pub fn rarity(documents: u64, document_frequency: u64) -> f32 {
    let frequency = document_frequency.min(documents);
    let without = approximate(documents - frequency) + 0.5;
    (1.0 + without / (approximate(frequency) + 0.5)).ln()
}

#[expect(clippy::cast_precision_loss, reason = "counts beyond 16 million may lose their last digits in a score")]
fn approximate(count: u64) -> f32 {
    count as f32
}

#[cfg(test)]
mod tests;
