//! What happens to a text before anything keeps it: hidden characters are cleaned, secrets are cut.

use sha2::{Digest, Sha256};

use crate::auth::Caller;
use crate::error::{AppError, ErrorCode};
use crate::frame::{clean, fold};
use crate::op::Environment;
use crate::redact::{Policy, redact};

/// Cleaning and redaction as an account wants them.
#[derive(Debug, Clone, Copy)]
pub struct Safety {
    policy: Policy,
}

impl Safety {
    /// As the caller's account wants them.
    ///
    /// # Errors
    /// Unauthenticated where the grant no longer holds; unavailable without a database.
    pub async fn of(env: &Environment, caller: &Caller) -> Result<Self, AppError> {
        let policies = env.policies_of(caller).await?;
        let policy =
            Policy { email_addresses: policies.redact_email_addresses, card_numbers: policies.redact_card_numbers };
        Ok(Self { policy })
    }
}

/// A text that may be kept.
#[derive(Debug, Clone)]
pub struct SafeText {
    /// The text.
    pub text: String,
    /// Secrets that were cut.
    pub redactions: u32,
    /// Hidden characters that were removed.
    pub cleaned: u32,
    /// Whether nothing but a secret was in it.
    pub only_secret: bool,
}

impl Safety {
    /// Cleans and redacts a text.
    ///
    /// # Errors
    /// Invalid input where it holds NUL, or nothing is left after cleaning.
    pub fn text(self, field: &str, text: &str) -> Result<SafeText, AppError> {
        let cleaned =
            clean(text).map_err(|_| AppError::invalid(field.to_owned(), "must not contain the NUL character"))?;
        if cleaned.text.trim().is_empty() {
            return Err(AppError::invalid(field.to_owned(), "must not be empty or blank"));
        }
        let redacted = redact(&cleaned.text, self.policy);
        Ok(SafeText {
            redactions: redacted.count(),
            only_secret: redacted.is_only_secret(),
            cleaned: cleaned.removed,
            text: redacted.text,
        })
    }

    /// Cleans and redacts, and refuses what is nothing but a secret (ruling 31).
    ///
    /// # Errors
    /// Invalid input as [`Self::text`]; [`ErrorCode::SecretRefused`].
    pub fn content(self, field: &str, text: &str) -> Result<SafeText, AppError> {
        let safe = self.text(field, text)?;
        if safe.only_secret {
            let mut refused = AppError::new(
                ErrorCode::SecretRefused,
                format!(
                    "{field}: holds nothing but a secret, which is never stored. Store what is worth remembering about it instead."
                ),
            );
            refused.field = Some(field.to_owned());
            return Err(refused);
        }
        Ok(safe)
    }

    /// Cleans and redacts each of several short texts, such as topics and links; empty ones are left out.
    ///
    /// # Errors
    /// Invalid input as [`Self::text`], naming the place.
    pub fn list(self, field: &str, texts: &[String]) -> Result<Vec<String>, AppError> {
        texts
            .iter()
            .enumerate()
            .map(|(place, text)| self.text(&format!("{field}[{place}]"), text).map(|safe| safe.text))
            .collect()
    }
}

impl Safety {
    /// How many secrets would be cut from these texts together.
    pub fn count<'a>(self, texts: impl Iterator<Item = &'a String>) -> u32 {
        texts.map(|text| clean(text).map_or(0, |cleaned| redact(&cleaned.text, self.policy).count())).sum()
    }
}

/// The key under which the same thing said twice is found (ruling 38): kind, name, project and the folded text; the scope
/// stands in the index. `done` and `handoff` never fold.
#[must_use]
pub fn fold_hash(kind: &str, name: Option<&str>, project: Option<&str>, text: &str) -> Option<Vec<u8>> {
    if matches!(kind, "done" | "handoff") {
        return None;
    }
    let mut hash = Sha256::new();
    for part in [kind, name.unwrap_or_default(), project.unwrap_or_default(), &fold(text)] {
        hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
        hash.update(part.as_bytes());
    }
    Some(hash.finalize().to_vec())
}

/// The hash of a folded text alone: what was served and comes back is recognised by it, whatever its kind.
#[must_use]
pub fn text_hash(text: &str) -> Vec<u8> {
    Sha256::digest(fold(text).as_bytes()).to_vec()
}
