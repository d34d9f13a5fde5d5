//! People who are asked to join the account.

pub mod invitation_create;
pub mod invitation_list;
pub mod invitation_resend;
pub mod invitation_revoke;
pub mod invitation_view;
