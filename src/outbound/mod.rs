//! Requests to the outside world: client documents, keys of issuers, webhooks. Every target is checked before it is connected to.

mod visit;

pub use visit::{Answer, Visit, Visitor};
