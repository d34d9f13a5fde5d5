//! Everything that speaks SQL, and nothing else. One file owns each table group; each function asks for a transaction
//! that belongs to an account ([`tx::AccountTx`]) or to the system ([`tx::SystemTx`]), and nothing outside this room can
//! run a statement, so a query without an account does not compile.

pub mod access;
pub mod accounts;
pub mod assertions;
pub mod audit;
pub mod changes;
pub mod chunks;
pub mod consents;
pub mod diagnosis;
pub mod documents;
pub mod embeddings;
pub mod frequencies;
pub mod gate_counts;
pub mod idempotency;
pub mod invitations;
pub mod jobs;
pub mod members;
pub mod memories;
pub mod models;
pub mod numbers;
pub mod oauth_apps;
pub mod oauth_clients;
pub mod oauth_codes;
pub mod oauth_grants;
pub mod oauth_steps;
pub mod password_resets;
pub mod pending_sign_ups;
pub mod people;
pub mod rate_windows;
pub mod record_activity;
pub mod record_history;
pub mod refresh_tokens;
pub mod rules;
pub mod scope_grants;
pub mod scopes;
pub mod service_tokens;
pub mod sessions;
pub mod signing_keys;
pub mod summaries;
pub mod teams;
pub mod tx;
pub mod usage;
pub mod web_sessions;
pub mod webhooks;
pub mod workspace_records;
