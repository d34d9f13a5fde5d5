//! Bad input: a status, a code and words that name the field; nothing stored; never a fault of ours.

mod bodies;
mod doors;
mod fields;
mod ids;
mod limits;
mod routes;
