//! Where the protocol is served. Authorize, which people see, is served by `sign_in`.

use axum::Router;
use axum::routing::{get, post};

use crate::app::App;
use crate::auth::Profile;
use crate::oauth::{metadata, refusal, registration, revocation, token};

const RESOURCE: &str = "/.well-known/oauth-protected-resource";

/// The routes that any web page may call, with and without a trailing slash.
pub fn routes() -> Router<App> {
    let mut resources = vec![String::new(), "/mcp".to_owned(), "/v1".to_owned()];
    resources.extend(Profile::ALL.map(|profile| format!("/mcp/{}", profile.name())));
    let mut router = Router::new();
    for path in resources {
        let at = format!("{RESOURCE}{path}");
        let resource = if path.is_empty() { "/mcp".to_owned() } else { path };
        let document = get(move |app, request| metadata::of_resource(app, resource, request));
        router = router.route(&at, document.clone()).route(&format!("{at}/"), document);
    }
    for slash in ["", "/"] {
        router = router
            .route(&format!("/.well-known/oauth-authorization-server{slash}"), get(metadata::of_server))
            .route(&format!("/.well-known/openid-configuration{slash}"), get(metadata::not_served))
            .route(&format!("/.well-known/jwks.json{slash}"), get(metadata::keys))
            .route(&format!("/oauth/token{slash}"), post(token::token))
            .route(&format!("/oauth/register{slash}"), post(registration::register))
            .route(&format!("/oauth/revoke{slash}"), post(revocation::revoke));
    }
    router.method_not_allowed_fallback(refusal::method_not_allowed)
}
