//! Members of the account.

pub mod member_get;
pub mod member_list;
pub mod member_remove;
pub mod member_reset_password;
pub mod member_update;
pub mod member_view;
