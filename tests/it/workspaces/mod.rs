//! The workspaces family (contract, `team-server-memory-save.txt` and completions 4), on MCP, over REST and at `/api/call`.

mod bare_calls;
mod exports;
mod gate;
mod histories;
mod limits;
mod page;
mod privacy;
mod reach;
mod recalling;
mod reports;
mod retries;
mod sizes;
pub mod staff;
mod updates;
pub mod ways;
