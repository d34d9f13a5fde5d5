//! all-MiniLM-L6-v2 in the process: 384 dimensions, English, no network.
//!
//! About 20 ms of one core for a text of 30 word pieces, 155 MB, 0.15 s to load. One text runs on one thread and many texts
//! run beside each other, one per core: splitting one text over two threads gained 7 % where two texts at once gain 100 %.

mod network;
mod wordpieces;

use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use tokio::sync::Semaphore;

use super::digest::sha256_hex;
use super::{EmbedError, Embedder, Model, Purpose};
use network::Network;
use wordpieces::WordPieces;

/// The SHA-256 of the pinned weights (int8 weights, float arithmetic, ONNX; 22,928,619 bytes). Another file under this name
/// would make vectors that look comparable and are not.
const WEIGHTS_SHA256: &str = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6";
const WEIGHTS_FILE: &str = "model.onnx";
const TOKENIZER_FILE: &str = "tokenizer.json";
const DIMENSIONS: usize = 384;

/// The built-in model.
pub struct Builtin {
    model: Model,
    engine: Arc<Engine>,
}

struct Engine {
    wordpieces: WordPieces,
    network: Network,
    /// As many texts at once as there are cores. Waiting is first come, first served, and a batch never has more than that
    /// many texts waiting, so a query is not stuck behind a whole import.
    places: Arc<Semaphore>,
    cores: usize,
}

impl Builtin {
    /// Loads `model.onnx` and `tokenizer.json` from a folder and checks that they are the pinned model. Blocks for about
    /// 0.2 s.
    ///
    /// # Errors
    /// [`EmbedError::Unavailable`] naming the file that is missing, unreadable or not the pinned one.
    pub fn load(dir: &Path) -> Result<Self, EmbedError> {
        let weights = read(dir, WEIGHTS_FILE)?;
        if sha256_hex(&weights) != WEIGHTS_SHA256 {
            return Err(EmbedError::unavailable(format!(
                "the built-in model file {WEIGHTS_FILE} is not the pinned all-MiniLM-L6-v2 (its SHA-256 differs); \
                 fetch it again or choose an embedding endpoint"
            )));
        }
        let wordpieces = WordPieces::parse(&read(dir, TOKENIZER_FILE)?)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let network = Network::parse(weights, cores)?;
        let places = Arc::new(Semaphore::new(cores));
        let model = Model {
            name: "all-MiniLM-L6-v2".into(),
            dimensions: DIMENSIONS,
            query_prefix: String::new(),
            passage_prefix: String::new(),
            digest: Some(WEIGHTS_SHA256.into()),
        };
        Ok(Self { model, engine: Arc::new(Engine { wordpieces, network, places, cores }) })
    }
}

#[async_trait]
impl Embedder for Builtin {
    fn model(&self) -> &Model {
        &self.model
    }

    async fn embed(&self, texts: &[String], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let tasks: Vec<_> =
            texts.iter().map(|text| Arc::clone(&self.engine).embed_one(self.model.prefixed(text, purpose))).collect();
        stream::iter(tasks).buffered(self.engine.cores).try_collect().await
    }
}

impl Engine {
    async fn embed_one(self: Arc<Self>, text: String) -> Result<Vec<f32>, EmbedError> {
        let stopped = || EmbedError::unavailable("the built-in model stopped in the middle of a text");
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| stopped())?;
        tokio::task::spawn_blocking(move || {
            // The place goes with the work: when the caller hangs up, the core is busy until the work ends.
            let _place = place;
            let pieces = self.wordpieces.encode(&text)?;
            super::vector::unit(self.network.sum_of_last_layer(&pieces)?, DIMENSIONS)
        })
        .await
        .map_err(|_| stopped())?
    }
}

fn read(dir: &Path, file: &str) -> Result<Vec<u8>, EmbedError> {
    std::fs::read(dir.join(file)).map_err(|error| {
        let state = if error.kind() == std::io::ErrorKind::NotFound { "missing" } else { "not readable" };
        EmbedError::unavailable(format!(
            "the built-in model file {file} is {state}; run the set-up, or name the folder that holds it in \
             ANNALS_EMBEDDING_MODEL_DIR"
        ))
    })
}

#[cfg(test)]
mod tests;
