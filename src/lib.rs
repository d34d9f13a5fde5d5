//! Annals: durable, shared memory for AI assistants. One binary, one Postgres.
//!
//! The map of the house. A room may use what stands beside it and nothing else of ours: `tests/it/architecture.rs` reads
//! this table and holds the code to it. A room within a room has a row of its own; the narrowest row counts.
//!
//! | room | may use |
//! | --- | --- |
//! | `ids text page clock error scope_path policies limits` | leaves: this row |
//! | `telemetry` | leaves |
//! | `redact frame gate embed` | leaves |
//! | `config` | leaves, and the types of its settings: `auth embed mail outbound store::tx` |
//! | `store` | leaves, `auth` |
//! | `auth` | leaves, `store::tx store::signing_keys` |
//! | `recall` | leaves, `store` |
//! | `store::tx` | leaves, `auth`, and the statements that begin and end a call: `store::access store::usage` |
//! | `op` | leaves, `auth`, `store::tx store::access store::numbers store::idempotency store::audit store::changes store::sessions store::accounts store::usage store::oauth_grants`, the interface of `embed`, `mail outbound telemetry` |
//! | `ops` | leaves, `op`, the vocabulary of `auth`, `store recall redact frame gate outbound` |
//! | `surface` | leaves, `op ops auth`, `app config`, `telemetry` |
//! | `outbound` | leaves |
//! | `mail` | leaves |
//! | `oauth` | leaves, `auth`, `app config`, `store`, `outbound`, `surface`, `telemetry` |
//! | `sign_in` | leaves, `auth`, `app config`, `store`, `outbound mail`, `oauth`, `surface`, `telemetry` |
//! | `jobs` | leaves, `auth`, `app config`, `op`, `store`, `outbound`, `telemetry` |
//! | `app server command` | everything |
//!
//! Outside crates that are not for every room:
//!
//! | crate | named in |
//! | --- | --- |
//! | `sqlx pgvector` | `store` |
//! | `axum` | `surface server oauth sign_in` |
//! | `askama` | `sign_in` |
//! | `lettre` | `mail` |
//! | `governor` | `op` |
//! | `tower_http` | `server` |
//! | `rmcp` | `surface::mcp` |
//! | `reqwest` | `embed outbound` |
//! | `rten rten_tensor tokenizers moka` | `embed` |
//! | `jsonwebtoken` | `auth oauth` |
//! | `ed25519_dalek argon2 chacha20poly1305 hmac` | `auth` |
//! | `opentelemetry opentelemetry_sdk opentelemetry_otlp opentelemetry_prometheus tracing_opentelemetry tracing_subscriber` | `telemetry` |
//! | `prometheus` | `telemetry server command` |
//! | `clap` | `command` |
//! | `rust_stemmers` | `recall` |
//! | `regex` | `redact frame gate recall` |

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
pub mod limits;
pub mod mail;
pub mod oauth;
pub mod op;
mod ops;
pub mod outbound;
pub mod page;
pub mod policies;
pub mod recall;
pub mod redact;
pub mod scope_path;
pub mod server;
pub mod sign_in;
pub mod store;
pub mod surface;
pub mod telemetry;
pub mod text;

pub use ops::{CATALOG, find};
