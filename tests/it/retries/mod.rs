//! Retries (ruling 10): the same key and arguments get the first reply again, on every replica and whatever died in between.

mod crashes;
mod erased;
mod every_operation;
mod keys;
mod lifetime;
mod under_way;
