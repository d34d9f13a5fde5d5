//! The audit log (ruling 35): one row for each write, in its transaction, and for each denial; never what was said.

mod denials;
mod every_write;
mod hashes;
mod listing;
mod rows;
mod unreadable;
