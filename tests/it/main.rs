//! The one integration-test binary. It runs against real Postgres with pgvector, as the role that serves, over real HTTP.
//! `make test` brings everything that it needs.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    missing_docs,
    reason = "tests fail by panicking, and their names are their documentation"
)]

mod smoke;
mod support;
mod workspaces;
