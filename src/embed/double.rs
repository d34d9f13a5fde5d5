//! A deterministic embedder for tests: texts that share words are near, without any model.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use async_trait::async_trait;
use unicode_normalization::UnicodeNormalization as _;

use super::{EmbedError, Embedder, Model, Purpose};

const DIMENSIONS: usize = 384;
/// Shared words weigh more than shared letters, so that near means the same words first and the same spelling second.
const WORD: f32 = 1.0;
const TRIGRAM: f32 = 0.2;

/// The double. It can be told to fail, as an endpoint that went down, and counts what it was asked.
pub struct Double {
    model: Model,
    failing: AtomicBool,
    texts: AtomicU64,
}

impl Double {
    /// A double that works.
    #[must_use]
    pub fn new() -> Self {
        let model = Model {
            name: "test-double".into(),
            dimensions: DIMENSIONS,
            query_prefix: String::new(),
            passage_prefix: String::new(),
            digest: None,
        };
        Self { model, failing: AtomicBool::new(false), texts: AtomicU64::new(0) }
    }

    /// A double that fails every call until [`set_failing`](Self::set_failing) says otherwise.
    #[must_use]
    pub fn failing() -> Self {
        let double = Self::new();
        double.set_failing(true);
        double
    }

    /// Goes down, or comes back.
    pub fn set_failing(&self, failing: bool) {
        self.failing.store(failing, Ordering::SeqCst);
    }

    /// How many texts it has embedded.
    #[must_use]
    pub fn texts_embedded(&self) -> u64 {
        self.texts.load(Ordering::SeqCst)
    }
}

impl Default for Double {
    fn default() -> Self {
        Self::new()
    }
}

#[async_trait]
impl Embedder for Double {
    fn model(&self) -> &Model {
        &self.model
    }

    async fn embed(&self, texts: &[String], _purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        if self.failing.load(Ordering::SeqCst) {
            return Err(EmbedError::unavailable("the test double is set to fail"));
        }
        self.texts.fetch_add(u64::try_from(texts.len()).unwrap_or(u64::MAX), Ordering::SeqCst);
        texts.iter().map(|text| vector(text)).collect()
    }
}

fn vector(text: &str) -> Result<Vec<f32>, EmbedError> {
    let folded: String = text.nfkc().flat_map(char::to_lowercase).collect();
    let mut sums = vec![0.0_f32; DIMENSIONS];
    // A text without words still needs a direction, the same for all of them.
    add(&mut sums, "", 1e-3);
    for word in folded.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()) {
        add(&mut sums, word, WORD);
        let letters: Vec<char> = std::iter::once('^').chain(word.chars()).chain(std::iter::once('$')).collect();
        for trigram in letters.windows(3) {
            add(&mut sums, &trigram.iter().collect::<String>(), TRIGRAM);
        }
    }
    super::vector::unit(sums, DIMENSIONS)
}

/// Adds a feature at the place and with the sign that its hash names.
fn add(sums: &mut [f32], feature: &str, weight: f32) {
    let hash = fnv1a(feature);
    let place = usize::try_from(hash % 384).unwrap_or_default();
    sums[place] += if hash >> 63 == 0 { weight } else { -weight };
}

/// FNV-1a: unlike the standard library's hasher it stays the same from one release to the next.
fn fnv1a(feature: &str) -> u64 {
    feature.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests;
