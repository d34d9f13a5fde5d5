//! Secrets of clients that ask for tokens by `client_credentials`: shown once and kept as hashes.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::auth::random_secret;
use crate::error::AppError;

/// What a client's secret begins with, so that secret scanners know it.
pub const CLIENT_SECRET_PREFIX: &str = "annals_cs_";

/// A client's secret: 256 random bits.
///
/// # Errors
/// Internal, where the system gives no random bytes.
pub fn client_secret() -> Result<String, AppError> {
    Ok(format!("{CLIENT_SECRET_PREFIX}{}", URL_SAFE_NO_PAD.encode(random_secret()?)))
}

/// What is kept of it: it is random and long, so that a plain hash cannot be guessed.
#[must_use]
pub fn client_secret_hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_so_do_their_hashes() {
        let (one, other) = (client_secret().expect("random bytes"), client_secret().expect("random bytes"));
        assert!(one.starts_with(CLIENT_SECRET_PREFIX) && one.len() == CLIENT_SECRET_PREFIX.len() + 43);
        assert_ne!(one, other);
        assert_ne!(client_secret_hash(&one), client_secret_hash(&other));
        assert_eq!(client_secret_hash(&one), client_secret_hash(&one));
    }
}
