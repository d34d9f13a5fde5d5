//! The one integration-test binary. It runs against real Postgres with pgvector, as the role that serves, over real HTTP.
//! `make test` brings everything that it needs.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod catalogue;
mod contract;
mod errors;
mod generated;
mod permissions;
mod schemas;
mod scope_nodes;
mod smoke;
mod support;
mod tenancy;
