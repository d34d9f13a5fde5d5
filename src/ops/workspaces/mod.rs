//! The workspaces family (contract, `team-server-memory-save.txt`): records in the caller's own workspace, in those of
//! teams, and in the shared one.

pub mod gate_statistics;
pub mod memory_delete;
pub mod memory_export;
pub mod memory_get;
pub mod memory_history;
pub mod memory_recall;
pub mod memory_report;
pub mod memory_save;
pub mod memory_scopes;
pub mod memory_update;
mod number;
mod period;
mod quality;
mod record;
mod record_fields;
mod revision;
mod safe_record;
mod saved_record;
mod sizes;
mod workspace;
