//! Making texts findable: chunks, their terms, and vectors for the first of them.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::error::AppError;
use crate::ids::{MemoryId, ScopeId};
use crate::op::Environment;
use crate::ops::safety::off_the_workers;
use crate::recall::analysis::{document_terms, terms, tsvector_literal};
use crate::recall::chunks::chunks;
use crate::store::chunks::{self as chunk_store, NewChunk};
use crate::store::embeddings;
use crate::store::frequencies::FrequencyChange;
use crate::store::tx::AccountTx;

/// Chunks of a text that are embedded while the writer waits.
pub const CHUNKS_AT_ONCE: usize = 4;

/// What makes a text findable.
#[derive(Debug, Default)]
pub struct Index {
    chunks: Vec<NewChunk>,
    terms: Vec<String>,
    words: i64,
    model: Option<i16>,
    vectors: Vec<(i16, Vec<f32>)>,
    /// Whether later chunks have no vector and are found by words alone.
    pub is_partial: bool,
}

impl Index {
    /// The vector of the text's beginning, with its model's number.
    #[must_use]
    pub fn first_vector(&self) -> Option<(i16, &[f32])> {
        let (_, vector) = self.vectors.first()?;
        self.model.map(|model| (model, vector.as_slice()))
    }

    /// The same with topics that were not known when the text was embedded.
    #[must_use]
    pub fn with_topics(self, text: &str, topics: &[String]) -> Self {
        if topics.is_empty() {
            return self;
        }
        Self { model: self.model, vectors: self.vectors, ..of_words(text, topics, &mut Vec::new()) }
    }
}

/// Indexes texts with their topics, embedding them together. The sentence says why there are no vectors, where there are none.
pub async fn index(env: &Environment, texts: &[(&str, &[String])]) -> (Vec<Index>, Option<String>) {
    let mut passages = Vec::new();
    let bytes = texts.iter().map(|(text, _)| text.len()).sum();
    let mut indexes: Vec<Index> =
        off_the_workers(bytes, || texts.iter().map(|(text, topics)| of_words(text, topics, &mut passages)).collect());
    let (embedded, notice) = env.meaning.of_passages(&passages).await;
    if let Some((model, vectors)) = embedded {
        let mut vectors = vectors.into_iter();
        for index in &mut indexes {
            index.model = Some(model);
            let embedded = index.chunks.iter().take(CHUNKS_AT_ONCE).map(|chunk| chunk.chunk);
            index.vectors = embedded.zip(vectors.by_ref()).collect();
        }
    }
    (indexes, notice)
}

fn of_words(text: &str, topics: &[String], passages: &mut Vec<String>) -> Index {
    let mut index = Index::default();
    for chunk in chunks(text) {
        if usize::from(chunk.index) < CHUNKS_AT_ONCE {
            passages.push(chunk.text.to_owned());
        } else {
            index.is_partial = true;
        }
        // Topics are found by words too; they stand with the beginning of the text.
        let words = if chunk.index == 0 && !topics.is_empty() {
            format!("{}\n{}", chunk.text, topics.join("\n"))
        } else {
            chunk.text.to_owned()
        };
        let counted = document_terms(&words);
        index.words += i64::from(counted.words);
        index.terms.extend(counted.counts.into_keys());
        index.chunks.push(NewChunk {
            chunk: i16::try_from(chunk.index).unwrap_or(i16::MAX),
            start_char: i32::try_from(chunk.start).unwrap_or(i32::MAX),
            char_count: i32::try_from(chunk.chars).unwrap_or(i32::MAX),
            word_count: i32::try_from(counted.words).unwrap_or(i32::MAX),
            terms: tsvector_literal(&terms(&words)),
        });
    }
    index
}

/// Stores the index of a memory and adds its terms to the counts, which the caller applies.
///
/// # Errors
/// Unavailable without a database.
pub async fn store(
    tx: &mut AccountTx,
    memory: MemoryId,
    scope: ScopeId,
    kind: &str,
    moment: DateTime<Utc>,
    index: &Index,
    changes: &mut BTreeMap<ScopeId, FrequencyChange>,
) -> Result<(), AppError> {
    chunk_store::insert(tx, memory, scope, kind, moment, &index.chunks).await?;
    if let Some(model) = index.model
        && !index.vectors.is_empty()
    {
        embeddings::insert(tx, memory, scope, kind, moment, model, &index.vectors).await?;
    }
    let change = changes.entry(scope).or_default();
    change.chunks += i64::try_from(index.chunks.len()).unwrap_or(0);
    change.words += index.words;
    for term in &index.terms {
        *change.terms.entry(term.clone()).or_default() += 1;
    }
    Ok(())
}
