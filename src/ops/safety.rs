//! What happens to a text before anything keeps it: hidden characters are cleaned, secrets are cut.

use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

use crate::auth::Caller;
use crate::error::{AppError, ErrorCode};
use crate::frame::{clean, fold};
use crate::op::Environment;
use crate::redact::{Policy, Redacted, drop_private, redact};

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

/// The longest text of a memory, in characters. Composing may lengthen what was received.
const LONGEST_CONTENT: usize = 524_288;

/// From this many bytes on, work on a text leaves the threads that answer other calls.
const LONG_TEXT: usize = 16_384;

/// Runs work on a text; long work does not keep the threads that answer other calls.
pub fn off_the_workers<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    if bytes < LONG_TEXT { work() } else { tokio::task::block_in_place(work) }
}

/// Cuts secrets. A secret in other forms of its letters, such as full-width ones, is one all the same: where the compatible
/// form (NFKC) shows more of them, that form is kept, cut.
fn cut(text: &str, policy: Policy) -> Redacted {
    let redacted = redact(text, policy);
    if text.is_ascii() {
        return redacted;
    }
    let compatible: String = text.nfkc().collect();
    if compatible == text {
        return redacted;
    }
    let shown = redact(&compatible, policy);
    if shown.count() > redacted.count() { shown } else { redacted }
}

fn secret_refused(field: &str, problem: &str) -> AppError {
    let mut refused = AppError::new(ErrorCode::SecretRefused, format!("{field}: {problem}"));
    refused.field = Some(field.to_owned());
    refused
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
        let redacted = off_the_workers(text.len(), || cut(&cleaned.text, self.policy));
        Ok(SafeText {
            redactions: redacted.count(),
            only_secret: redacted.is_only_secret(),
            cleaned: cleaned.removed,
            text: redacted.text,
        })
    }

    /// Drops the sections that are marked as private, then redacts; says how many sections were dropped.
    ///
    /// # Errors
    /// Invalid input as [`Self::text`], also where nothing but private sections was in it.
    pub fn without_private(self, field: &str, text: &str) -> Result<(SafeText, u32), AppError> {
        let cleaned =
            clean(text).map_err(|_| AppError::invalid(field.to_owned(), "must not contain the NUL character"))?;
        let without = drop_private(&cleaned.text);
        if without.sections > 0 && without.text.trim().is_empty() {
            let problem = "holds nothing besides private sections, which are never kept";
            return Err(AppError::invalid(field.to_owned(), problem));
        }
        let mut safe = self.text(field, &without.text)?;
        safe.cleaned += cleaned.removed;
        Ok((safe, without.sections))
    }

    /// Cleans and redacts, and refuses what is nothing but a secret (ruling 31).
    ///
    /// # Errors
    /// Invalid input as [`Self::text`]; [`ErrorCode::SecretRefused`].
    pub fn content(self, field: &str, text: &str) -> Result<SafeText, AppError> {
        let safe = self.text(field, text)?;
        if safe.text.chars().count() > LONGEST_CONTENT {
            return Err(AppError::invalid(
                field.to_owned(),
                format!("must have at most {LONGEST_CONTENT} characters when composed"),
            ));
        }
        if safe.only_secret {
            let problem =
                "holds nothing but a secret, which is never stored. Store what is worth remembering about it instead.";
            return Err(secret_refused(field, problem));
        }
        Ok(safe)
    }

    /// Cleans and redacts a short text that may be absent, such as a name that a call claims.
    ///
    /// # Errors
    /// Invalid input as [`Self::text`].
    pub fn optional(self, field: &str, text: Option<&str>) -> Result<Option<String>, AppError> {
        text.map(|text| self.text(field, text).map(|safe| safe.text)).transpose()
    }

    /// Cleans and redacts each of several short texts, such as topics and links.
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

    /// How many secrets would be cut from these texts together.
    pub fn count<'a>(self, texts: impl Iterator<Item = &'a String>) -> u32 {
        texts.map(|text| clean(text).map_or(0, |cleaned| cut(&cleaned.text, self.policy).count())).sum()
    }
}

/// Refuses a text that is too long to be kept: what stands in a secret's place may be longer than the secret.
///
/// # Errors
/// Invalid input naming the limit.
pub fn refuse_longer(field: &str, text: &str, longest: usize) -> Result<(), AppError> {
    if text.chars().count() <= longest {
        return Ok(());
    }
    let problem = format!("must have at most {longest} characters once secrets are cut");
    Err(AppError::invalid(field.to_owned(), problem))
}

/// Refuses a path that holds a secret: it cannot be cut from a path, and must not be kept.
///
/// # Errors
/// [`ErrorCode::SecretRefused`].
pub fn refuse_secret(field: &str, path: &str) -> Result<(), AppError> {
    if cut(path, Policy::default()).count() == 0 {
        return Ok(());
    }
    Err(secret_refused(field, "holds a secret, which is never stored."))
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
