//! The one integration-test binary. It runs against real Postgres with pgvector, as the role that serves, over real HTTP.
//! `make test` brings everything that it needs.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod administration;
mod architecture;
mod as_of;
mod audit;
mod authorization;
mod bad_input;
mod catalogue;
mod catalogue_linter;
mod change_feed;
mod command_line;
mod compile_fences;
mod connectors;
mod contract;
mod corpora;
mod decisions;
mod embedding;
mod errors;
mod forgetting;
mod generated;
mod hang_up;
mod isolation_by_verb;
mod languages;
mod managing;
mod memories;
mod migrations;
mod permissions;
mod plan_shapes;
mod policies;
mod protocol;
mod read_ledger;
mod records;
mod retries;
mod rules;
mod schemas;
mod scope_nodes;
mod seen_again;
mod sign_in;
mod signals;
mod smoke;
mod startup;
mod store_cases;
mod support;
mod tenancy;
mod tokens;
mod versions;
mod word_scores;
mod workspaces;
