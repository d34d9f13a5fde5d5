//! The places that a caller reaches.

pub mod memory_scopes;
pub mod scope_create;
