//! The feed of changes (`change_list`, ruling 35; design, section 7): a row for every write of every operation, in one dense
//! order, readable from any position, waited for without a connection, and nothing of scopes that the reader may not read.

pub mod following;
mod forgotten;
mod operations;
mod pages;
mod rounds;
mod scopes;
mod waiting;
mod writers;
