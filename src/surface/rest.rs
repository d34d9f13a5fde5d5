//! REST: a loop over the catalogue. Path, query and body fold into the operation's one flat input; nothing here knows what
//! an operation does.

use std::collections::BTreeMap;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{RawPathParams, Request, State};
use axum::response::Response;
use axum::routing::{MethodFilter, MethodRouter, on};
use http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, ETAG};
use http::{HeaderMap, HeaderValue, StatusCode};
use serde_json::{Map, Value};

use crate::app::App;
use crate::auth::ClientSurface;
use crate::error::{AppError, ErrorCode};
use crate::op::{Arguments, Call, Entry, IF_MATCH, Method, Reply, View, identify, invoke};
use crate::ops::CATALOG;
use crate::surface::bearer::caller;
use crate::surface::json;
use crate::surface::problem::problem;
use crate::surface::request_id::Id;

/// The most bytes of a body (ruling 40).
pub const LONGEST_BODY: usize = 4 * 1024 * 1024;

const NDJSON: &str = "application/x-ndjson";

/// The parameters of a path. One that is not UTF-8 is refused like other input, after the token was looked at.
type PathParameters = Result<RawPathParams, RawPathParamsRejection>;

/// The routes of every operation.
pub fn routes() -> Router<App> {
    let mut by_path: BTreeMap<&'static str, MethodRouter<App>> = BTreeMap::new();
    for entry in &CATALOG {
        let route = entry.spec().route;
        let filter = match route.method {
            Method::Get => MethodFilter::GET,
            Method::Post => MethodFilter::POST,
            Method::Put => MethodFilter::PUT,
            Method::Patch => MethodFilter::PATCH,
            Method::Delete => MethodFilter::DELETE,
        };
        let handler = move |State(app): State<App>, path: PathParameters, request: Request| async move {
            answer(&app, entry, &path, request).await
        };
        let routed = by_path.remove(route.path).unwrap_or_default();
        by_path.insert(route.path, routed.merge(on(filter, handler)));
    }
    by_path.into_iter().fold(Router::new(), |router, (path, methods)| router.route(path, methods))
}

async fn answer(app: &App, entry: &'static Entry, path: &PathParameters, request: Request) -> Response {
    let request_id = request.extensions().get::<Id>().map(|id| id.0.clone()).unwrap_or_default();
    match carry_out(app, entry, path, request).await {
        Ok(response) => response,
        Err(error) => problem(&error, &request_id, &app.config.public_url, "/v1"),
    }
}

async fn carry_out(
    app: &App,
    entry: &'static Entry,
    path: &PathParameters,
    request: Request,
) -> Result<Response, AppError> {
    let request_id = request.extensions().get::<Id>().map(|id| id.0.clone()).unwrap_or_default();
    let (parts, body) = request.into_parts();
    let caller = caller(app, &parts.headers, ClientSurface::Rest, "/v1").await?;
    let wants_lines = accepts(&parts.headers, entry)?;
    let arguments = match arguments(entry, path, parts.uri.query().unwrap_or_default(), &parts.headers, body).await {
        Ok(arguments) => arguments,
        Err(refusal) => {
            // A grant that was revoked says so before anything is said of the request.
            identify(&app.env, &caller).await?;
            return Err(refusal);
        }
    };
    let key = parts.headers.get("idempotency-key").map(|key| key.to_str().unwrap_or_default().to_owned());
    let reply = invoke(&app.env, &caller, entry, Call { view: View::REST, arguments, request_id, key }).await?;
    if let Some(sentence) = reply.absent {
        return Err(AppError::new(ErrorCode::NotFound, sentence));
    }
    Ok(if wants_lines { lines(entry, reply) } else { object(reply) })
}

/// Whether the client wants JSON Lines.
fn accepts(headers: &HeaderMap, entry: &Entry) -> Result<bool, AppError> {
    let Some(accept) = headers.get(ACCEPT) else { return Ok(false) };
    let accept = accept.to_str().unwrap_or_default().to_lowercase();
    let types: Vec<&str> = accept.split(',').map(|item| item.split(';').next().unwrap_or_default().trim()).collect();
    if entry.spec().route.lines_out.is_some() && types.contains(&NDJSON) {
        return Ok(true);
    }
    let served = ["application/json", "application/*", "*/*", "application/problem+json", ""];
    if types.iter().any(|wanted| served.contains(wanted)) {
        Ok(false)
    } else {
        Err(AppError::new(ErrorCode::NotAcceptable, "application/json is served here."))
    }
}

/// Path, query and body, folded into one flat object.
async fn arguments(
    entry: &Entry,
    path: &PathParameters,
    query: &str,
    headers: &HeaderMap,
    body: Body,
) -> Result<Arguments, AppError> {
    let mut arguments = Map::new();
    let path = path.as_ref().map_err(|_| AppError::new(ErrorCode::MalformedRequest, "The path is not valid UTF-8."))?;
    for (name, value) in path {
        arguments.insert(name.to_owned(), Value::String(value.to_owned()));
    }
    let schema = entry.input_schema(View::REST);
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (decoded(name)?, decoded(value)?);
        let typed = typed(&schema, &name, value);
        add(&mut arguments, name, typed)?;
    }
    let body = to_bytes(body, LONGEST_BODY).await.map_err(|_| {
        AppError::new(ErrorCode::PayloadTooLarge, format!("The body must have at most {LONGEST_BODY} bytes."))
    })?;
    if !body.is_empty() && entry.spec().route.method != Method::Get {
        read_body(entry, headers, &body, &mut arguments)?;
    }
    name_what_is_edited(&schema, headers, &mut arguments)?;
    Ok(arguments)
}

/// What is edited is named by the etag that was read, in the header `If-Match`.
fn name_what_is_edited(
    schema: &Map<String, Value>,
    headers: &HeaderMap,
    arguments: &mut Arguments,
) -> Result<(), AppError> {
    if schema.get("properties").is_none_or(|properties| properties.get(IF_MATCH).is_none()) {
        return Ok(());
    }
    if let Some(etag) = headers.get(http::header::IF_MATCH) {
        add(arguments, IF_MATCH.to_owned(), Value::String(etag.to_str().unwrap_or_default().to_owned()))?;
    }
    if arguments.contains_key(IF_MATCH) {
        return Ok(());
    }
    let sentence = "This changes something that others may change too: send its etag as If-Match.";
    Err(AppError::new(ErrorCode::PreconditionRequired, sentence))
}

fn read_body(entry: &Entry, headers: &HeaderMap, body: &[u8], arguments: &mut Arguments) -> Result<(), AppError> {
    let content_type =
        headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default().to_lowercase();
    let content_type = content_type.split(';').next().unwrap_or_default().trim();
    match (content_type, entry.spec().route.lines_in) {
        ("application/json", _) => match json::read(body)? {
            Value::Object(members) => {
                for (name, value) in members {
                    add(arguments, name, value)?;
                }
            }
            _ => return Err(AppError::invalid("body", "must be a JSON object")),
        },
        (NDJSON, Some(field)) => add(arguments, field.to_owned(), read_lines(body))?,
        _ => {
            let also = if entry.spec().route.lines_in.is_some() { " or application/x-ndjson" } else { "" };
            return Err(AppError::new(
                ErrorCode::UnsupportedMediaType,
                format!("Send the body as Content-Type: application/json{also}."),
            ));
        }
    }
    Ok(())
}

fn add(arguments: &mut Arguments, name: String, value: Value) -> Result<(), AppError> {
    if arguments.contains_key(&name) {
        return Err(AppError::invalid(name, "is given twice, in the path, the query or the body"));
    }
    arguments.insert(name, value);
    Ok(())
}

/// A line that is no JSON object is handed on as `null`: the operation reports it and takes the rest.
fn read_lines(body: &[u8]) -> Value {
    let lines = body.split(|byte| *byte == b'\n').filter(|line| !line.iter().all(u8::is_ascii_whitespace));
    lines.map(|line| json::read(line).unwrap_or(Value::Null)).collect()
}

/// Text from the query as the type that the schema names; what does not fit stays text, and parsing says what is accepted.
fn typed(schema: &Map<String, Value>, name: &str, text: String) -> Value {
    let wanted =
        schema.get("properties").and_then(|properties| properties.get(name)).and_then(|field| field.get("type"));
    match wanted.and_then(Value::as_str) {
        Some("integer") => text.parse::<i64>().map_or(Value::String(text), Value::from),
        Some("number") => {
            text.parse::<f64>().ok().and_then(serde_json::Number::from_f64).map_or(Value::String(text), Value::Number)
        }
        Some("boolean") => text.parse::<bool>().map_or(Value::String(text), Value::Bool),
        _ => Value::String(text),
    }
}

fn decoded(text: &str) -> Result<String, AppError> {
    let text = text.replace('+', " ");
    percent_encoding::percent_decode_str(&text)
        .decode_utf8()
        .map(std::borrow::Cow::into_owned)
        .map_err(|_| AppError::new(ErrorCode::MalformedRequest, "The query is not valid UTF-8."))
}

fn object(reply: Reply) -> Response {
    let mut body = reply.structured;
    if let Some(text) = reply.text {
        body.insert("text".to_owned(), Value::String(text));
    }
    let etag =
        body.get("etag").and_then(Value::as_str).and_then(|etag| HeaderValue::from_str(&format!("\"{etag}\"")).ok());
    let mut response = respond("application/json", Value::Object(body).to_string());
    if let Some(etag) = etag {
        response.headers_mut().insert(ETAG, etag);
    }
    response
}

fn lines(entry: &Entry, mut reply: Reply) -> Response {
    let field = entry.spec().route.lines_out.unwrap_or_default();
    let items = match reply.structured.remove(field) {
        Some(Value::Array(items)) => items,
        _ => Vec::new(),
    };
    let mut body = String::new();
    for item in &items {
        body.push_str(&item.to_string());
        body.push('\n');
    }
    let mut response = respond(NDJSON, body);
    if let Some(token) = reply
        .structured
        .get("next_page_token")
        .and_then(Value::as_str)
        .and_then(|token| HeaderValue::from_str(token).ok())
    {
        response.headers_mut().insert("x-next-page-token", token);
    }
    response
}

fn respond(content_type: &'static str, body: String) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::OK;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
