//! Search and fetch in the shapes that ChatGPT documents for connectors.

pub mod fetch;
pub mod search;
