//! The header fields that tell a client where it stands with its limits: `RateLimit` and `RateLimit-Policy`, as structured
//! fields (RFC 9651) in the form of the IETF's draft, on every answer to an authenticated request, refusals included.

use std::cell::RefCell;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http::HeaderValue;

use crate::app::App;
use crate::auth::Caller;
use crate::error::AppError;
use crate::op::{Admission, WINDOW_SECONDS};

/// The names of the fields.
pub const FIELDS: [&str; 2] = ["ratelimit", "ratelimit-policy"];

tokio::task_local! {
    static ADMISSION: RefCell<Option<Admission>>;
}

/// Takes a call from the buckets of a caller who was verified, and remembers for the answer how it stands.
///
/// # Errors
/// Rate limited, where a bucket is empty.
pub fn admit(app: &App, caller: &Caller) -> Result<(), AppError> {
    let admission = app.env.rates.take(caller);
    let refusal = admission.refusal();
    // Outside of a request there is no answer to carry fields.
    let _ = ADMISSION.try_with(|kept| *kept.borrow_mut() = Some(admission));
    refusal.map_or(Ok(()), Err)
}

/// Adds the fields to the answer of a request that was admitted or refused.
pub async fn rate_fields(request: Request, next: Next) -> Response {
    let answering = async move {
        let response = next.run(request).await;
        let admission = ADMISSION.try_with(RefCell::take).ok().flatten();
        (response, admission)
    };
    let (mut response, admission) = ADMISSION.scope(RefCell::new(None), answering).await;
    for (name, value) in FIELDS.into_iter().zip(admission.as_ref().map_or([None, None], told)) {
        if let Some(value) = value {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

/// The values of the fields; none where no limit is set.
fn told(admission: &Admission) -> [Option<HeaderValue>; 2] {
    let each = |write: &dyn Fn(&crate::op::Standing) -> String| {
        let text = admission.standings.iter().map(write).collect::<Vec<_>>().join(", ");
        if text.is_empty() { None } else { HeaderValue::from_str(&text).ok() }
    };
    [
        each(&|standing| format!("\"{}\";r={};t={}", standing.name, standing.remaining, standing.reset)),
        each(&|standing| format!("\"{}\";q={};w={WINDOW_SECONDS}", standing.name, standing.quota)),
    ]
}
