//! Annals: durable, shared memory for AI assistants. One binary, one Postgres.
//!
//! The map of the house. A room may use what stands beside it and nothing else of ours; `tests/it/architecture.rs` holds the
//! code to this table.
//!
//! | room | may use |
//! | --- | --- |
//! | `ids text page clock error scope_path policies` (leaves) | each other |
//! | `telemetry` | leaves |
//! | `config` | leaves, `auth`, `embed`, `store` (the types of its settings) |
//! | `store` | leaves, `auth` (the proof and what it names) |
//! | `auth` | leaves, `store` |
//! | `redact frame gate embed` | leaves |
//! | `recall` | leaves, `store` |
//! | `op` | leaves, `auth`, `store`, `embed` (the interface), `telemetry` |
//! | `ops` | leaves, `auth` (its vocabulary), `op`, `store`, `recall`, `redact`, `frame`, `gate` |
//! | `surface` | leaves, `op`, `ops`, `auth`, `app`, `config`, `telemetry` |
//! | `jobs` | leaves, `store` |
//! | `app server command` | everything |

pub mod app;
pub mod auth;
pub mod clock;
pub mod command;
pub mod config;
pub mod embed;
pub mod error;
pub mod frame;
pub mod gate;
pub mod ids;
pub mod jobs;
pub mod op;
mod ops;
pub mod page;
pub mod policies;
pub mod recall;
pub mod redact;
pub mod scope_path;
pub mod server;
pub mod store;
pub mod surface;
pub mod telemetry;
pub mod text;

pub use ops::{CATALOG, find};
