//! What tests stand on: a service of the real application on a port of its own, a fresh account for each test, and clients
//! that speak REST and MCP over HTTP.

mod account;
mod client;
mod database;
mod environment;
mod service;

pub use account::{Account, Wish};
pub use client::{Answer, Client, ToolAnswer};
pub use database::{Database, OwnDatabase, Refusal};
pub use environment::{database_url, owner_database_url, superuser_database_url, writes_documents};
pub use service::{Service, service};
