//! Passwords: argon2id hashes (security.md A9) and one-time passwords that the command line hands out.

use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, Version};

use crate::error::AppError;

const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// 19 MiB, two passes, one lane: the floor that OWASP names for argon2id.
fn argon2() -> Result<Argon2<'static>, AppError> {
    let parameters =
        Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(|error| AppError::internal(error.to_string()))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters))
}

/// The hash of a password as a PHC string. Takes tens of milliseconds: call it on a blocking thread.
///
/// # Errors
/// Internal, where the system gives no random bytes.
pub fn hash_password(password: &str) -> Result<String, AppError> {
    argon2()?
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| AppError::internal(error.to_string()))
}

/// Whether a password is the one that was hashed. Takes as long as hashing.
#[must_use]
pub fn verify_password(password: &str, hash: &str) -> bool {
    let (Ok(argon2), Ok(parsed)) = (argon2(), PasswordHash::new(hash)) else { return false };
    argon2.verify_password(password.as_bytes(), &parsed).is_ok()
}

/// Whether a text is the hash of a password at all.
#[must_use]
pub fn is_password_hash(text: &str) -> bool {
    PasswordHash::new(text).is_ok()
}

/// Whether a hash was made with other parameters than are used now.
#[must_use]
pub fn is_outdated(hash: &str) -> bool {
    !hash.starts_with(&format!("$argon2id$v=19$m={MEMORY_KIB},t={PASSES},p={LANES}$"))
}

/// A password to be handed over once: 24 characters without look-alikes, about 118 bits.
///
/// # Errors
/// Internal, where the system gives no random bytes.
pub fn one_time_password() -> Result<String, AppError> {
    const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyzACDEFGHJK";
    let mut random = [0_u8; 24];
    getrandom::fill(&mut random).map_err(|error| AppError::internal(error.to_string()))?;
    Ok(random.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_verifies_against_its_own_hash_alone() {
        let password = one_time_password().expect("random bytes");
        let hash = hash_password(&password).expect("a hash");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(!is_outdated(&hash));
        assert!(verify_password(&password, &hash));
        assert!(!verify_password("another", &hash));
        assert!(!verify_password(&password, "no hash"));
    }

    #[test]
    fn a_hash_of_other_parameters_verifies_and_is_outdated() {
        let weak = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8, 1, 1, None).expect("parameters"));
        let hash = weak.hash_password(b"a password of old").expect("a hash").to_string();
        assert!(verify_password("a password of old", &hash));
        assert!(is_outdated(&hash));
    }

    #[test]
    fn one_time_passwords_differ() {
        assert_ne!(one_time_password().ok(), one_time_password().ok());
    }
}
