//! Work that goes on beside the requests.

mod delivery;
mod sequencer;
mod usage;
mod webhook_feed;
mod worker;

pub use sequencer::run_sequencer;
pub use usage::{flush_usage, run_usage};
pub use webhook_feed::run_webhook_feed;
pub use worker::run_worker;
