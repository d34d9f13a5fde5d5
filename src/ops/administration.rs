//! What operations of administration have in common: REST alone, JSON, the same fields everywhere; and small parts of
//! their inputs and answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::Role;
use crate::error::{AppError, ErrorCode};
use crate::op::{Cx, Effect, Family, FirstBlock, Method, Retry, Route, Spec, Surfaces};
use crate::ops::safety::text_hash;

/// The part of a description that all of them share. Each says the rest of its own, from its name to its example.
pub const READS: Spec = Spec {
    name: "",
    title: "",
    help: "",
    family: Family::Administration,
    permissions: &[],
    mcp_permissions: &[],
    role: Role::Admin,
    effect: Effect::Read,
    route: Route::new(Method::Get, ""),
    surfaces: Surfaces::RestOnly,
    first_block: FirstBlock::Json,
    curated: &[],
    hidden: &[],
    retry: Retry::Never,
    errors: &[],
    example: |_| json!({}),
};

/// The same for those that change something.
pub const WRITES: Spec = Spec { effect: Effect::Put, retry: Retry::ByHeader, ..READS };

/// A role, as fields spell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RoleName {
    Owner,
    Admin,
    Member,
    Viewer,
}

impl RoleName {
    /// The role.
    pub const fn role(self) -> Role {
        match self {
            Self::Owner => Role::Owner,
            Self::Admin => Role::Admin,
            Self::Member => Role::Member,
            Self::Viewer => Role::Viewer,
        }
    }
}

/// The answer of what takes something away.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Removed {
    /// Whether it is gone: always true.
    removed: bool,
}

/// It is gone.
pub const REMOVED: Removed = Removed { removed: true };

/// The hashes of a setting before and after, for the audit log.
pub fn changed(cx: &mut Cx<'_>, before: &impl Serialize, after: &impl Serialize) -> Result<(), AppError> {
    cx.acts.hashes(Some(hash(before)?), Some(hash(after)?));
    Ok(())
}

fn hash(setting: &impl Serialize) -> Result<Vec<u8>, AppError> {
    serde_json::to_string(setting).map(|text| text_hash(&text)).map_err(AppError::internal)
}

/// The refusal of what the caller's role does not allow.
pub fn forbidden(sentence: impl Into<std::borrow::Cow<'static, str>>) -> AppError {
    AppError::new(ErrorCode::Forbidden, sentence)
}

/// The refusal of what the present state does not allow.
pub fn conflict(sentence: impl Into<std::borrow::Cow<'static, str>>) -> AppError {
    AppError::new(ErrorCode::Conflict, sentence)
}

/// A name for people: on one line, without hidden characters.
pub fn checked_name(field: &str, text: &str) -> Result<String, AppError> {
    let text = text.trim();
    if text.is_empty() || text.chars().any(char::is_control) {
        return Err(AppError::invalid(field, "must be on one line and not blank"));
    }
    crate::ops::safety::refuse_secret(field, text)?;
    Ok(text.to_owned())
}

/// A page of rows: one more than the limit was asked for, to know whether there are more.
pub fn cut<T>(rows: &mut Vec<T>, limit: usize) -> bool {
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    has_more
}
