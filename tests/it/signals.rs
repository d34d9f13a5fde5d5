//! Logs, metrics and traces: what they tell, and what they must not.

mod canaries;
mod logs;
mod metrics;
mod traces;
