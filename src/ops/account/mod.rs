//! The account: who calls, its name, its policies, its audit log.

pub mod account_get;
pub mod account_policies;
pub mod account_update;
pub mod account_update_policies;
pub mod account_view;
pub mod audit_list;
pub mod me_get;
