//! Errors: one enum of codes and one table that says how each surface tells it. Nothing of a source error, of SQL or of
//! stored text ever reaches a body; the source is logged once, at the surface, beside the request id.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use serde_json::{Map, Value};

mod table;

pub use table::{ErrorRow, TABLE};

/// Everything an operation or a surface can refuse with. The name in snake case is the stable code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// No token, or one that does not hold.
    Unauthenticated,
    /// The token lacks a permission that the operation needs; a client may step up.
    InsufficientScope,
    /// The role does not allow it, or the place is not the caller's to write.
    Forbidden,
    /// Absent and foreign alike.
    NotFound,
    /// An argument is not what is accepted.
    InvalidInput,
    /// The request is no JSON, no UTF-8 or too deep.
    MalformedRequest,
    /// The text holds nothing but a secret.
    SecretRefused,
    /// The state does not allow it now.
    Conflict,
    /// What is edited must be named by the etag that was read.
    PreconditionRequired,
    /// It was changed since it was read.
    PreconditionFailed,
    /// A limit of the account is reached.
    QuotaExceeded,
    /// A key for retries was used with other arguments.
    KeyReused,
    /// A call with the same key is still running.
    InProgress,
    /// The body is over the limit.
    PayloadTooLarge,
    /// The body's type is not taken.
    UnsupportedMediaType,
    /// The client accepts nothing that is served.
    NotAcceptable,
    /// The path exists, the method does not.
    MethodNotAllowed,
    /// The Host or Origin is not one that is served.
    HostRefused,
    /// Too many calls.
    RateLimited,
    /// A part that is needed cannot be reached.
    Unavailable,
    /// The work took longer than is allowed.
    Timeout,
    /// A fault of ours.
    Internal,
}

impl ErrorCode {
    /// The row of this code.
    #[must_use]
    pub fn row(self) -> &'static ErrorRow {
        TABLE.iter().find(|row| row.code == self).expect("a test shows that the table names every code")
    }

    /// The stable string.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The HTTP status.
    #[must_use]
    pub fn status(self) -> u16 {
        self.row().status
    }
}

/// A refusal: its code, a sentence for the person or model who asked, and what the log alone may know.
pub struct AppError {
    /// The code.
    pub code: ErrorCode,
    /// What was wrong and what is accepted. Never holds stored text, SQL or a secret.
    pub detail: Cow<'static, str>,
    /// The argument that was wrong, as a path: `items[3].kind`.
    pub field: Option<String>,
    /// Further members of the answer, such as the permissions that are missing.
    pub members: Map<String, Value>,
    /// When to try again.
    pub retry_after: Option<Duration>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl AppError {
    /// A refusal with this sentence.
    #[must_use]
    pub fn new(code: ErrorCode, detail: impl Into<Cow<'static, str>>) -> Self {
        Self { code, detail: detail.into(), field: None, members: Map::new(), retry_after: None, source: None }
    }

    /// An argument that is not accepted: which one, and what is.
    #[must_use]
    pub fn invalid(field: impl Into<String>, problem: impl fmt::Display) -> Self {
        let field = field.into();
        let mut error = Self::new(ErrorCode::InvalidInput, format!("{field}: {problem}"));
        error.field = Some(field);
        error
    }

    /// Absent or foreign: the same words for both.
    #[must_use]
    pub fn not_found(noun: &'static str) -> Self {
        Self::new(ErrorCode::NotFound, format!("There is no {noun} of that name that you can see."))
    }

    /// A fault of ours, with what the log may know.
    #[must_use]
    pub fn internal(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        let mut error = Self::new(ErrorCode::Internal, ErrorCode::Internal.row().title);
        error.source = Some(source.into());
        error
    }

    /// Adds what the log may know.
    #[must_use]
    pub fn caused_by(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Adds when to try again.
    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self
    }

    /// Adds a member to the answer.
    #[must_use]
    pub fn with(mut self, member: &str, value: impl Into<Value>) -> Self {
        self.members.insert(member.to_owned(), value.into());
        self
    }

    /// The chain of causes, for the log.
    #[must_use]
    pub fn causes(&self) -> String {
        let mut chain = String::new();
        let mut next = self.source.as_deref().map(|source| source as &dyn std::error::Error);
        while let Some(cause) = next {
            // Some errors repeat their source in their own words.
            let words = cause.to_string();
            if !chain.contains(&words) {
                if !chain.is_empty() {
                    chain.push_str(": ");
                }
                chain.push_str(&words);
            }
            next = cause.source();
        }
        chain
    }

    /// The body of `application/problem+json` (RFC 9457).
    #[must_use]
    pub fn problem(&self, request_id: &str) -> Value {
        let row = self.code.row();
        let mut body = self.members.clone();
        body.insert("type".into(), format!("urn:annals:error:{}", row.name).into());
        body.insert("title".into(), row.title.into());
        body.insert("status".into(), row.status.into());
        body.insert("code".into(), row.name.into());
        body.insert("detail".into(), self.detail.clone().into_owned().into());
        body.insert("advice".into(), row.advice.into());
        body.insert("request_id".into(), request_id.into());
        if let Some(field) = &self.field {
            body.insert("field".into(), field.clone().into());
            body.insert("errors".into(), serde_json::json!([{"pointer": pointer(field), "detail": self.detail}]));
        }
        Value::Object(body)
    }

    /// The text of a failed tool call: the code first, so that a client can match on it.
    #[must_use]
    pub fn tool_text(&self) -> String {
        format!("{}: {}", self.code.name(), self.detail)
    }
}

/// A field path as a JSON pointer (RFC 6901): `items[3].kind` → `#/items/3/kind`.
fn pointer(field: &str) -> String {
    let mut pointer = String::from("#");
    for part in field.split(['.', '[', ']']).filter(|part| !part.is_empty()) {
        pointer.push('/');
        pointer.push_str(&part.replace('~', "~0").replace('/', "~1"));
    }
    pointer
}

impl fmt::Debug for AppError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "AppError({}: {}; {})", self.code.name(), self.detail, self.causes())
    }
}

impl fmt::Display for AppError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.detail)
    }
}

impl std::error::Error for AppError {}

#[cfg(test)]
mod tests;
