//! The corpora of `tests/corpora`, written by someone who had not seen the code: the floors count on them.

mod gate;
mod injections;
mod lines;
mod secrets;
