//! Documents for clients that have only a URL: protected-resource metadata (RFC 9728) and the public keys (RFC 7517).

use axum::extract::State;
use axum::response::{IntoResponse, Json, Response};
use http::HeaderValue;
use http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL};
use serde_json::{Value, json};

use crate::app::App;
use crate::auth::DEFAULT_PERMISSIONS;

/// The metadata of the MCP resource.
pub async fn of_mcp(State(app): State<App>) -> Response {
    public(resource(&app, "/mcp"))
}

/// The metadata of the REST resource.
pub async fn of_rest(State(app): State<App>) -> Response {
    public(resource(&app, "/v1"))
}

/// The public keys.
pub async fn keys(State(app): State<App>) -> Response {
    public(app.keys.jwks())
}

fn resource(app: &App, path: &str) -> Value {
    let origin = &app.config.public_url;
    json!({
        "resource": format!("{origin}{path}"),
        "scopes_supported": DEFAULT_PERMISSIONS.iter().map(|permission| permission.name()).collect::<Vec<_>>(),
        "bearer_methods_supported": ["header"],
        "resource_name": "Annals",
        "resource_documentation": format!("{origin}/openapi.json"),
        "jwks_uri": format!("{origin}/.well-known/jwks.json"),
    })
}

fn public(document: Value) -> Response {
    let mut response = Json(document).into_response();
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=300"));
    response
}
