//! Signals: logs, traces, metrics. Names stand in [`names`]; nothing of what a memory says is ever among them.

mod logs;
pub mod metrics;
pub mod names;
mod setup;

pub use setup::{Telemetry, start};
