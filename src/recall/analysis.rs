//! Text to terms, for the words leg: the same rules for what is stored and for what is asked.
//!
//! - Words are folded (compatibility forms, case, accents) and, when they are plain Latin letters, stemmed as English; English
//!   stop words are left out.
//! - Identifiers (`billing-api`, `src/main.rs`, `PROJ-123`, `3.14`, `fooBar`) give their whole form and their parts.
//! - Scripts that put no spaces between words give pairs of neighbouring characters, so that any two characters of a query
//!   find their sentence. Korean words give their whole form and pairs.
//! - Words of other alphabets (Cyrillic, Arabic, Devanagari, …) give their whole form and, beside it, marked pairs, by which short
//!   questions find what is written together with another word or an ending.
//!
//! A stored text has single Han characters besides, so that a query of one character finds it.

mod emit;
mod fold;
mod grouping;
mod needles;
mod script;
mod split;
mod stop_words;
mod tsvector;

use std::collections::{BTreeMap, HashSet};

use emit::Emitter;
pub use needles::{Needle, NeedleKind, exact_needles};
pub use tsvector::tsvector_literal;

/// No term has more bytes; a longer one is cut and ends in a hash of the whole.
pub const MAX_TERM_BYTES: usize = 64;

/// No query is turned into more terms.
pub const MAX_QUERY_TERMS: usize = 64;

/// A term and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// The folded form by which it is compared; never empty, at most [`MAX_TERM_BYTES`].
    pub text: String,
    /// The how-manieth word of the text it is, from 1.
    pub position: u32,
    /// Where it begins in the text, in Unicode scalar values.
    pub start: usize,
    /// Where it ends, likewise, exclusive.
    pub end: usize,
    /// A second form of what other terms stand for already, such as the whole of an identifier beside its parts. Does not
    /// count into the length of the text.
    pub extra: bool,
}

/// How often each term stands in a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TermCounts {
    /// The terms and their counts.
    pub counts: BTreeMap<String, u32>,
    /// The length of the text: how many terms there are without the extra ones.
    pub words: u32,
}

/// The terms of a text to store, in the order of their positions.
#[must_use]
pub fn terms(text: &str) -> Vec<Term> {
    analyse(text, Mode::Stored)
}

/// The terms of a text to store, counted.
#[must_use]
pub fn document_terms(text: &str) -> TermCounts {
    let mut counted = TermCounts::default();
    for term in terms(text) {
        if !term.extra {
            counted.words = counted.words.saturating_add(1);
        }
        *counted.counts.entry(term.text).or_default() += 1;
    }
    counted
}

/// The distinct terms of a query in the order in which they first stand in it, at most `max` and at most
/// [`MAX_QUERY_TERMS`]. A query of nothing but stop words keeps them.
#[must_use]
pub fn query_terms(text: &str, max: usize) -> Vec<String> {
    let mut found = analyse(text, Mode::Asked);
    if found.is_empty() {
        found = analyse(text, Mode::AskedWithStopWords);
    }
    let mut seen = HashSet::new();
    let distinct = found.into_iter().map(|term| term.text).filter(|term| seen.insert(term.clone()));
    distinct.take(max.min(MAX_QUERY_TERMS)).collect()
}

/// The distinct terms without which a text does not hold every word of a query: the parts of an identifier count, its whole
/// form, which a text may spell otherwise, does not. A query of nothing but stop words keeps them.
#[must_use]
pub fn required_terms(text: &str) -> Vec<String> {
    let counted = |mode| analyse(text, mode).into_iter().filter(|term| !term.extra).map(|term| term.text);
    let mut found: Vec<String> = counted(Mode::Asked).collect();
    if found.is_empty() {
        found = counted(Mode::AskedWithStopWords).collect();
    }
    let mut seen = HashSet::new();
    found.retain(|term| seen.insert(term.clone()));
    found.truncate(MAX_QUERY_TERMS);
    found
}

/// What a text is analysed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Stored,
    Asked,
    AskedWithStopWords,
}

fn analyse(text: &str, mode: Mode) -> Vec<Term> {
    let folded = fold::fold(text);
    let mut emitter = Emitter::new(&folded, mode);
    for run in split::runs(&folded) {
        emitter.emit(&run);
    }
    emitter.into_terms()
}

#[cfg(test)]
mod tests;
