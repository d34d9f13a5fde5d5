//! What tests stand on: a service of the real application on a port of its own, a fresh account for each test, and clients
//! that speak REST and MCP over HTTP.

mod account;
mod binary;
mod chance;
mod client;
mod database;
mod environment;
mod held_rows;
mod local_server;
mod models;
mod service;
mod serving;
mod smtp_server;
pub mod stored;
mod tampering;

pub use account::{Account, Wish};
pub use binary::{Binary, Run};
pub use chance::Chance;
pub use client::{Answer, Client, ToolAnswer};
pub use database::{Database, OwnDatabase, Refusal, superuser_url_of};
pub use environment::{database_url, embedding_model_dir, superuser_database_url, writes_documents};
pub use held_rows::HeldRows;
pub use local_server::{LocalServer, Received};
pub use models::{service_by_words, service_with_model};
pub use service::{MASTER_KEY, Service, replica, service};
pub use serving::Serving;
pub use smtp_server::{Letter, SmtpServer};
pub use tampering::{Change, Tampering};
