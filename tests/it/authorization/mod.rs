//! The authorization server: metadata, clients, codes, refresh tokens, assertions, and what their tokens are good for.

mod client_credentials;
mod client_documents;
mod codes;
mod connector;
mod diary;
mod identity_assertions;
mod kinds_of_tokens;
mod metadata;
mod outbound_fetches;
mod refresh_tokens;
mod registering;
mod requests;
mod restarts;
mod revoking;
mod signing;
mod stranger;
