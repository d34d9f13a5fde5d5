//! Webhooks: targets that are told of changes.

pub mod webhook_create;
pub mod webhook_delete;
pub mod webhook_delivery_list;
pub mod webhook_get;
pub mod webhook_list;
pub mod webhook_replay;
pub mod webhook_rotate_secret;
pub mod webhook_test;
pub mod webhook_update;
pub mod webhook_view;
