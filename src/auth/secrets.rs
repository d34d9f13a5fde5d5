//! Secrets that are shown once and kept as hashes: of links, and of clients.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::error::AppError;

/// A secret of 256 random bits, in letters that a URL takes.
///
/// # Errors
/// Internal, where the system gives no random bytes.
pub fn random_secret() -> Result<String, AppError> {
    let mut random = [0_u8; 32];
    getrandom::fill(&mut random).map_err(|error| AppError::internal(error.to_string()))?;
    Ok(URL_SAFE_NO_PAD.encode(random))
}

/// What is kept of a secret. It is random and long, so that a plain hash cannot be guessed.
#[must_use]
pub fn secret_hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_so_do_their_hashes() {
        let (one, other) = (random_secret().expect("random bytes"), random_secret().expect("random bytes"));
        assert_eq!(one.len(), 43);
        assert_ne!(one, other);
        assert_ne!(secret_hash(&one), secret_hash(&other));
        assert_eq!(secret_hash(&one), secret_hash(&one));
    }
}
