//! Taking memories away (ruling 37).

mod counters;
mod erasing;
mod hiding;
mod redacting;
