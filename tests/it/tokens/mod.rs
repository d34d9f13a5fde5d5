//! Tokens and keys: what is accepted, and everything that is not.

mod challenges;
mod claims;
mod lifetime;
mod metadata;
mod rotation;
mod tampering;
mod transport;
pub mod variants;
pub mod workshop;
