//! The one interface of the room.

use async_trait::async_trait;

use super::{EmbedError, Model, Purpose};

/// Turns texts into vectors of one model.
#[async_trait]
pub trait Embedder: Send + Sync {
    /// The model that makes the vectors.
    fn model(&self) -> &Model;

    /// One unit-length vector of [`Model::dimensions`] finite numbers for each text, in the order of the texts.
    ///
    /// All or nothing: when one text fails, none is returned.
    ///
    /// # Errors
    /// See [`EmbedError`]. Callers keep what they were writing and answer by words only.
    async fn embed(&self, texts: &[String], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError>;
}
