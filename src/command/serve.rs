//! `annals serve`.

use std::process::ExitCode;
use std::time::Duration;

use prometheus::Registry;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use crate::app::App;
use crate::clock::Clock;
use crate::command::output::progress;
use crate::config::Config;
use crate::error::{AppError, ErrorCode};
use crate::server::{serve, serve_metrics};
use crate::store::diagnosis::installation;
use crate::store::tx::{Store, SystemPurpose, pending_migrations};
use crate::surface::health::Draining;
use crate::telemetry::metrics;

pub async fn run(config: Config, registry: Registry) -> Result<ExitCode, AppError> {
    config.required_master_key()?;
    let url = config.required_database_url()?.to_owned();
    let store = Store::open(&url, &config.pool, Clock::default())?;
    wait_for_database(&store).await?;
    let pending = pending_migrations(&url).await?;
    if !pending.is_empty() {
        return Err(AppError::new(
            ErrorCode::Conflict,
            format!("The database lacks {} migrations; run `annals migrate` first.", pending.len()),
        ));
    }
    refuse_unsafe(&store).await?;
    store.close().await;

    let bind = config.bind;
    let metrics_bind = config.metrics_bind;
    let app = App::build(config, Clock::default()).await?;
    let watched = app.env.store.clone();
    metrics::watch_pool(move || {
        let state = watched.pool_state();
        (state.open, state.idle)
    });
    let listener = TcpListener::bind(bind)
        .await
        .map_err(|error| AppError::invalid("ANNALS_BIND", format!("{bind} cannot be listened on")).caused_by(error))?;
    if let Some(metrics_bind) = metrics_bind {
        match TcpListener::bind(metrics_bind).await {
            Ok(listener) => spawn_metrics(listener, registry),
            Err(error) => tracing::warn!(%error, bind = %metrics_bind, "metrics are not served: the port is taken"),
        }
    }
    tracing::info!(bind = %bind, public_url = app.config.public_url, "serving");
    let mut terminate = signal(SignalKind::terminate()).map_err(AppError::internal)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(AppError::internal)?;
    let stop = async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping: requests under way are finished");
    };
    Box::pin(serve(listener, app, Draining::default(), stop)).await?;
    Ok(ExitCode::SUCCESS)
}

/// Waits for the database and says so: in a cluster, parts start in any order.
async fn wait_for_database(store: &Store) -> Result<(), AppError> {
    let mut said = false;
    loop {
        match store.ping().await {
            Ok(()) => return Ok(()),
            Err(error) if error.code == ErrorCode::Unavailable => {
                if !said {
                    progress("annals: the database cannot be reached yet; waiting for it.");
                    tracing::warn!(cause = error.causes(), "waiting for the database");
                    said = true;
                }
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            Err(error) => return Err(error),
        }
    }
}

/// Refuses a database in which accounts would not be kept apart.
async fn refuse_unsafe(store: &Store) -> Result<(), AppError> {
    let mut tx = store.system(SystemPurpose::Diagnosis).await?;
    let refusals = installation(&mut tx).await?.refusals();
    tx.commit().await?;
    if refusals.is_empty() {
        return Ok(());
    }
    Err(AppError::new(ErrorCode::Conflict, format!("This database is not served:\n  {}", refusals.join("\n  "))))
}

#[expect(clippy::disallowed_methods, reason = "metrics are served beside the requests, and end with the process")]
fn spawn_metrics(listener: TcpListener, registry: Registry) {
    tokio::spawn(async move {
        if let Err(error) = serve_metrics(listener, registry).await {
            tracing::warn!(cause = error.causes(), "metrics stopped");
        }
    });
}
