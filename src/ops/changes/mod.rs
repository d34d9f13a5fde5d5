//! The feed of changes, over REST from an explicit position.

pub mod change_list;
