//! Service tokens: admins make, narrow, rotate and revoke them.

pub mod making;
pub mod rights;
pub mod token_create;
pub mod token_get;
pub mod token_list;
pub mod token_revoke;
pub mod token_rotate;
pub mod token_update;
pub mod token_view;
pub mod tokens_revoke_of_member;
