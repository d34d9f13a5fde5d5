//! Instruments. They count and time; none has an account, a person or a text among its labels.

use std::sync::OnceLock;
use std::time::Duration;

use opentelemetry::metrics::{Counter, Histogram, Meter};
use opentelemetry::{KeyValue, global};

use crate::telemetry::names;

struct Instruments {
    operations: Histogram<f64>,
    requests: Histogram<f64>,
    embeddings: Histogram<f64>,
    embedded: Counter<u64>,
}

/// Bounds of durations, in seconds: from a point read to the longest statement.
const SECONDS: [f64; 13] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

fn meter() -> Meter {
    global::meter("annals")
}

fn instruments() -> &'static Instruments {
    static INSTRUMENTS: OnceLock<Instruments> = OnceLock::new();
    INSTRUMENTS.get_or_init(|| {
        let meter = meter();
        let seconds = |name: &'static str, description: &'static str| {
            meter
                .f64_histogram(name)
                .with_unit("s")
                .with_description(description)
                .with_boundaries(SECONDS.to_vec())
                .build()
        };
        Instruments {
            operations: seconds(names::OPERATION_DURATION, "Seconds that operations took, by operation and outcome."),
            requests: seconds(names::HTTP_DURATION, "Seconds that HTTP requests took, by surface and status."),
            embeddings: seconds(names::EMBEDDING_DURATION, "Seconds that embedding took, by outcome."),
            embedded: meter.u64_counter(names::EMBEDDED_TEXTS).with_description("Texts that were embedded.").build(),
        }
    })
}

/// An operation ended.
pub fn operation(name: &'static str, outcome: &'static str, took: Duration) {
    let labels = [KeyValue::new(names::OPERATION, name), KeyValue::new(names::OUTCOME, outcome)];
    instruments().operations.record(took.as_secs_f64(), &labels);
}

/// A request was answered.
pub fn request(surface: &'static str, status: u16, took: Duration) {
    let labels = [KeyValue::new(names::SURFACE, surface), KeyValue::new(names::HTTP_STATUS, i64::from(status))];
    instruments().requests.record(took.as_secs_f64(), &labels);
}

/// Texts were embedded, or could not be.
pub fn embedding(worked: bool, texts: usize, took: Duration) {
    let outcome = if worked { "ok" } else { "unavailable" };
    instruments().embeddings.record(took.as_secs_f64(), &[KeyValue::new(names::OUTCOME, outcome)]);
    if worked {
        instruments().embedded.add(u64::try_from(texts).unwrap_or(u64::MAX), &[]);
    }
}

/// Watches a pool: the closure gives open and idle connections.
pub fn watch_pool(state: impl Fn() -> (u32, u32) + Send + Sync + 'static) {
    meter()
        .u64_observable_gauge(names::POOL_CONNECTIONS)
        .with_description("Database connections, by state.")
        .with_callback(move |observer| {
            let (open, idle) = state();
            observer.observe(u64::from(idle), &[KeyValue::new("state", "idle")]);
            observer.observe(u64::from(open.saturating_sub(idle)), &[KeyValue::new("state", "used")]);
        })
        .build();
}
