//! Rules: what binds a scope and all below it.

pub mod rule_create;
pub mod rule_list;
