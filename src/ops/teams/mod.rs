//! Teams of the account.

pub mod team_add_member;
pub mod team_create;
pub mod team_delete;
pub mod team_get;
pub mod team_list;
pub mod team_remove_member;
pub mod team_update;
pub mod team_view;
