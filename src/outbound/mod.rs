//! The one way out to addresses that strangers name: client documents, key sets, issuers, webhooks. Everything here is
//! refused alike, so that nobody learns what stands in the network behind the service (security.md A19).

mod addresses;
mod fetch;
mod policy;
mod target;
pub mod visit;

pub use fetch::{Answer, Outbound, OutboundFailure};
pub use policy::{Lookup, OutboundPolicy};
