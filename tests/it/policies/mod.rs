//! What an account decides for itself.

mod redaction;
mod updating;
