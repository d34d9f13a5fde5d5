//! What the account holds and uses, and whether it is kept apart from others.

pub mod isolation_report;
pub mod usage_get;
