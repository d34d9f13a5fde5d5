//! The scope tree, and what of it is opened to whom.

pub mod grant_create;
pub mod grant_delete;
pub mod grant_list;
pub mod grant_view;
pub mod scope_create;
pub mod scope_get;
pub mod scope_list;
pub mod scope_update;
pub mod scope_view;
