//! The scope tree.

pub mod scope_create;
