//! From a request's header to its caller. Only the Authorization header counts: a token in a URL, a body or a cookie is none.

use http::HeaderMap;
use http::header::AUTHORIZATION;

use crate::app::App;
use crate::auth::{Caller, ClientSurface};
use crate::error::{AppError, ErrorCode};
use crate::surface::rate_fields::admit;

/// The caller of a request to the endpoint at this path.
///
/// # Errors
/// Unauthenticated where there is no bearer token, or none that holds; rate limited where too many calls were made with it.
pub async fn caller(app: &App, headers: &HeaderMap, surface: ClientSurface, path: &str) -> Result<Caller, AppError> {
    let missing =
        || AppError::new(ErrorCode::Unauthenticated, "A token is needed: send it as “Authorization: Bearer …”.");
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return Err(missing()) };
    let text = value.to_str().map_err(|_| missing())?;
    let (scheme, token) = text.split_once(' ').ok_or_else(missing)?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(missing());
    }
    let caller = app.verifier.verify(token.trim(), surface, path).await?;
    admit(app, &caller)?;
    Ok(caller)
}
