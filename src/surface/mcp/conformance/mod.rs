//! The service's handler with the fixtures of the official conformance suite around it. Compiled in by the feature
//! `conformance-fixtures` alone, for tests; no deployment has it.

mod fixtures;
mod handler;

pub use handler::WithFixtures;
