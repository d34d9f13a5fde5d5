//! The one table that says how each code is told.

use crate::error::ErrorCode;

/// How a code is told.
#[derive(Debug, Clone, Copy)]
pub struct ErrorRow {
    /// The code.
    pub code: ErrorCode,
    /// The stable string.
    pub name: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// The title: a sentence that does not vary.
    pub title: &'static str,
    /// What to do.
    pub advice: &'static str,
}

/// The table: code, stable string, HTTP status, title, advice.
pub const TABLE: &[ErrorRow] = &[
    row(
        ErrorCode::Unauthenticated,
        "unauthenticated",
        401,
        "A valid token is needed.",
        "Send a valid token as `Authorization: Bearer …`.",
    ),
    row(
        ErrorCode::InsufficientScope,
        "insufficient_scope",
        403,
        "The token lacks a permission.",
        "Ask for a token with the permissions that are named.",
    ),
    row(ErrorCode::Forbidden, "forbidden", 403, "This is not allowed to the caller.", "Ask an admin of the account."),
    row(
        ErrorCode::NotFound,
        "not_found",
        404,
        "There is no such thing here, or it is not yours to see.",
        "Check the id or the path.",
    ),
    row(
        ErrorCode::InvalidInput,
        "invalid_input",
        422,
        "An argument is not accepted.",
        "Correct the field that is named.",
    ),
    row(
        ErrorCode::MalformedRequest,
        "malformed_request",
        400,
        "The request cannot be read.",
        "Send valid JSON in UTF-8.",
    ),
    row(
        ErrorCode::SecretRefused,
        "secret_refused",
        422,
        "The text is nothing but a secret, which is never stored.",
        "Keep secrets in a vault; store what is worth remembering about them.",
    ),
    row(ErrorCode::Conflict, "conflict", 409, "The state does not allow this now.", "Read again, then decide."),
    row(
        ErrorCode::PreconditionRequired,
        "precondition_required",
        428,
        "A change must name what it changes.",
        "Read it, then send its etag as `If-Match`.",
    ),
    row(
        ErrorCode::PreconditionFailed,
        "precondition_failed",
        412,
        "It was changed since it was read.",
        "Read it again, then decide.",
    ),
    row(
        ErrorCode::QuotaExceeded,
        "quota_exceeded",
        402,
        "A limit of the account is reached.",
        "Ask an admin of the account; `GET /v1/usage` shows what is used.",
    ),
    row(
        ErrorCode::KeyReused,
        "idempotency_key_reused",
        422,
        "This key was already used with different arguments.",
        "Use a new key for a new call.",
    ),
    row(
        ErrorCode::InProgress,
        "in_progress",
        409,
        "A call with this key is still in progress.",
        "Wait as Retry-After says, then send the same call again.",
    ),
    row(ErrorCode::PayloadTooLarge, "payload_too_large", 413, "The body is over the limit.", "Send less at once."),
    row(
        ErrorCode::UnsupportedMediaType,
        "unsupported_media_type",
        415,
        "This type of body is not taken.",
        "Send `Content-Type: application/json`, uncompressed.",
    ),
    row(
        ErrorCode::NotAcceptable,
        "not_acceptable",
        406,
        "None of the accepted types is served.",
        "Accept `application/json`; on MCP `text/event-stream` too.",
    ),
    row(
        ErrorCode::MethodNotAllowed,
        "method_not_allowed",
        405,
        "This path does not take this method.",
        "Use a method that the Allow header names.",
    ),
    row(
        ErrorCode::HostRefused,
        "host_refused",
        403,
        "This Host or Origin is not served.",
        "Use the public URL of the service.",
    ),
    row(ErrorCode::RateLimited, "rate_limited", 429, "Too many calls.", "Wait as Retry-After says."),
    row(ErrorCode::Unavailable, "unavailable", 503, "A part of the service cannot be reached.", "Try again shortly."),
    row(ErrorCode::Timeout, "timeout", 503, "The work took too long and was stopped.", "Try again, or ask for less."),
    row(
        ErrorCode::Internal,
        "internal",
        500,
        "Something went wrong on our side.",
        "Try again; if it stays, report the request id.",
    ),
];

const fn row(code: ErrorCode, name: &'static str, status: u16, title: &'static str, advice: &'static str) -> ErrorRow {
    ErrorRow { code, name, status, title, advice }
}
