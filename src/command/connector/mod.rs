//! `annals doctor --connector URL`: plays the hosts that people connect from, from outside and without the database, and says
//! of each step what was found and what to do.

mod browser;
mod connect;
mod cross_origin;
mod discovery;
mod examine;
mod forms;
mod grants;
mod hosts;
mod outside;
mod register;
mod report;

pub use examine::{Person, examine};
