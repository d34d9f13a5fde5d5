//! `annals serve`: it starts, answers, and stops when it is told to.

use serde_json::json;

use crate::support::{Serving, service};

#[tokio::test(flavor = "multi_thread")]
async fn it_serves_answers_probes_and_stops_cleanly_on_a_signal() {
    let serving = Serving::start(|binary| binary);
    let nobody = crate::support::Client::new(&serving.origin, "");
    for path in ["/livez", "/readyz", "/startupz"] {
        assert_eq!(nobody.get(path).await.status, 200, "{path}");
    }
    assert_eq!(nobody.get("/readyz").await.expect(200)["search_by_meaning"], json!(false));
    let account = service().account().await;
    let token = serving.token(&account);
    let client = crate::support::Client::new(&serving.origin, &token);
    client.remember("Kept by the real binary.", "projects/general").await;
    let ended = serving.stop();
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert!(ended.err.contains("stopping"), "{}", ended.err);
    assert_eq!(ended.out, "", "logs go to standard error");
}

#[test]
fn a_port_that_is_taken_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let bind = taken.local_addr().unwrap().to_string();
    let run =
        crate::support::Binary::new().with("ANNALS_BIND", &bind).with("ANNALS_METRICS_BIND", "off").run(&["serve"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("ANNALS_BIND") && run.err.contains(&bind), "{}", run.err);
}
