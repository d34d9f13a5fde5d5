//! Ranking: candidates of each leg → features → weights → order. Pure but for the legs, which it asks the store for.
//!
//! - [`analysis`]: the terms of texts and questions
//! - [`chunks`]: pieces of long texts, and excerpts
//! - [`bm25`], [`fuse`], [`weights`]: scores and their sum
//! - [`search`]: the legs, put together

pub mod analysis;
pub mod bm25;
pub mod chunks;
pub mod fuse;
pub mod likeness;
pub mod search;
pub mod weights;
