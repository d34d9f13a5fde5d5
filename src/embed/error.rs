//! Why a text has no vector.

use std::time::Duration;

/// Why a text has no vector. The messages hold no text, no key and no address, so they can be shown to callers and logged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EmbedError {
    /// Nothing is wrong with the request: the model is missing, or the endpoint is down, slow or busy. Worth a later attempt.
    #[error("{reason}")]
    Unavailable {
        /// What does not answer, and what to do about it when something can be done.
        reason: String,
        /// How long the other side asked to be left alone, when it said so.
        retry_after: Option<Duration>,
    },
    /// The endpoint understood and said no: a bad key, an unknown model. The same request will be refused again.
    #[error("the embedding endpoint refused the request: {reason}")]
    Refused {
        /// The status and what it usually means.
        reason: String,
    },
    /// An answer came, but it is not the vectors that were asked for.
    #[error("the embedding answer has the wrong shape: {reason}")]
    WrongShape {
        /// What was expected and what came.
        reason: String,
    },
    /// The settings cannot work. Found when the embedder is made, never later.
    #[error("the embedding settings cannot be used: {reason}")]
    Settings {
        /// Which setting, and what is accepted.
        reason: String,
    },
}

impl EmbedError {
    /// The sentence that a reply carries when it was answered by words only.
    #[must_use]
    pub fn notice(&self) -> String {
        format!("meaning unavailable: {self}")
    }

    pub(super) fn unavailable(reason: impl Into<String>) -> Self {
        Self::Unavailable { reason: reason.into(), retry_after: None }
    }

    pub(super) fn refused(reason: impl Into<String>) -> Self {
        Self::Refused { reason: reason.into() }
    }

    pub(super) fn wrong_shape(reason: impl Into<String>) -> Self {
        Self::WrongShape { reason: reason.into() }
    }

    pub(super) fn settings(reason: impl Into<String>) -> Self {
        Self::Settings { reason: reason.into() }
    }
}
