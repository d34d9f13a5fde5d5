//! What narrows a search: path, type, agent, device, count.

use serde_json::{Value, json};

use crate::support::{Account, Client, Wish, service};

async fn found(client: &Client, route: &str, arguments: Value) -> Vec<String> {
    let answer = client.post(route, arguments).await.expect(200);
    let mut contents: Vec<String> =
        answer["items"].as_array().unwrap().iter().map(|item| item["content"].as_str().unwrap().to_owned()).collect();
    contents.sort();
    contents
}

async fn keep(client: &Client, body: Value) {
    client.post("/v1/memories", body).await.expect(200);
}

async fn furnished(account: &Account<'_>) -> Client {
    let client = account.client().await;
    for path in [
        "projects/billing",
        "projects/billing/rules",
        "projects/billing/rules/late",
        "projects/billing/rulesets",
        "projects/billing/projects/api",
        "projects/billing2",
        "notes",
        "notes/2026",
    ] {
        client.remember(&format!("Badger at {path}"), path).await;
    }
    client
}

#[tokio::test]
async fn a_path_filter_takes_one_place_or_a_place_and_all_below_or_everything() {
    let account = service().account().await;
    let client = furnished(&account).await;
    let all = [
        "notes",
        "notes/2026",
        "projects/billing",
        "projects/billing/projects/api",
        "projects/billing/rules",
        "projects/billing/rules/late",
        "projects/billing/rulesets",
        "projects/billing2",
    ];
    let cases: [(&str, &[&str]); 10] = [
        ("%", &all),
        ("projects/billing", &["projects/billing"]),
        ("projects/billing/%", &all[2..7]),
        ("projects/billing/rules", &["projects/billing/rules"]),
        ("projects/billing/rules/%", &["projects/billing/rules", "projects/billing/rules/late"]),
        ("projects/billing/projects/api", &["projects/billing/projects/api"]),
        ("projects/%", &all[2..]),
        ("notes", &["notes"]),
        ("notes/%", &["notes", "notes/2026"]),
        ("projects/nothing/%", &[]),
    ];
    for (filter, places) in cases {
        let wanted: Vec<String> = places.iter().map(|place| format!("Badger at {place}")).collect();
        for route in ["/v1/memories/recall", "/v1/memories/search"] {
            let arguments = json!({"query": "badger", "limit": 50, "path_filter": filter});
            assert_eq!(found(&client, route, arguments).await, wanted, "{route} {filter}");
        }
    }
}

#[tokio::test]
async fn a_path_filter_that_is_none_is_refused() {
    let account = service().account().await;
    let client = account.client().await;
    for filter in ["projects/b%", "%/billing", "projects/%/rules", "%%", "/projects", "../x", "projects/billing/"] {
        for route in ["/v1/memories/recall", "/v1/memories/search"] {
            let refusal = client.post(route, json!({"query": "badger", "path_filter": filter})).await;
            assert_eq!(refusal.refused(422), "invalid_input", "{filter}");
            assert_eq!(refusal.json()["field"], "path_filter", "{filter}");
        }
    }
}

#[tokio::test]
async fn scope_and_team_id_of_search_memory_mean_the_place_and_all_below() {
    let account = service().account().await;
    let client = furnished(&account).await;
    client.post("/v1/scopes", json!({"path": "teams/ops/projects/pager"})).await.expect(200);
    client.remember("Badger at teams/ops", "teams/ops").await;
    client.remember("Badger at teams/ops/projects/pager", "teams/ops/projects/pager").await;
    let team = json!({"query": "badger", "limit": 50, "team_id": "ops"});
    assert_eq!(
        found(&client, "/v1/memories/search", team).await,
        ["Badger at teams/ops", "Badger at teams/ops/projects/pager"]
    );
    let scope = json!({"query": "badger", "limit": 50, "scope": "projects/billing/projects/api"});
    assert_eq!(found(&client, "/v1/memories/search", scope).await, ["Badger at projects/billing/projects/api"]);
    let both = json!({"query": "badger", "scope": "notes", "path_filter": "notes"});
    let refusal = client.post("/v1/memories/search", both).await;
    assert_eq!(refusal.refused(422), "invalid_input");
}

#[tokio::test]
async fn the_memory_type_narrows_and_the_percent_sign_does_not() {
    let account = service().account().await;
    let client = account.client().await;
    for kind in ["episodic", "identity", "procedural", "semantic", "working"] {
        keep(&client, json!({"content": format!("Marten {kind}"), "path": "notes", "memory_type": kind})).await;
    }
    keep(&client, json!({"content": "Marten auto", "path": "notes", "memory_type": "auto"})).await;
    keep(&client, json!({"content": "Marten plain", "path": "notes"})).await;
    for route in ["/v1/memories/recall", "/v1/memories/search"] {
        for kind in ["episodic", "identity", "procedural", "semantic", "working"] {
            let arguments = json!({"query": "marten", "memory_type": kind, "limit": 50});
            assert_eq!(found(&client, route, arguments).await, [format!("Marten {kind}")]);
        }
        let every = json!({"query": "marten", "memory_type": "%", "limit": 50});
        assert_eq!(found(&client, route, every).await.len(), 7);
        let refusal = client.post(route, json!({"query": "marten", "memory_type": "dreamt"})).await;
        assert_eq!(refusal.refused(422), "invalid_input");
        assert_eq!(refusal.json()["field"], "memory_type");
    }
    let first = json!({"query": "marten", "prefer_working": true, "limit": 50});
    let answer = client.post("/v1/memories/recall", first).await.expect(200);
    assert_eq!(answer["items"][0]["memory_type"], "working");
}

#[tokio::test]
async fn the_agent_and_the_device_of_the_token_narrow_and_what_a_call_claims_does_not() {
    let account = service().account().await;
    for (agent, device) in [("planner", "laptop"), ("planner", "phone"), ("reviewer", "laptop")] {
        let wish = Wish { agent: agent.into(), device: Some(device.into()), ..Wish::default() };
        let client = account.client_with(wish).await;
        let body = json!({"content": format!("Stoat {agent} {device}"), "path": "notes", "agent_id": "impostor"});
        keep(&client, body).await;
    }
    let client = account.client().await;
    for route in ["/v1/memories/recall", "/v1/memories/search"] {
        let by_agent = json!({"query": "stoat", "agent_id": "planner", "limit": 50});
        assert_eq!(found(&client, route, by_agent).await, ["Stoat planner laptop", "Stoat planner phone"]);
        let claimed = json!({"query": "stoat", "agent_id": "impostor", "limit": 50});
        assert_eq!(found(&client, route, claimed).await, Vec::<String>::new());
    }
    let by_device = json!({"query": "stoat", "agent_instance_id": "laptop", "limit": 50});
    assert_eq!(
        found(&client, "/v1/memories/recall", by_device).await,
        ["Stoat planner laptop", "Stoat reviewer laptop"]
    );
    let both = json!({"query": "stoat", "agent_id": "planner", "agent_instance_id": "phone", "limit": 50});
    assert_eq!(found(&client, "/v1/memories/recall", both).await, ["Stoat planner phone"]);
}

#[tokio::test]
async fn the_limit_is_the_most_that_comes_and_has_the_default_of_its_operation() {
    let account = service().account().await;
    let client = account.client().await;
    for number in 0..15 {
        client.remember(&format!("Weasel number {number}."), "notes").await;
    }
    let count = async |route: &str, arguments: Value| found(&client, route, arguments).await.len();
    assert_eq!(count("/v1/memories/recall", json!({"query": "weasel"})).await, 5);
    assert_eq!(count("/v1/memories/search", json!({"query": "weasel"})).await, 10);
    assert_eq!(count("/v1/memories/recall", json!({"query": "weasel", "limit": 1})).await, 1);
    assert_eq!(count("/v1/memories/search", json!({"query": "weasel", "limit": 100})).await, 15);
    assert_eq!(count("/v1/memories/recall", json!({"query": "weasel", "limit": 3.0})).await, 3);
}

#[tokio::test]
async fn an_explanation_comes_when_it_is_asked_for() {
    let account = service().account().await;
    let client = account.client().await;
    client.remember("Polecats sleep by day.", "notes").await;
    let plain = client.post("/v1/memories/recall", json!({"query": "polecats"})).await.expect(200);
    assert!(plain["items"][0].get("explanation").is_none());
    let told = client.post("/v1/memories/recall", json!({"query": "polecats", "explain": true})).await.expect(200);
    let explanation = &told["items"][0]["explanation"];
    assert!(explanation["cosine"].as_f64().unwrap() > 0.0, "{explanation}");
    assert!(explanation["bm25"].as_f64().unwrap() > 0.0, "{explanation}");
}

#[tokio::test]
async fn nothing_found_is_said_in_words() {
    let account = service().account().await;
    let client = account.client().await;
    let tool = client.call("recall", json!({"query": "anything at all"})).await;
    assert_eq!(tool.structured()["items"], json!([]));
    assert_eq!(tool.text(), "No memory fits.");
    assert_eq!(tool.structured()["result"], "No memory fits.");
}
