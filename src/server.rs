//! The server: surfaces and layers put together, and a graceful stop.

use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{any, get, post};
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderName, WWW_AUTHENTICATE};
use http::{HeaderValue, Method};
use prometheus::{Encoder, Registry, TextEncoder};
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::app::App;
use crate::error::{AppError, ErrorCode};
use crate::jobs::{flush_usage, run_sequencer, run_usage, run_webhook_feed, run_worker};
use crate::oauth;
use crate::sign_in;
use crate::surface::health::{self, Draining, Health};
use crate::surface::mcp::{Gate, endpoint, profile_endpoint};
use crate::surface::{Guards, RATE_FIELDS, assign_request_id, guard, openapi, rate_fields, rest, workspace_calls};

/// The whole of what is served on the public port.
///
/// # Errors
/// Internal, where the system gives no random bytes.
pub fn router(app: &App, draining: Draining) -> Result<Router, AppError> {
    let guards = Guards::new(&app.config);
    let health = Router::new()
        .route("/livez", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/startupz", get(health::started))
        .with_state(Health { app: app.clone(), draining });
    let mcp = Router::new()
        // People paste addresses with a slash at the end.
        .route("/mcp", any(endpoint))
        .route("/mcp/", any(endpoint))
        .route("/mcp/{profile}", any(profile_endpoint))
        .route("/mcp/{profile}/", any(profile_endpoint))
        .with_state(Gate::new(app.clone()));
    let public = oauth::routes()
        .route("/openapi.json", get(|| async { Json(openapi::openapi()) }))
        .layer(CorsLayer::permissive());
    let origin = app.config.public_url.clone();
    let not_allowed = {
        let origin = origin.clone();
        move |request: Request| {
            let origin = origin.clone();
            async move {
                refused(
                    &AppError::new(ErrorCode::MethodNotAllowed, "This path does not take this method."),
                    &request,
                    &origin,
                )
            }
        }
    };
    let unknown = move |request: Request| {
        let origin = origin.clone();
        async move {
            refused(
                &AppError::new(
                    ErrorCode::NotFound,
                    "There is nothing at this path; /openapi.json lists what there is.",
                ),
                &request,
                &origin,
            )
        }
    };
    let api = Router::new()
        .merge(rest::routes())
        .route(workspace_calls::PATH, post(workspace_calls::call))
        .method_not_allowed_fallback(not_allowed)
        .with_state(app.clone())
        .merge(mcp)
        .layer(from_fn(rate_fields))
        .layer(cross_origin(&guards));
    Ok(Router::new()
        .merge(health)
        .merge(public.with_state(app.clone()))
        .merge(api)
        .merge(sign_in::routes(app)?)
        .fallback(unknown)
        .layer(from_fn_with_state(guards, guard))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            // What a panic says may hold anything: it is not repeated.
            crate::surface::fault()
        }))
        .layer(from_fn(assign_request_id)))
}

fn refused(error: &AppError, request: &Request, origin: &str) -> Response {
    crate::surface::refusal(error, request, origin)
}

/// Which web pages may call: an allow-list, without cookies (mcp.md, decision 8).
fn cross_origin(guards: &Guards) -> CorsLayer {
    let origins: Vec<HeaderValue> =
        guards.origins().iter().filter_map(|origin| HeaderValue::from_str(origin).ok()).collect();
    let named = |name: &'static str| HeaderName::from_static(name);
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([
            AUTHORIZATION,
            CONTENT_TYPE,
            ACCEPT,
            named("mcp-protocol-version"),
            named("mcp-method"),
            named("mcp-name"),
            named("mcp-session-id"),
            named("last-event-id"),
            named("idempotency-key"),
            named("if-match"),
            named("x-request-id"),
        ])
        .expose_headers([
            WWW_AUTHENTICATE,
            named("etag"),
            named("mcp-session-id"),
            named("x-request-id"),
            named("x-next-page-token"),
            named(RATE_FIELDS[0]),
            named(RATE_FIELDS[1]),
            named("retry-after"),
        ])
        .max_age(Duration::from_mins(10))
}

/// Serves until the signal, then drains: no new connections, those under way are finished, no longer than the limit.
///
/// # Errors
/// Unavailable where the listener fails.
pub async fn serve(
    listener: TcpListener,
    app: App,
    draining: Draining,
    signal: impl Future<Output = ()> + Send + 'static,
) -> Result<(), AppError> {
    let limit = app.config.drain;
    let router = router(&app, draining.clone())?;
    let (stop, stopped) = tokio::sync::oneshot::channel();
    // The peer's address counts in limits.
    let router = router.into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(listener, router).with_graceful_shutdown(async move {
        signal.await;
        draining.begin();
        // The receiver lives as long as this function.
        let _ = stop.send(());
    });
    let overtime = async move {
        if stopped.await.is_err() {
            std::future::pending::<()>().await;
        }
        tokio::time::sleep(limit).await;
    };
    let sequencer = run_sequencer(app.env.store.clone(), app.env.bell.clone(), app.env.news.clone());
    let mail = app.env.mail.clone();
    let letters = async move {
        match mail {
            Some(mail) => mail.deliver().await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        served = std::future::IntoFuture::into_future(serving) => served.map_err(AppError::internal)?,
        () = sequencer => {}
        () = letters => {}
        () = app.keys.keep_fresh() => {}
        () = run_usage(app.env.store.clone(), app.env.usage.clone(), app.env.rates.clone(), app.env.clock.clone()) => {}
        () = run_webhook_feed(app.clone()) => {}
        () = run_worker(app.clone()) => {}
        () = overtime => tracing::warn!("requests were still under way at the end of the drain"),
    }
    flush_usage(&app.env.store, &app.env.usage, &app.env.clock).await;
    app.env.store.close().await;
    Ok(())
}

/// Metrics for Prometheus, on a port of their own.
///
/// # Errors
/// Unavailable where the listener fails.
pub async fn serve_metrics(listener: TcpListener, registry: Registry) -> Result<(), AppError> {
    let metrics = move || {
        let registry = registry.clone();
        async move {
            let mut body = Vec::new();
            match TextEncoder::new().encode(&registry.gather(), &mut body) {
                Ok(()) => ([(CONTENT_TYPE, "text/plain; version=0.0.4")], body).into_response(),
                Err(_) => http::StatusCode::INTERNAL_SERVER_ERROR.into_response(),
            }
        }
    };
    axum::serve(listener, Router::new().route("/metrics", get(metrics))).await.map_err(AppError::internal)
}
