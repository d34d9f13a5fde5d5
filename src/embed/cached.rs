//! Query vectors kept for the next time the same question is asked.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use moka::sync::Cache;
use sha2::{Digest as _, Sha256};

use super::{EmbedError, Embedder, Model, Purpose};

/// A question that nobody asked for so long is forgotten.
const IDLE: Duration = Duration::from_hours(1);
/// What an entry takes beside its numbers: key, reference counts, the cache's own record.
const ENTRY_BYTES: usize = 256;

/// An embedder with its query vectors cached. Passages pass through: they are embedded once, when they are written.
///
/// The key is a hash of the model and the text, so that the cache holds no question in the clear. A vector depends on
/// nothing else; in particular not on who asks.
pub struct Cached {
    inner: Arc<dyn Embedder>,
    vectors: Cache<[u8; 32], Arc<[f32]>>,
    model_key: String,
}

impl Cached {
    /// Keeps vectors of `inner` up to about `max_bytes` of memory.
    #[must_use]
    pub fn new(inner: Arc<dyn Embedder>, max_bytes: u64) -> Self {
        let vectors = Cache::builder()
            .weigher(|_: &[u8; 32], vector: &Arc<[f32]>| {
                u32::try_from(size_of_val::<[f32]>(vector) + ENTRY_BYTES).unwrap_or(u32::MAX)
            })
            .max_capacity(max_bytes)
            .time_to_idle(IDLE)
            .build();
        let model_key = inner.model().key();
        Self { inner, vectors, model_key }
    }

    fn key(&self, text: &str) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.model_key.as_bytes());
        hash.update([0]);
        hash.update(text.as_bytes());
        hash.finalize().into()
    }
}

#[async_trait]
impl Embedder for Cached {
    fn model(&self) -> &Model {
        self.inner.model()
    }

    async fn embed(&self, texts: &[String], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        if purpose == Purpose::Passage {
            return self.inner.embed(texts, purpose).await;
        }
        let keys: Vec<[u8; 32]> = texts.iter().map(|text| self.key(text)).collect();
        let mut found: Vec<Option<Vec<f32>>> =
            keys.iter().map(|key| self.vectors.get(key).map(|vector| vector.to_vec())).collect();
        let missing: Vec<usize> = (0..texts.len()).filter(|&at| found[at].is_none()).collect();
        if !missing.is_empty() {
            let asked: Vec<String> = missing.iter().map(|&at| texts[at].clone()).collect();
            let made = self.inner.embed(&asked, purpose).await?;
            if made.len() != missing.len() {
                return Err(EmbedError::wrong_shape("not one vector for each text"));
            }
            for (at, vector) in missing.into_iter().zip(made) {
                self.vectors.insert(keys[at], vector.as_slice().into());
                found[at] = Some(vector);
            }
        }
        Ok(found.into_iter().flatten().collect())
    }
}

#[cfg(test)]
mod tests;
