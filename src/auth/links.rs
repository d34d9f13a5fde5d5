//! Links that people follow once: the secret in the URL, and the hash that is stored in its place.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::Duration;
use sha2::{Digest, Sha256};

use crate::error::AppError;
use crate::ids::AccountId;

/// How long an invitation holds.
pub const INVITATION_HOLDS: Duration = Duration::days(7);

/// How long a link to a new password holds.
pub const PASSWORD_RESET_HOLDS: Duration = Duration::hours(1);

/// How long a link that confirms an address holds.
pub const SIGN_UP_HOLDS: Duration = Duration::days(1);

/// A new link: shown or sent once.
pub struct NewLink {
    /// What is stored.
    pub secret_hash: Vec<u8>,
    /// What the person follows: a secret.
    pub url: String,
}

/// A link by which somebody joins an account. Its secret carries the account in the clear, by which its row is found.
///
/// # Errors
/// Internal, where the system gives no random bytes.
pub fn invitation_link(public_url: &str, account: AccountId) -> Result<NewLink, AppError> {
    let random = random_secret()?;
    let secret = [account.uuid().as_bytes().as_slice(), &random].concat();
    Ok(link(public_url, "invitations", &secret, &random))
}

/// A link by which a person sets a new password.
///
/// # Errors
/// Internal, where the system gives no random bytes.
pub fn password_reset_link(public_url: &str) -> Result<NewLink, AppError> {
    let random = random_secret()?;
    Ok(link(public_url, "password-reset", &random, &random))
}

/// A link by which somebody who signs up confirms the address.
///
/// # Errors
/// Internal, where the system gives no random bytes.
pub fn sign_up_link(public_url: &str) -> Result<NewLink, AppError> {
    let random = random_secret()?;
    Ok(link(public_url, "sign-up", &random, &random))
}

/// The account and the stored hash of an invitation's secret, as it stands in its URL.
#[must_use]
pub fn read_invitation(secret: &str) -> Option<(AccountId, Vec<u8>)> {
    let bytes = URL_SAFE_NO_PAD.decode(secret).ok()?;
    let (account, random) = bytes.split_at_checked(16)?;
    let account = uuid::Uuid::from_slice(account).ok()?;
    (random.len() == 32).then(|| (AccountId::from(account), hash(random)))
}

/// The stored hash of any other link's secret, as it stands in its URL.
#[must_use]
pub fn read_link(secret: &str) -> Option<Vec<u8>> {
    let random = URL_SAFE_NO_PAD.decode(secret).ok()?;
    (random.len() == 32).then(|| hash(&random))
}

/// 256 random bits.
///
/// # Errors
/// Internal, where the system gives no random bytes.
pub fn random_secret() -> Result<[u8; 32], AppError> {
    let mut random = [0_u8; 32];
    getrandom::fill(&mut random).map_err(|error| AppError::internal(error.to_string()))?;
    Ok(random)
}

fn link(public_url: &str, page: &str, secret: &[u8], random: &[u8]) -> NewLink {
    NewLink { secret_hash: hash(random), url: format!("{public_url}/{page}/{}", URL_SAFE_NO_PAD.encode(secret)) }
}

/// A secret of 256 random bits needs no slow hash.
fn hash(random: &[u8]) -> Vec<u8> {
    Sha256::digest(random).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(url: &str) -> &str {
        url.rsplit('/').next().unwrap_or_default()
    }

    #[test]
    fn a_link_is_found_again_by_its_secret_alone() {
        let account = AccountId::generate();
        let invitation = invitation_link("https://annals.example.com", account).expect("random bytes");
        assert!(invitation.url.starts_with("https://annals.example.com/invitations/"));
        assert_eq!(read_invitation(secret(&invitation.url)), Some((account, invitation.secret_hash)));
        let reset = password_reset_link("https://annals.example.com").expect("random bytes");
        assert_eq!(read_link(secret(&reset.url)), Some(reset.secret_hash));
        assert_eq!(read_invitation(secret(&reset.url)), None);
        assert_eq!(read_link(secret(&invitation.url)), None);
        for text in ["", "x", "%00", "ä", &"A".repeat(10_000)] {
            assert_eq!(read_link(text), None);
            assert_eq!(read_invitation(text), None);
        }
    }
}
