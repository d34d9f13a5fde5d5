//! How a family words its refusals where it has words of its own: the workspaces family says `{error, code}` with codes of
//! its own list, as the text of a failed tool call and at `/api/call` (contract, workspaces family).

use serde_json::{Map, Value};

use crate::error::{AppError, ErrorCode};
use crate::op::{Family, Spec};

/// The text of a failed tool call.
pub fn tool_failure(spec: &Spec, error: &AppError) -> String {
    match spec.family {
        Family::Workspaces => workspace_refusal(error).to_string(),
        _ => error.tool_text(),
    }
}

/// A refusal in the words of the workspaces family.
pub fn workspace_refusal(error: &AppError) -> Value {
    let mut members: Map<String, Value> = error.members.clone();
    members.insert("error".to_owned(), workspace_sentence(error).into());
    members.insert("code".to_owned(), workspace_code(error.code).into());
    Value::Object(members)
}

fn workspace_sentence(error: &AppError) -> String {
    match error.code {
        ErrorCode::KeyReused => "request_id was already used with different arguments".to_owned(),
        ErrorCode::InProgress => "A call with this request_id is still in progress; retry shortly".to_owned(),
        ErrorCode::Timeout => "Workspace timeout; check history before retrying a write".to_owned(),
        _ => error.detail.clone().into_owned(),
    }
}

const fn workspace_code(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::Unauthenticated => "unauthorized",
        ErrorCode::InsufficientScope | ErrorCode::Forbidden | ErrorCode::HostRefused => "forbidden",
        ErrorCode::NotFound => "not_found",
        ErrorCode::Conflict | ErrorCode::PreconditionFailed | ErrorCode::KeyReused | ErrorCode::InProgress => {
            "conflict"
        }
        ErrorCode::RateLimited | ErrorCode::QuotaExceeded => "rate_limited",
        ErrorCode::Unavailable | ErrorCode::Timeout | ErrorCode::Internal => "unavailable",
        ErrorCode::InvalidInput
        | ErrorCode::MalformedRequest
        | ErrorCode::SecretRefused
        | ErrorCode::PayloadTooLarge
        | ErrorCode::UnsupportedMediaType
        | ErrorCode::NotAcceptable
        | ErrorCode::MethodNotAllowed
        | ErrorCode::PreconditionRequired => "invalid_request",
    }
}
