//! Filters that the operations of this family share. An empty text is no filter: clients of the page's kind send it for what
//! they leave out.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::auth::Profile;
use crate::error::AppError;
use crate::frame::clean;
use crate::op::Hidden;
use crate::ops::safety::Safety;
use crate::store::memories::At;
use crate::text::{BoundedText, Moment};

/// The kinds that this family's page names.
pub const KINDS: &[&str] = &["decision", "preference", "fact", "question", "handoff", "done"];

/// How a memory may stand.
pub const STATUSES: &[&str] = &["active", "superseded", "resolved"];

/// Asking about the past is for REST: the page's lists of arguments are closed (ruling 5).
pub const MOMENTS_OVER_REST: &[Hidden] =
    &[Hidden { field: "as_of", profiles: &Profile::ALL }, Hidden { field: "valid_at", profiles: &Profile::ALL }];

/// One of several words; none where nothing is said.
///
/// # Errors
/// Invalid input with the list of what is taken.
pub fn word(field: &str, text: &str, words: &'static [&'static str]) -> Result<Option<&'static str>, AppError> {
    if text.is_empty() {
        return Ok(None);
    }
    match words.iter().find(|word| **word == text) {
        Some(word) => Ok(Some(word)),
        None => Err(AppError::invalid(field.to_owned(), format!("must be one of: {}, or empty", words.join(", ")))),
    }
}

/// A text to compare with stored ones, in the form in which those are kept.
///
/// # Errors
/// Invalid input where it holds NUL.
pub fn wanted<const MAX: usize>(
    safety: Safety,
    field: &str,
    text: Option<&BoundedText<0, MAX>>,
) -> Result<Option<String>, AppError> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let cleaned = clean(text).map_err(|_| AppError::invalid(field.to_owned(), "must not contain the NUL character"))?;
    if cleaned.text.trim().is_empty() {
        // Nothing is stored under a blank label: it finds nothing, and never more than no filter would.
        return Ok(Some(cleaned.text));
    }
    safety.text(field, text).map(|safe| Some(safe.text))
}

/// The moments that a call asks about.
pub fn at(as_of: Option<Moment>, valid_at: Option<Moment>) -> At {
    At { as_of: as_of.map(|moment| moment.0), valid_at: valid_at.map(|moment| moment.0) }
}

/// Where a page ended: the moment at which the walk began, and the last row.
pub type Position = (DateTime<Utc>, DateTime<Utc>, Uuid);

/// What a page token is bound to: the operation and every filter, as a digest, so that tokens stay short.
pub fn fingerprint(operation: &str, filters: &impl Serialize) -> String {
    let mut hash = Sha256::new();
    hash.update(serde_json::to_vec(filters).unwrap_or_default());
    let digest: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{operation}/{digest}")
}
