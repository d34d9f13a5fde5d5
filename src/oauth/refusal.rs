//! Refusals of the protocol's endpoints: JSON as RFC 6749 and 7591 word it, never cached, never repeating the input.

use std::borrow::Cow;
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use serde_json::{Value, json};

use crate::error::{AppError, ErrorCode};
use crate::surface::log;

/// A refusal.
#[derive(Debug)]
pub struct Refusal {
    status: u16,
    /// The protocol's word.
    pub code: &'static str,
    description: Cow<'static, str>,
    retry_after: Option<Duration>,
    cause: Option<Box<AppError>>,
}

impl Refusal {
    /// A refusal with status 400.
    pub fn new(code: &'static str, description: impl Into<Cow<'static, str>>) -> Self {
        Self { status: 400, code, description: description.into(), retry_after: None, cause: None }
    }

    /// The client is not known, or did not prove who it is: hosts register anew when they hear this.
    pub fn invalid_client() -> Self {
        Self { status: 401, ..Self::new("invalid_client", "The client is not known or did not prove who it is.") }
    }

    /// The code, refresh token or assertion is not good: the same words whatever is wrong with it.
    pub fn invalid_grant() -> Self {
        Self::new("invalid_grant", "It is not valid, has expired, was used or revoked, or is another client's.")
    }

    /// Too many attempts.
    pub fn too_many(wait: Duration) -> Self {
        let sentence = "Too many registrations; try again later.";
        Self { status: 429, retry_after: Some(wait), ..Self::new("temporarily_unavailable", sentence) }
    }

    /// The answer.
    pub fn answer(&self, request_id: &str) -> Response {
        match &self.cause {
            Some(error) => log(error, request_id),
            None => tracing::info!(request.id = request_id, code = self.code, "refused"),
        }
        let mut response = json_answer(
            StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST),
            &json!({"error": self.code, "error_description": self.description}),
        );
        if self.status == 401 {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Basic realm=\"annals\""));
        }
        if let Some(wait) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait.as_secs().max(1)));
        }
        response
    }
}

impl From<AppError> for Refusal {
    fn from(error: AppError) -> Self {
        let (status, code) = match error.code {
            ErrorCode::Internal => (500, "server_error"),
            _ => (503, "temporarily_unavailable"),
        };
        let wait = (status == 503).then(|| error.retry_after.unwrap_or(Duration::from_secs(1)));
        let description = error.code.row().title.into();
        Self { status, code, description, retry_after: wait, cause: Some(Box::new(error)) }
    }
}

/// A JSON answer that nobody keeps.
pub fn json_answer(status: StatusCode, body: &Value) -> Response {
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert("pragma", HeaderValue::from_static("no-cache"));
    response
}

/// The answer to a method that is not taken.
pub async fn method_not_allowed() -> Response {
    let refusal = Refusal { status: 405, ..Refusal::new("invalid_request", "This path does not take this method.") };
    refusal.answer("")
}
