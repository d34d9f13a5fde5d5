//! Filters apply inside each leg: what a crowd of other memories would push out is found all the same.

use serde_json::{Value, json};

use crate::support::{Client, Wish, service};

const CROWD: usize = 2_000;
const WANTED: usize = 20;

async fn import(client: &Client, records: Vec<Value>) {
    for batch in records.chunks(1_000) {
        let answer = client.post("/v1/records/import", json!({"records": batch})).await.expect(200);
        assert_eq!(answer["stored"], json!(batch.len()), "{answer}");
    }
}

/// Memories that fit the query worse than the crowd does, where only the filter tells them apart.
fn wanted(path: &str, memory_type: Option<&str>) -> Vec<Value> {
    (0..WANTED)
        .map(|number| {
            json!({
                "content": format!("In week {number} somebody also mentioned the harbour, among many other things that day."),
                "path": path, "memory_type": memory_type,
            })
        })
        .collect()
}

fn crowd() -> Vec<Value> {
    (0..CROWD)
        .map(|number| json!({"content": format!("harbour harbour harbour report {number}"), "path": "projects/crowd"}))
        .collect()
}

#[tokio::test]
async fn twenty_matches_among_two_thousand_others_are_all_found_by_any_filter() {
    let account = service().account().await;
    let owner = account.client().await;
    owner.remember("Nothing of the kind.", "projects/crowd").await;
    owner.remember("Nothing of the kind.", "projects/quiet").await;
    import(&owner, crowd()).await;
    import(&owner, wanted("projects/quiet", None)).await;
    import(&owner, wanted("projects/crowd/corner", None)).await;
    import(&owner, wanted("namespace", Some("procedural"))).await;
    let agent = account
        .client_with(Wish { agent: "harbour-master".into(), device: Some("harbour-desk".into()), ..Wish::default() })
        .await;
    import(&agent, wanted("projects/general", None)).await;

    for filter in [
        json!({"path_filter": "projects/quiet/%"}),
        json!({"path_filter": "projects/crowd/corner"}),
        json!({"path_filter": "namespace/%"}),
        json!({"memory_type": "procedural"}),
        json!({"agent_id": "harbour-master"}),
        json!({"agent_instance_id": "harbour-desk"}),
    ] {
        let mut arguments = filter.clone();
        arguments["query"] = json!("harbour");
        arguments["limit"] = json!(20);
        let answer = owner.post("/v1/memories/recall", arguments).await.expect(200);
        let items = answer["items"].as_array().unwrap();
        let matching = items.iter().filter(|item| item["content"].as_str().unwrap().contains("also mentioned")).count();
        assert_eq!((items.len(), matching), (20, 20), "{filter}");
    }

    let bound = account.client_with(Wish { scope: Some("projects/quiet".into()), ..Wish::default() }).await;
    let answer = bound.post("/v1/memories/recall", json!({"query": "harbour", "limit": 20})).await.expect(200);
    assert_eq!(answer["items"].as_array().unwrap().len(), 20, "what the caller may not read takes no place");
}
