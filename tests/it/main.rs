//! The one integration-test binary. It runs against real Postgres with pgvector, as the role that serves, over real HTTP.
//! `make test` brings everything that it needs.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod architecture;
mod as_of;
mod bad_input;
mod catalogue;
mod catalogue_linter;
mod change_feed;
mod command_line;
mod compile_fences;
mod connectors;
mod contract;
mod embedding;
mod errors;
mod forgetting;
mod generated;
mod hang_up;
mod isolation_by_verb;
mod languages;
mod memories;
mod migrations;
mod permissions;
mod plan_shapes;
mod protocol;
mod records;
mod schemas;
mod scope_nodes;
mod signals;
mod smoke;
mod startup;
mod store_cases;
mod support;
mod workspaces;
