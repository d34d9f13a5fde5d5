//! When meaning fails: writes are kept, words find them, every reply says so.

mod endpoint;
mod missing_model;
