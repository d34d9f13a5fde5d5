//! Probes: alive (the process answers), ready (it should get traffic), started (it has begun).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use serde_json::json;

use crate::app::App;
use crate::op::Meaning;

/// Whether the process is on its way out.
#[derive(Clone, Default)]
pub struct Draining(Arc<AtomicBool>);

impl Draining {
    /// From now on, it is not ready.
    pub fn begin(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether it has begun.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// What the probes look at.
#[derive(Clone)]
pub struct Health {
    /// The application.
    pub app: App,
    /// Whether it is on its way out.
    pub draining: Draining,
}

/// The process answers. The database is not asked: a restart would not mend it.
pub async fn alive() -> Response {
    Json(json!({"status": "alive"})).into_response()
}

/// It should get traffic: the database answers and it is not on its way out.
pub async fn ready(State(health): State<Health>) -> Response {
    if health.draining.has_begun() {
        return (StatusCode::SERVICE_UNAVAILABLE, Json(json!({"status": "draining"}))).into_response();
    }
    let meaning = matches!(health.app.env.meaning, Meaning::On { .. });
    match health.app.env.store.ping().await {
        Ok(()) => Json(json!({"status": "ready", "search_by_meaning": meaning})).into_response(),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, Json(json!({"status": "no database"}))).into_response(),
    }
}

/// It has begun: routes are only served once the application is built.
pub async fn started() -> Response {
    Json(json!({"status": "started"})).into_response()
}
