//! Request ids and the one log line of each request.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use http::HeaderValue;
use tracing::Instrument;

use crate::ids::RequestId;
use crate::telemetry::metrics;

const HEADER: &str = "x-request-id";

/// The id of a request: the client's own where it is well formed, else a new one.
#[derive(Clone, Debug)]
pub struct Id(pub String);

/// Gives each request an id, which every answer carries, and logs its end.
pub async fn assign_request_id(mut request: Request, next: Next) -> Response {
    let id = request
        .headers()
        .get(HEADER)
        .and_then(|value| value.to_str().ok())
        .filter(|id| is_well_formed(id))
        .map_or_else(|| RequestId::generate().to_string(), str::to_owned);
    request.extensions_mut().insert(Id(id.clone()));
    let started = Instant::now();
    let method = request.method().clone();
    // The route's pattern, never the path: a path holds ids.
    let route = request.extensions().get::<MatchedPath>().map_or("none", |path| path.as_str()).to_owned();
    let surface = if route.starts_with("/mcp") { "mcp" } else { "rest" };
    let span = tracing::info_span!("request", request.id = %id, http.route = %route);
    let mut response = next.run(request).instrument(span.clone()).await;
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HEADER, value);
    }
    let status = response.status().as_u16();
    let took = started.elapsed();
    if !matches!(route.as_str(), "/livez" | "/readyz" | "/startupz") {
        metrics::request(surface, status, took);
        let _entered = span.enter();
        tracing::info!(http.method = %method, http.status = status, duration_ms = took.as_secs_f64() * 1_000.0, "answered");
    }
    response
}

fn is_well_formed(id: &str) -> bool {
    (8..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}
