//! `POST /api/call {name, arguments}`: the workspaces family's tools without MCP around them (contract, completions 4;
//! ruling 34). The answer is the bare JSON of the tool's first block; refusals are `{error, code}` in the family's words.

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::response::Response;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, StatusCode};
use serde_json::{Map, Value};

use crate::app::App;
use crate::auth::ClientSurface;
use crate::error::{AppError, ErrorCode};
use crate::op::{Call, Entry, Family, Surfaces, View, identify, invoke};
use crate::ops::CATALOG;
use crate::surface::bearer::caller;
use crate::surface::dialect::workspace_refusal;
use crate::surface::json;
use crate::surface::problem::{log, tell};
use crate::surface::request_id::Id;

/// The route.
pub const PATH: &str = "/api/call";

/// The most bytes of a body (ruling 40).
pub const LONGEST_BODY: usize = 1_000_000;

/// Answers a call.
pub async fn call(State(app): State<App>, request: Request) -> Response {
    let request_id = request.extensions().get::<Id>().map(|id| id.0.clone()).unwrap_or_default();
    match carry_out(&app, request, request_id.clone()).await {
        Ok(answer) => respond(StatusCode::OK, &Value::Object(answer)),
        Err(error) => {
            log(&error, &request_id);
            let mut response = respond(status(error.code), &workspace_refusal(&error));
            tell(response.headers_mut(), &error, &app.config.public_url, "/v1");
            response
        }
    }
}

async fn carry_out(app: &App, request: Request, request_id: String) -> Result<Map<String, Value>, AppError> {
    let (parts, body) = request.into_parts();
    let caller = caller(app, &parts.headers, ClientSurface::Rest, "/v1").await?;
    let (entry, arguments) = match read(&parts.headers, body).await {
        Ok(call) => call,
        Err(refusal) => {
            // A grant that was revoked says so before anything is said of the request.
            identify(&app.env, &caller).await?;
            return Err(refusal);
        }
    };
    let key = parts.headers.get("idempotency-key").map(|key| key.to_str().unwrap_or_default().to_owned());
    let reply = invoke(&app.env, &caller, entry, Call { view: View::REST, arguments, request_id, key }).await?;
    Ok(reply.structured)
}

/// The tool and its arguments.
async fn read(headers: &HeaderMap, body: Body) -> Result<(&'static Entry, Map<String, Value>), AppError> {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !content_type.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json") {
        return Err(AppError::new(ErrorCode::UnsupportedMediaType, "Send the body as Content-Type: application/json."));
    }
    let body = to_bytes(body, LONGEST_BODY).await.map_err(|_| {
        AppError::new(ErrorCode::PayloadTooLarge, format!("The body must have at most {LONGEST_BODY} bytes."))
    })?;
    let Value::Object(mut members) = json::read(&body)? else {
        return Err(AppError::invalid("body", "must be a JSON object with name and arguments"));
    };
    let name = match members.remove("name") {
        Some(Value::String(name)) => name,
        Some(_) => return Err(AppError::invalid("name", "must be a string")),
        None => return Err(AppError::invalid("name", "is required")),
    };
    let arguments = match members.remove("arguments") {
        Some(Value::Object(arguments)) => arguments,
        None | Some(Value::Null) => Map::new(),
        Some(_) => return Err(AppError::invalid("arguments", "must be a JSON object")),
    };
    if let Some(other) = members.keys().next() {
        let shown: String = other.chars().take(64).collect();
        return Err(AppError::invalid(shown, "is not a field here; there are: name, arguments"));
    }
    let entry = tools().find(|entry| entry.spec().name == name);
    let entry = entry.ok_or_else(|| AppError::new(ErrorCode::NotFound, "There is no tool of that name here."))?;
    Ok((entry, arguments))
}

/// The tools that may be called here.
pub fn tools() -> impl Iterator<Item = &'static Entry> {
    CATALOG.iter().filter(|entry| entry.spec().family == Family::Workspaces && entry.spec().surfaces == Surfaces::All)
}

/// Refusals of the domain are 400; what HTTP itself has a word for keeps that.
fn status(code: ErrorCode) -> StatusCode {
    let kept = matches!(
        code,
        ErrorCode::Unauthenticated
            | ErrorCode::InsufficientScope
            | ErrorCode::PayloadTooLarge
            | ErrorCode::UnsupportedMediaType
            | ErrorCode::RateLimited
            | ErrorCode::Unavailable
            | ErrorCode::Timeout
            | ErrorCode::Internal
    );
    if kept { StatusCode::from_u16(code.status()).unwrap_or(StatusCode::BAD_REQUEST) } else { StatusCode::BAD_REQUEST }
}

fn respond(status: StatusCode, body: &Value) -> Response {
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
