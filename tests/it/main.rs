//! The one integration-test binary. It runs against real Postgres with pgvector, as the role that serves, over real HTTP.
//! `make test` brings everything that it needs.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod architecture;
mod catalogue;
mod catalogue_linter;
mod compile_fences;
mod contract;
mod errors;
mod generated;
mod hang_up;
mod isolation_by_verb;
mod migrations;
mod permissions;
mod plan_shapes;
mod schemas;
mod scope_nodes;
mod smoke;
mod startup;
mod support;
mod tenancy;
