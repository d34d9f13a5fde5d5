//! The documents in `openapi/`: made from the catalogue, committed, and the same as a fresh run. The `OpenAPI` document is
//! one that its readers accept.

mod freshness;
mod structure;
mod structure_check;
