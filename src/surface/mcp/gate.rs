//! The gate before rmcp: authentication first, then one look at the body.

use std::sync::{Arc, Mutex};

use axum::body::{Body, to_bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::response::{IntoResponse, Response};
use http::header::{ACCEPT, ALLOW, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::Value;
use tracing::Span;

use crate::app::App;
use crate::auth::{Caller, ClientSurface, Profile};
use crate::error::{AppError, ErrorCode};
use crate::op::identify;
use crate::surface::bearer::caller;
use crate::surface::json;
#[cfg(feature = "conformance-fixtures")]
use crate::surface::mcp::conformance::WithFixtures as Handler;
use crate::surface::mcp::frames::{self, Frame, INVALID_REQUEST, PARSE_ERROR};
#[cfg(not(feature = "conformance-fixtures"))]
use crate::surface::mcp::handler::Handler;
use crate::surface::mcp::handler::Passage;
use crate::surface::mcp::{sessions, tools};
use crate::surface::problem::problem;
use crate::surface::request_id::Id;
use crate::surface::rest::LONGEST_BODY;

/// The endpoint's state: the application, and rmcp behind the gate.
#[derive(Clone)]
pub struct Gate {
    app: App,
    service: StreamableHttpService<Handler, NeverSessionManager>,
}

impl Gate {
    /// A gate for the application. Host and Origin were checked before it, for every route alike.
    #[must_use]
    pub fn new(app: App) -> Self {
        let handler = Handler::new(app.clone());
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(LONGEST_BODY)
            .disable_allowed_hosts();
        let service =
            StreamableHttpService::new(move || Ok(handler.clone()), Arc::new(NeverSessionManager::default()), config);
        Self { app, service }
    }
}

/// `/mcp`.
pub async fn endpoint(State(gate): State<Gate>, request: Request) -> Response {
    pass(gate, Profile::Generic, "/mcp", request).await
}

/// `/mcp/<profile>`.
pub async fn profile_endpoint(
    State(gate): State<Gate>,
    name: Result<Path<String>, PathRejection>,
    request: Request,
) -> Response {
    match name.map_err(drop).and_then(|Path(name)| name.parse().map_err(drop)) {
        Ok(profile) => pass(gate, profile, &format!("/mcp/{}", profile.name()), request).await,
        Err(()) => {
            let id = request_id(&request);
            problem(&AppError::not_found("tool profile"), &id, &gate.app.config.public_url, "/mcp")
        }
    }
}

fn request_id(request: &Request) -> String {
    request.extensions().get::<Id>().map(|id| id.0.clone()).unwrap_or_default()
}

/// The path is that of the resource: the challenge names its metadata, and tokens are for it.
async fn pass(gate: Gate, endpoint: Profile, path: &str, request: Request) -> Response {
    let id = request_id(&request);
    let refused = |error: &AppError| problem(error, &id, &gate.app.config.public_url, path);
    let caller = match caller(&gate.app, request.headers(), ClientSurface::Mcp, path).await {
        Ok(caller) => caller,
        Err(error) => return refused(&error),
    };
    if request.method() != Method::POST {
        if let Err(error) = identify(&gate.app.env, &caller).await {
            return refused(&error);
        }
        let error =
            AppError::new(ErrorCode::MethodNotAllowed, "Messages are sent with POST; there is no stream to open here.");
        let mut response = refused(&error);
        response.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
        return response;
    }
    let (mut parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, LONGEST_BODY).await else {
        return refused(&AppError::new(
            ErrorCode::PayloadTooLarge,
            format!("The body must have at most {LONGEST_BODY} bytes."),
        ));
    };
    let (frame, message_id) = match read(&body) {
        Ok(read) => read,
        Err(answer) => return known(&gate.app, &caller, answer).await.unwrap_or_else(|error| refused(&error)),
    };
    if let Err(answer) = negotiated(&parts.headers, &message_id) {
        return known(&gate.app, &caller, answer).await.unwrap_or_else(|error| refused(&error));
    }
    // A call of a known tool asks for its grant in its own transaction, a list in its own; everything else is asked here.
    let asks_itself = matches!(&frame, Frame::ToolCall(name) if tools::find(&caller, endpoint, name).is_some());
    if !asks_itself && let Err(error) = identify(&gate.app.env, &caller).await {
        return refused(&error);
    }

    let refusal = Arc::new(Mutex::new(None));
    let passage = Passage {
        caller: caller.clone(),
        endpoint,
        request_id: id.clone(),
        span: Span::current(),
        refusal: refusal.clone(),
    };
    parts.extensions.insert(passage);
    // Both were looked at above; rmcp knows no wildcards.
    parts.headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    parts.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    parts.headers.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
    let response = gate.service.handle(Request::from_parts(parts, Body::from(body))).await;
    if let Some(error) = refusal.lock().ok().and_then(|mut refusal| refusal.take()) {
        return refused(&error);
    }
    let mut response = uniform(response.into_response(), message_id).await;
    if frame == Frame::Initialize
        && response.status() == StatusCode::OK
        && let Ok(session) = sessions::seal(&gate.app.env.master, &caller)
        && let Ok(session) = HeaderValue::from_str(&session)
    {
        response.headers_mut().insert("mcp-session-id", session);
    }
    response
}

/// An answer that says what is wrong with a message, given to whoever holds a grant that is still good.
async fn known(app: &App, caller: &Caller, answer: Response) -> Result<Response, AppError> {
    identify(&app.env, caller).await.map(|_| answer)
}

#[expect(clippy::result_large_err, reason = "the error is the answer itself")]
fn read(body: &[u8]) -> Result<(Frame, Value), Response> {
    let message = json::read(body)
        .map_err(|error| frames::error(StatusCode::BAD_REQUEST, &Value::Null, PARSE_ERROR, &error.detail))?;
    let id = message.get("id").filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or(Value::Null);
    match frames::look(&message) {
        Ok(frame) => Ok((frame, id)),
        Err(problem) => Err(frames::error(StatusCode::BAD_REQUEST, &id, INVALID_REQUEST, problem.0)),
    }
}

/// Both types must be accepted and the body must be JSON (mcp.md 1.2).
#[expect(clippy::result_large_err, reason = "the error is the answer itself")]
fn negotiated(headers: &HeaderMap, id: &Value) -> Result<(), Response> {
    let text = |name| {
        headers
            .get_all(name)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .collect::<Vec<_>>()
            .join(",")
            .to_lowercase()
    };
    let content_type = text(CONTENT_TYPE);
    if content_type.split(';').next().unwrap_or_default().trim() != "application/json" {
        let message = "Send the message as Content-Type: application/json.";
        return Err(frames::error(StatusCode::UNSUPPORTED_MEDIA_TYPE, id, INVALID_REQUEST, message));
    }
    let accept = text(ACCEPT);
    let takes = |wanted: &str| {
        accept.split(',').any(|item| {
            let item = item.split(';').next().unwrap_or_default().trim();
            item == wanted
                || item == "*/*"
                || wanted.split_once('/').is_some_and(|(kind, _)| item == format!("{kind}/*"))
        })
    };
    if !takes("application/json") || !takes("text/event-stream") {
        let message = "Accept both application/json and text/event-stream.";
        return Err(frames::error(StatusCode::NOT_ACCEPTABLE, id, INVALID_REQUEST, message));
    }
    Ok(())
}

/// rmcp answers some refusals in plain text; clients tell the eras apart by a JSON body.
async fn uniform(response: Response, id: Value) -> Response {
    let is_plain = response
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_none_or(|content_type| content_type.starts_with("text/plain"));
    if !response.status().is_client_error() || !is_plain {
        return response;
    }
    let status = response.status();
    let body = to_bytes(response.into_body(), 4_096).await.unwrap_or_default();
    frames::error(status, &id, INVALID_REQUEST, String::from_utf8_lossy(&body).trim())
}
