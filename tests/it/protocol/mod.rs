//! MCP, in both eras on one stateless endpoint (mcp.md 1.2, 1.3, 4).

mod endpoints;
mod frames;
mod legacy;
mod listing;
mod modern;
