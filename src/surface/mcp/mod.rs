//! MCP at `/mcp` and `/mcp/<profile>`: both eras, stateless, JSON answers (mcp.md 1.2 and 1.3). rmcp speaks the protocol; the
//! gate before it authenticates, reads the body once and turns refusals into 401 and 403.

#[cfg(feature = "conformance-fixtures")]
mod conformance;
mod frames;
mod gate;
mod handler;
mod sessions;
pub mod tools;

pub use gate::{Gate, endpoint, profile_endpoint};
