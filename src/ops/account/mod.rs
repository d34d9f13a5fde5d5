//! The account: its policies, its audit log, and erasing by filter.

pub mod account_policies;
pub mod account_update_policies;
pub mod audit_list;
