//! Traces and metrics go to a collector where one is configured.

use super::canaries::{CANARIES, sing};
use crate::support::{Client, LocalServer, Serving, service};

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_gets_traces_and_metrics_and_nothing_that_anybody_said() {
    let collector = LocalServer::start(|_| (200, String::new()));
    let origin = collector.origin.clone();
    let serving =
        Serving::start(|binary| binary.with("OTEL_EXPORTER_OTLP_ENDPOINT", &origin).with("ANNALS_LOG", "debug"));
    let account = service().account().await;
    let token = serving.token(&account);
    sing(&Client::new(&serving.origin, &token)).await;
    let ended = serving.stop();
    assert_eq!(ended.code, 0, "{}", ended.err);

    let received = collector.received();
    let of = |path: &str| -> Vec<u8> {
        received.iter().filter(|request| request.path == path).flat_map(|request| request.body.to_vec()).collect()
    };
    let (traces, metrics) = (of("/v1/traces"), of("/v1/metrics"));
    let holds = |bytes: &[u8], text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds(&traces, "op.name") && holds(&traces, "recall"), "{} bytes of traces", traces.len());
    assert!(holds(&traces, "service.name") && holds(&traces, "annals"));
    assert!(holds(&metrics, "annals.operation.duration"), "{} bytes of metrics", metrics.len());
    for canary in CANARIES {
        assert!(!holds(&traces, canary), "{canary} in the traces");
        assert!(!holds(&metrics, canary), "{canary} in the metrics");
    }
    assert!(!holds(&traces, token.rsplit('.').next().unwrap()), "the token in the traces");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_not_there_stops_nothing() {
    let serving = Serving::start(|binary| binary.with("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9"));
    let account = service().account().await;
    let client = Client::new(&serving.origin, &serving.token(&account));
    client.remember("Kept all the same.", "projects/general").await;
    assert_eq!(serving.stop().code, 0);
}
