//! From plain settings to an embedder, or to the reason why there is none.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use zeroize::Zeroizing;

use super::{Builtin, Cached, Double, EmbedError, Embedder, Model, OpenAi, Patience};

/// How much memory the cached query vectors may take, in bytes: some 10,000 queries of 384 dimensions.
const CACHE_BYTES: u64 = 16 * 1024 * 1024;

/// Which embedder the service runs with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EmbedSettings {
    /// The built-in model, from a folder that holds `model.onnx` and `tokenizer.json`.
    Builtin {
        /// The folder.
        dir: PathBuf,
    },
    /// An endpoint that speaks the OpenAI embeddings protocol.
    OpenAi(OpenAiSettings),
    /// The deterministic double; for tests only.
    Double,
    /// No meaning: words only, and replies do not complain about it.
    Off,
}

/// Where an OpenAI-compatible endpoint is and what to ask it for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenAiSettings {
    /// Up to, not including, `/embeddings`; such as `https://api.openai.com/v1`.
    pub base_url: String,
    /// Sent as a bearer token; endpoints in one's own network often need none.
    pub key: Option<ApiKey>,
    /// The model to ask for, as the endpoint calls it.
    pub model: String,
    /// How many numbers a vector must have, at most [`MAX_DIMENSIONS`](super::MAX_DIMENSIONS).
    pub dimensions: usize,
    /// Put in front of queries; empty for most models.
    pub query_prefix: String,
    /// Put in front of stored texts; empty for most models.
    pub passage_prefix: String,
}

/// A secret that is never printed and is wiped when dropped.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(Zeroizing<String>);

/// What the service has for meaning.
#[derive(Clone)]
pub enum Backing {
    /// An embedder. It can still fail call by call.
    Ready(Arc<dyn Embedder>),
    /// Meaning was wanted and cannot be had until an operator acts: the built-in model is missing or is not the pinned one.
    Unavailable(EmbedError),
    /// Meaning is switched off.
    Off,
}

impl Backing {
    /// Makes the embedder that the settings ask for, with query vectors cached. Reads the built-in model from disk, which
    /// takes about 0.2 s; call it once, at start.
    ///
    /// # Errors
    /// [`EmbedError::Settings`] when the settings can never work. A built-in model that is missing or wrong is
    /// [`Backing::Unavailable`] instead: the service must start and answer by words.
    pub fn open(settings: &EmbedSettings) -> Result<Self, EmbedError> {
        match settings {
            EmbedSettings::Builtin { dir } => match Builtin::load(dir) {
                Ok(builtin) => Ok(Self::cached(Arc::new(builtin))),
                Err(reason) => {
                    tracing::warn!(folder = %dir.display(), %reason, "no built-in embedding model: answering by words only");
                    Ok(Self::Unavailable(reason))
                }
            },
            EmbedSettings::OpenAi(endpoint) => Ok(Self::cached(Arc::new(OpenAi::new(endpoint, Patience::default())?))),
            EmbedSettings::Double => Ok(Self::Ready(Arc::new(Double::new()))),
            EmbedSettings::Off => Ok(Self::Off),
        }
    }

    /// The embedder, when there is one.
    #[must_use]
    pub fn embedder(&self) -> Option<&Arc<dyn Embedder>> {
        match self {
            Self::Ready(embedder) => Some(embedder),
            Self::Unavailable(_) | Self::Off => None,
        }
    }

    /// The model whose vectors are written and searched, when there is one.
    #[must_use]
    pub fn model(&self) -> Option<&Model> {
        self.embedder().map(|embedder| embedder.model())
    }

    /// What every reply must say while there is no embedder: `meaning unavailable: …`. Nothing when there is one, and
    /// nothing when meaning is switched off on purpose.
    #[must_use]
    pub fn notice(&self) -> Option<String> {
        match self {
            Self::Unavailable(reason) => Some(reason.notice()),
            Self::Ready(_) | Self::Off => None,
        }
    }

    fn cached(embedder: Arc<dyn Embedder>) -> Self {
        Self::Ready(Arc::new(Cached::new(embedder, CACHE_BYTES)))
    }
}

impl fmt::Debug for Backing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready(embedder) => formatter.debug_tuple("Ready").field(embedder.model()).finish(),
            Self::Unavailable(reason) => formatter.debug_tuple("Unavailable").field(reason).finish(),
            Self::Off => formatter.write_str("Off"),
        }
    }
}

impl ApiKey {
    /// Takes the key over.
    #[must_use]
    pub fn new(key: String) -> Self {
        Self(Zeroizing::new(key))
    }

    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ApiKey(hidden)")
    }
}

#[cfg(test)]
mod tests;
