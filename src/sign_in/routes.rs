//! The routes of the pages.

use std::future::Future;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::Method;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};

use crate::app::App;
use crate::error::AppError;
use crate::sign_in::door::Door;
use crate::sign_in::form::Fields;
use crate::sign_in::visit::Visit;
use crate::sign_in::{answer, authorize, invitations, password_reset, sign_in_page, sign_up};
use crate::store::tx::detached;
use crate::surface::Id;

/// The pages.
///
/// # Errors
/// Internal, where the system gives no random bytes.
pub fn routes(app: &App) -> Result<Router, AppError> {
    let door = Door::open(app)?;
    Ok(Router::new()
        .route("/oauth/authorize", get(to(authorize::show)).post(to(authorize::decide)))
        .route("/sign-in", get(to(sign_in_page::show)).post(to(sign_in_page::sign_in)))
        .route("/sign-out", get(to(sign_in_page::show)).post(to(sign_in_page::sign_out)))
        .route("/sign-up", get(to(sign_up::show)).post(to(sign_up::sign_up)))
        .route("/sign-up/{secret}", get(to(sign_up::show_confirmation)).post(to(sign_up::confirm)))
        .route("/invitations/{secret}", get(to(invitations::show)).post(to(invitations::accept)))
        .route("/password-reset", get(to(password_reset::show_request)).post(to(password_reset::request)))
        .route("/password-reset/{secret}", get(to(password_reset::show)).post(to(password_reset::reset)))
        .route("/assets/annals.css", get(stylesheet))
        .with_state(door))
}

/// A page as a handler: the visit and its fields are read, a form is held to its page, and the work runs in a task of its
/// own, so that a browser that hangs up does not stop it half-way.
fn to<F, W>(
    page: F,
) -> impl Fn(State<Door>, Request) -> std::pin::Pin<Box<dyn Future<Output = Response> + Send>> + Clone + Send + 'static
where
    F: Fn(Visit, Fields) -> W + Clone + Send + Sync + 'static,
    W: Future<Output = Result<Response, AppError>> + Send + 'static,
{
    move |State(door), request| {
        let page = page.clone();
        Box::pin(async move {
            let request_id = request.extensions().get::<Id>().map(|id| id.0.clone()).unwrap_or_default();
            let is_form = request.method() == Method::POST;
            let work = detached(async move {
                let (visit, headers, body) = Visit::begin(door, request).await?;
                let fields = if is_form {
                    let fields = Fields::read(&headers, body).await?;
                    visit.check(&fields)?;
                    fields
                } else {
                    Fields::parse(visit.query.as_bytes())
                };
                page(visit, fields).await
            });
            match work.await {
                Ok(response) => response,
                Err(error) => answer::refusal(&error, &request_id),
            }
        })
    }
}

async fn stylesheet() -> Response {
    let headers = [
        (CONTENT_TYPE, "text/css; charset=utf-8"),
        (CACHE_CONTROL, "public, max-age=3600"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, include_str!("../../templates/annals.css")).into_response()
}
