//! Numbers out of range are refused, naming the range (ruling 3).

use serde_json::{Value, json};

use crate::support::service;

#[tokio::test]
async fn a_limit_out_of_range_is_refused_and_the_range_is_named() {
    let account = service().account().await;
    let client = account.client().await;
    let wrong = [
        json!(-1),
        json!(0),
        json!(1_000_000_000),
        json!(2.5),
        json!("5"),
        json!(-0.5),
        json!(1e18),
        json!("all"),
        json!(true),
    ];
    for (tool, route, most) in [("recall", "/v1/memories/recall", 50), ("search_memory", "/v1/memories/search", 100)] {
        for limit in wrong.iter().chain([&json!(most + 1)]) {
            let arguments = json!({"query": "x", "limit": limit});
            let answer = client.post(route, arguments.clone()).await;
            assert_eq!(answer.refused(422), "invalid_input", "{tool} {limit}");
            let detail = answer.json()["detail"].as_str().unwrap().to_owned();
            assert!(detail.starts_with("limit: ") && detail.contains(&format!("1 to {most}")), "{detail}");
            let failure = client.call(tool, arguments).await.failure();
            assert!(
                failure.starts_with("invalid_input: limit: ") && failure.contains(&format!("1 to {most}")),
                "{failure}"
            );
        }
        for limit in [json!(1), json!(most), json!(1.0), Value::Null] {
            client.post(route, json!({"query": "x", "limit": limit})).await.expect(200);
        }
    }
    for limit in ["-1", "0", "1001", "2.5", "x", "1e2", "", "%20", "99999999999999999999"] {
        let answer = client.get(&format!("/v1/records/export?limit={limit}")).await;
        assert_eq!(answer.refused(422), "invalid_input", "{limit}");
        let detail = answer.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.starts_with("limit: ") && detail.contains("1 to 1000"), "{detail}");
    }
    client.get("/v1/records/export?limit=1000").await.expect(200);
}
