//! The key by which a retry of a call is recognised (ruling 10).

use serde_json::Value;
use uuid::Uuid;

use crate::auth::Caller;
use crate::error::{AppError, ErrorCode};
use crate::op::{Call, Entry, Environment, Retry};
use crate::store::idempotency::KeyOwner;

/// A retry's key with what it is compared by.
pub(in crate::op) struct RetryKey {
    key: String,
    scope: String,
    /// The keyed hash of the arguments.
    pub(in crate::op) fingerprint: Vec<u8>,
    /// Whether it is forgotten after 30 days.
    pub(in crate::op) expires: bool,
}

impl RetryKey {
    /// Whose key it is and for what.
    pub(in crate::op) fn owner<'a>(&'a self, caller: &Caller, agent: &'a str, operation: &'static str) -> KeyOwner<'a> {
        KeyOwner { user: caller.user(), agent, operation, scope: &self.scope, key: &self.key }
    }
}

/// The refusal for other arguments under the same key.
pub(in crate::op) fn key_reused() -> AppError {
    AppError::new(ErrorCode::KeyReused, "This key was already used with different arguments.")
}

/// The key of a call: of its field or of the header, one mechanism for both. The fingerprint is a keyed hash of the arguments
/// as they were received, never the text.
pub(in crate::op) fn retry_key(env: &Environment, entry: &Entry, call: &Call) -> Result<Option<RetryKey>, AppError> {
    let retry = entry.spec().retry;
    if retry == Retry::Never {
        return Ok(None);
    }
    let field = retry.field().and_then(|field| call.arguments.get(field)).and_then(Value::as_str);
    let key = match (field, call.key.as_deref()) {
        (Some(field), Some(header)) if field != header => {
            return Err(AppError::invalid(
                retry.field().unwrap_or_default(),
                "differs from the header Idempotency-Key",
            ));
        }
        (Some(key), _) | (None, Some(key)) => key,
        (None, None) => return Ok(None),
    };
    // A UUID is the same in both letter cases.
    let spelled = Uuid::try_parse(key).ok().filter(|_| matches!(retry, Retry::ByField(_))).map(|id| id.to_string());
    let key = spelled.as_deref().unwrap_or(key);
    if key.is_empty() || key.chars().count() > 255 || key.chars().any(char::is_control) {
        return Err(AppError::invalid("Idempotency-Key", "must have 1 to 255 characters on one line"));
    }
    let mut compared = call.arguments.clone();
    if let Some(field) = retry.field() {
        compared.remove(field);
    }
    let received = serde_json::to_vec(&compared).map_err(AppError::internal)?;
    Ok(Some(RetryKey {
        key: key.to_owned(),
        scope: entry.key_scope(&call.arguments),
        fingerprint: env.master.keyed_hash("idempotency", &received),
        expires: !matches!(retry, Retry::ByFieldForGood(_)),
    }))
}
