//! Connected apps: the clients that members let in.

pub mod app_list;
pub mod app_revoke;
