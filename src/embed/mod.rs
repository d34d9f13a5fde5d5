//! Text to vectors: what the meaning leg of recall stands on.
//!
//! An [`Embedder`] turns texts into vectors of one [`Model`]. Every vector that leaves this room has unit length, so the
//! inner product of two of them is their cosine. Vectors of different models are never compared: store [`Model::key`]
//! beside each vector.
//!
//! - [`Builtin`]: all-MiniLM-L6-v2, run in the process, no network
//! - [`OpenAi`]: any endpoint that speaks the OpenAI embeddings protocol
//! - [`Double`]: deterministic, for tests
//! - [`Cached`]: keeps query vectors of any of them
//!
//! [`Backing::open`] makes one from [`EmbedSettings`]. A missing built-in model is a state, not a failure to start: the
//! service then answers by words only and says why ([`Backing::notice`]).

mod builtin;
mod cached;
mod digest;
mod double;
mod embedder;
mod error;
mod model;
mod openai;
mod settings;
mod vector;

pub use builtin::Builtin;
pub use cached::Cached;
pub use double::Double;
pub use embedder::Embedder;
pub use error::EmbedError;
pub use model::{MAX_DIMENSIONS, Model, Purpose};
pub use openai::{OpenAi, Patience};
pub use settings::{ApiKey, Backing, EmbedSettings, OpenAiSettings};
