//! The authorization server: OAuth 2.1 with authorization codes and PKCE (RFC 6749, 7636, 7591, 7009, 8414, 8707, 9207, 9728).
//! Its pages, where people sign in and consent, stand in `sign_in`.

pub mod authorization;
