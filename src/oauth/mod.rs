//! The authorization server: OAuth 2.1 with authorization codes and PKCE (RFC 6749, 7636, 7591, 7009, 8414, 8707, 9207, 9728).
//! Its pages, where people sign in and consent, stand in `sign_in`.

pub mod authorization;
mod client_authentication;
mod client_credentials;
mod client_document;
mod clients;
mod code_grant;
mod diary;
mod form;
mod identity_assertion;
mod key_sets;
mod metadata;
mod redirects;
mod refresh_grant;
mod refusal;
mod registration;
mod resources;
mod revocation;
mod routes;
mod secrets;
mod short_memory;
mod signed;
mod token;

pub use routes::routes;
pub use short_memory::ShortMemory;
