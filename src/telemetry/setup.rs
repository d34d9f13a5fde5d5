//! Starting and stopping signals. Exporters use a blocking client and are built before the runtime starts.

use opentelemetry::trace::TracerProvider;
use opentelemetry::{KeyValue, global};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::metrics::SdkMeterProvider;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use prometheus::Registry;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use crate::telemetry::logs;

/// Signals under way.
pub struct Telemetry {
    registry: Registry,
    meters: SdkMeterProvider,
    tracers: Option<SdkTracerProvider>,
}

/// Starts logs and metrics and, where an endpoint is configured, traces.
///
/// # Errors
/// A sentence for the operator.
pub fn start(log_filter: &str, otlp_endpoint: Option<&str>) -> Result<Telemetry, String> {
    let resource = Resource::builder()
        .with_service_name("annals")
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .build();
    let registry = Registry::new();
    let reader = opentelemetry_prometheus::exporter()
        .with_registry(registry.clone())
        .build()
        .map_err(|error| format!("metrics cannot start: {error}"))?;
    let mut meters = SdkMeterProvider::builder().with_resource(resource.clone()).with_reader(reader);
    let mut tracers = None;
    if otlp_endpoint.is_some() {
        let failed = |error: opentelemetry_otlp::ExporterBuildError| format!("OTEL_EXPORTER_OTLP_ENDPOINT: {error}");
        let metrics = opentelemetry_otlp::MetricExporter::builder().with_http().build().map_err(failed)?;
        meters = meters.with_periodic_exporter(metrics);
        let spans = opentelemetry_otlp::SpanExporter::builder().with_http().build().map_err(failed)?;
        tracers = Some(SdkTracerProvider::builder().with_resource(resource).with_batch_exporter(spans).build());
    }
    let meters = meters.build();
    global::set_meter_provider(meters.clone());
    global::set_text_map_propagator(TraceContextPropagator::new());
    let traces = tracers.as_ref().map(|provider| {
        let only_ours = tracing_subscriber::filter::filter_fn(|metadata| metadata.target().starts_with("annals"));
        tracing_opentelemetry::layer().with_tracer(provider.tracer("annals")).with_filter(only_ours)
    });
    let logs = logs::layer(log_filter)?;
    tracing_subscriber::registry()
        .with(logs)
        .with(traces)
        .try_init()
        .map_err(|_| "logs were started twice".to_owned())?;
    Ok(Telemetry { registry, meters, tracers })
}

impl Telemetry {
    /// Where Prometheus reads.
    #[must_use]
    pub const fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Sends what is left. Call it when the server has drained, outside the runtime.
    pub fn stop(self) {
        if let Some(tracers) = self.tracers {
            drop(tracers.shutdown());
        }
        drop(self.meters.shutdown());
    }
}
