//! Logs: JSON lines, or a readable form on a terminal.

use std::io::IsTerminal;

use tracing_subscriber::layer::Layer;
use tracing_subscriber::{EnvFilter, Registry, fmt};

/// The layer that writes logs to standard error, where they do not mix with what commands print.
pub fn layer(filter: &str) -> Result<Box<dyn Layer<Registry> + Send + Sync>, String> {
    // Libraries below the service speak of requests and statements in ways that we do not control; rmcp's warnings repeat
    // what clients sent.
    let quiet =
        "hyper=warn,h2=warn,reqwest=warn,rustls=warn,sqlx=warn,rmcp=off,opentelemetry=warn,opentelemetry_sdk=warn";
    let filter = EnvFilter::try_new(format!("{filter},{quiet}"))
        .map_err(|_| "ANNALS_LOG: must be a level such as info, or a list such as annals=debug,info".to_owned())?;
    let writer = std::io::stderr;
    Ok(if std::io::stderr().is_terminal() {
        fmt::layer().with_writer(writer).with_target(false).compact().with_filter(filter).boxed()
    } else {
        fmt::layer()
            .with_writer(writer)
            .json()
            .flatten_event(true)
            .with_current_span(true)
            .with_span_list(false)
            .with_filter(filter)
            .boxed()
    })
}
