//! Documents for clients that have only a URL: protected-resource metadata (RFC 9728), authorization-server metadata (RFC
//! 8414) and the public keys (RFC 7517).

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Json, Response};
use http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL};
use http::{HeaderValue, StatusCode};
use serde_json::{Value, json};

use crate::app::App;
use crate::auth::{DEFAULT_PERMISSIONS, Permission};
use crate::oauth::diary;

/// The metadata of the resource at a path.
pub async fn of_resource(State(app): State<App>, path: String, request: Request) -> Response {
    diary::discovered(&app, &request).await;
    let origin = &app.config.public_url;
    public(&json!({
        "resource": format!("{origin}{path}"),
        "authorization_servers": [origin],
        "scopes_supported": DEFAULT_PERMISSIONS.iter().map(|permission| permission.name()).collect::<Vec<_>>(),
        "bearer_methods_supported": ["header"],
        "resource_name": "Annals",
        "resource_documentation": format!("{origin}/openapi.json"),
        "jwks_uri": format!("{origin}/.well-known/jwks.json"),
    }))
}

/// The metadata of the authorization server.
pub async fn of_server(State(app): State<App>, request: Request) -> Response {
    diary::discovered(&app, &request).await;
    let origin = &app.config.public_url;
    let at = |path: &str| format!("{origin}{path}");
    let scopes: Vec<&str> = Permission::all().map(Permission::name).chain(["offline_access"]).collect();
    let methods = ["none", "private_key_jwt", "client_secret_basic", "client_secret_post"];
    public(&json!({
        "issuer": origin,
        "authorization_endpoint": at("/oauth/authorize"),
        "token_endpoint": at("/oauth/token"),
        "registration_endpoint": at("/oauth/register"),
        "revocation_endpoint": at("/oauth/revoke"),
        "jwks_uri": at("/.well-known/jwks.json"),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": [
            "authorization_code",
            "refresh_token",
            "client_credentials",
            "urn:ietf:params:oauth:grant-type:jwt-bearer",
        ],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": methods,
        "token_endpoint_auth_signing_alg_values_supported": ["RS256", "ES256"],
        "revocation_endpoint_auth_methods_supported": methods,
        "revocation_endpoint_auth_signing_alg_values_supported": ["RS256", "ES256"],
        "client_id_metadata_document_supported": true,
        "authorization_response_iss_parameter_supported": true,
        "authorization_grant_profiles_supported": ["urn:ietf:params:oauth:grant-profile:id-jag"],
        "scopes_supported": scopes,
        "service_documentation": at("/openapi.json"),
    }))
}

/// The public keys.
pub async fn keys(State(app): State<App>) -> Response {
    public(&app.keys.jwks())
}

/// OpenID Connect is not served: half a document would mislead clients that look for it.
pub async fn not_served() -> Response {
    let mut response =
        public(&json!({"error": "not_found", "error_description": "OpenID Connect is not served here."}));
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

fn public(document: &Value) -> Response {
    let mut response = Json(document).into_response();
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=300"));
    response
}
