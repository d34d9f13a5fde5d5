//! Refusals over HTTP: `application/problem+json` (RFC 9457), with the challenge where a token is the matter (RFC 6750).

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderMap, HeaderValue, StatusCode};

use crate::auth::DEFAULT_PERMISSIONS;
use crate::error::{AppError, ErrorCode};
use crate::surface::request_id::Id;

/// The answer for a refusal. `resource` is the path of the protected resource, such as `/mcp`.
pub fn problem(error: &AppError, request_id: &str, origin: &str, resource: &str) -> Response {
    log(error, request_id);
    let status = StatusCode::from_u16(error.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = Response::new(Body::from(error.problem(request_id).to_string()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    tell(headers, error, origin, resource);
    response
}

/// What headers say of a refusal: when to try again, and how to get a token.
pub fn tell(headers: &mut HeaderMap, error: &AppError, origin: &str, resource: &str) {
    if let Some(wait) = error.retry_after {
        headers.insert(RETRY_AFTER, HeaderValue::from(wait.as_secs().max(1)));
    }
    if let Some(challenge) = challenge(error, origin, resource).and_then(|text| HeaderValue::from_str(&text).ok()) {
        headers.insert(WWW_AUTHENTICATE, challenge);
    }
}

/// The answer for a refusal of this request, whatever it asked for.
pub fn refusal(error: &AppError, request: &Request, origin: &str) -> Response {
    let id = request.extensions().get::<Id>().map(|id| id.0.clone()).unwrap_or_default();
    problem(error, &id, origin, "/v1")
}

/// The answer for a panic.
pub fn fault() -> Response {
    problem(&AppError::internal("a request panicked"), "", "", "")
}

/// The challenge: where the metadata stand, and what to ask for.
fn challenge(error: &AppError, origin: &str, resource: &str) -> Option<String> {
    let metadata = format!("{origin}/.well-known/oauth-protected-resource{resource}");
    match error.code {
        ErrorCode::Unauthenticated => {
            let scope = DEFAULT_PERMISSIONS.iter().map(|permission| permission.name()).collect::<Vec<_>>().join(" ");
            let reason = match error.members.get("error").and_then(|value| value.as_str()) {
                Some(code) => format!(", error=\"{code}\", error_description=\"{}\"", error.detail),
                None => String::new(),
            };
            Some(format!("Bearer resource_metadata=\"{metadata}\", scope=\"{scope}\"{reason}"))
        }
        ErrorCode::InsufficientScope => {
            let scope = error.members.get("scope").and_then(|value| value.as_str()).unwrap_or_default();
            Some(format!(
                "Bearer error=\"insufficient_scope\", scope=\"{scope}\", resource_metadata=\"{metadata}\", error_description=\"{}\"",
                error.detail
            ))
        }
        _ => None,
    }
}

/// Each refusal is logged once, here, with its cause.
pub fn log(error: &AppError, request_id: &str) {
    let code = error.code.name();
    match error.code {
        ErrorCode::Internal => tracing::error!(request.id = request_id, code, cause = error.causes(), "fault"),
        ErrorCode::Unavailable | ErrorCode::Timeout => {
            tracing::warn!(request.id = request_id, code, cause = error.causes(), "unavailable");
        }
        _ => tracing::info!(request.id = request_id, code, "refused"),
    }
}
