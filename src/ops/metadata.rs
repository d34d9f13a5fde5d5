//! Metadata: what a client keeps beside a memory.

use serde_json::{Map, Value};

use crate::error::AppError;
use crate::ops::safety::Safety;

/// What a client keeps beside a memory: names that the service itself writes are refused (ruling 30), texts are redacted.
///
/// # Errors
/// Invalid input, naming the field.
pub fn safe_metadata(safety: Safety, metadata: &Map<String, Value>) -> Result<Map<String, Value>, AppError> {
    let is_reserved =
        |name: &String| matches!(name.trim().to_lowercase().as_str(), "owner" | "writer" | "account" | "trust");
    if let Some(name) = metadata.keys().find(|name| is_reserved(name)) {
        return Err(AppError::invalid(format!("metadata.{}", name.trim()), "is a name that only the service writes"));
    }
    let serialised = serde_json::to_string(metadata).unwrap_or_default();
    if serialised.len() > 16_384 {
        return Err(AppError::invalid("metadata", "must be at most 16,384 bytes of JSON"));
    }
    let mut safe = metadata.clone();
    redact_members(safety, &mut safe)?;
    Ok(safe)
}

fn redact_strings(safety: Safety, value: &mut Value) -> Result<(), AppError> {
    match value {
        Value::String(text) if !text.trim().is_empty() => *text = safety.text("metadata", text)?.text,
        Value::Array(items) => items.iter_mut().try_for_each(|item| redact_strings(safety, item))?,
        Value::Object(members) => redact_members(safety, members)?,
        _ => {}
    }
    Ok(())
}

fn redact_members(safety: Safety, members: &mut Map<String, Value>) -> Result<(), AppError> {
    // A name cannot be cut: what is hidden or secret in it refuses the record.
    let is_plain = |name: &String| safety.text("metadata", name).is_ok_and(|safe| safe.text == *name);
    if !members.keys().all(is_plain) {
        return Err(AppError::invalid("metadata", "has a name that is blank, or holds hidden characters or a secret"));
    }
    members.values_mut().try_for_each(|member| redact_strings(safety, member))
}
