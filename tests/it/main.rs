//! The one integration-test binary. It runs against real Postgres with pgvector, as the role that serves, over real HTTP.
//! `make test` brings everything that it needs.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    missing_docs,
    reason = "tests fail by panicking, and their names are their documentation"
)]

mod architecture;
mod catalogue_linter;
mod compile_fences;
mod hang_up;
mod isolation_by_verb;
mod migrations;
mod plan_shapes;
mod smoke;
mod startup;
mod support;
