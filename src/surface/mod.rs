//! Adapters: each is a loop over the catalogue. They know HTTP and MCP, and no rule of the product.

mod bearer;
mod client_address;
mod dialect;
mod guards;
pub mod health;
pub mod json;
pub mod mcp;
pub mod openapi;
mod problem;
mod rate_fields;
mod request_id;
pub mod rest;
pub mod workspace_calls;

pub use client_address::client_address;
pub use guards::{Guards, guard};
pub use problem::{fault, log, refusal};
pub use rate_fields::{FIELDS as RATE_FIELDS, rate_fields};
pub use request_id::{Id, assign_request_id};
