//! Limits of what an account may hold: never passed, by nobody, and counted as what is stored.

use annals::ids::AccountId;
use annals::limits::Limits;
use annals::store::tx::SystemPurpose;
use annals::store::usage;
use futures::future::join_all;
use serde_json::{Value, json};

use crate::support::{Account, Chance, Service, replica, service, stored};

/// Sets limits, as the command line does.
pub async fn limit(service: &Service, account: AccountId, limits: Limits) {
    let app = service.app.clone();
    service
        .on_runtime(async move {
            let mut tx = app.env.store.system(SystemPurpose::Usage).await.unwrap();
            usage::set_limits(&mut tx, account, &limits).await.unwrap();
            tx.commit().await.unwrap();
        })
        .await;
}

/// What is counted and what is there: memories and bytes of their texts.
async fn counted_and_stored(account: &Account<'_>) -> [String; 2] {
    let id = account.id.uuid();
    let counted =
        stored::column(&format!("SELECT memories || ' ' || bytes FROM account_usage WHERE account_id = '{id}'")).await;
    let there = stored::column(&format!(
        "SELECT count(*) || ' ' || coalesce(sum(octet_length(content)), 0) FROM memories WHERE account_id = '{id}'"
    ))
    .await;
    [counted[0].clone(), there[0].clone()]
}

#[tokio::test]
async fn parallel_writers_at_the_edge_never_pass_the_limit() {
    let account = service().account().await;
    limit(service(), account.id, Limits { memories: Some(5), ..Limits::default() }).await;
    let here = account.client().await;
    let there = here.at(&replica().origin);
    let writes = (0..24).map(|place| {
        let client = if place % 2 == 0 { here.clone() } else { there.clone() };
        async move {
            let body = json!({"content": format!("Writer {place} was here."), "path": "notes"});
            client.post("/v1/memories", body).await
        }
    });
    let answers = join_all(writes).await;
    let stored: Vec<_> = answers.iter().filter(|answer| answer.status == 200).collect();
    let refused: Vec<_> = answers.iter().filter(|answer| answer.status != 200).collect();
    assert_eq!(stored.len(), 5);
    for answer in &refused {
        assert_eq!(answer.refused(402), "quota_exceeded");
        let body = answer.json();
        assert_eq!(json!([body["kind"], body["used"], body["limit"]]), json!(["memories", 5, 5]));
    }
    assert_eq!(counted_and_stored(&account).await[0].split(' ').next(), Some("5"));
    let [counted, there] = counted_and_stored(&account).await;
    assert_eq!(counted, there);
    // What frees a place is never refused, and the place can be used again; seeing again stores nothing.
    let id = stored[0].json()["id"].as_str().unwrap().to_owned();
    here.post(&format!("/v1/memories/{id}/forget"), json!({"mode": "hard_delete"})).await.expect(200);
    here.remember("In the place of another.", "notes").await;
    here.remember("In the place of another.", "notes").await;
    let refused = here.post("/v1/memories", json!({"content": "One too many.", "path": "notes"})).await;
    assert_eq!(refused.refused(402), "quota_exceeded");
    let on_mcp = here.call("remember", json!({"content": "One too many.", "path": "notes"})).await;
    assert!(on_mcp.failure().starts_with("quota_exceeded: "));
}

#[tokio::test]
async fn a_write_of_many_is_stored_whole_or_not_at_all() {
    let account = service().account().await;
    let client = account.client().await;
    limit(service(), account.id, Limits { bytes: Some(100), ..Limits::default() }).await;
    let items = |count: usize| {
        let text = "A fact of exactly thirty-two by.";
        assert_eq!(text.len(), 32);
        let items = (0..count).map(|place| json!({"kind": "fact", "text": format!("{place}{}", &text[1..])}));
        json!({"items": items.collect::<Vec<_>>()})
    };
    assert_eq!(client.post("/v1/summaries", items(4)).await.refused(402), "quota_exceeded");
    assert_eq!(counted_and_stored(&account).await, ["0 0", "0 0"]);
    client.post("/v1/summaries", items(3)).await.expect(200);
    assert_eq!(counted_and_stored(&account).await, ["3 96", "3 96"]);
    // A limit that is lowered below what is there refuses what adds, and nothing else.
    limit(service(), account.id, Limits { bytes: Some(10), memories: Some(1), ..Limits::default() }).await;
    client.get("/v1/records").await.expect(200);
    client.post("/v1/records/delete-matching", json!({"scope": "", "expected_count": 9})).await.refused(409);
    let refused = client.post("/v1/memories", json!({"content": "x y z", "path": "notes"})).await;
    assert_eq!(refused.refused(402), "quota_exceeded");
}

#[tokio::test]
async fn what_is_counted_is_what_is_stored_whatever_was_done() {
    for seed in 0..3 {
        let account = service().account().await;
        let client = account.client().await;
        let mut chance = Chance::new(seed);
        let mut ids: Vec<String> = Vec::new();
        for step in 0..40 {
            let one = (!ids.is_empty()).then(|| ids[chance.up_to(u32::try_from(ids.len()).unwrap()) - 1].clone());
            let text = format!("Step {step} of {seed} says {}.", "é".repeat(chance.up_to(30)));
            match (chance.up_to(7), one) {
                (1 | 2, _) | (_, None) => ids.push(client.remember(&text, "projects/general").await),
                (3, Some(id)) => {
                    client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": "hard_delete"})).await;
                }
                (4, Some(id)) => {
                    let mode = ["soft_delete", "redact"][chance.up_to(2) - 1];
                    client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": mode})).await;
                }
                (5, Some(_)) => {
                    let records: Vec<Value> = (0..chance.up_to(4))
                        .map(|place| json!({"content": format!("{text} {place}"), "external_id": format!("{place}")}))
                        .collect();
                    let body = json!({"scope": "projects/general", "records": records});
                    client.post("/v1/records/import", body).await.expect(200);
                }
                (6, Some(id)) => {
                    client.send(client.request("DELETE", &format!("/v1/records/{id}")).json(&json!({}))).await;
                }
                (_, Some(id)) => {
                    let item = json!({"kind": "fact", "text": text, "supersedes": id});
                    let answer = client.post("/v1/summaries", json!({"items": [item]})).await;
                    if answer.status == 200 {
                        ids.push(answer.json()["items"][0]["id"].as_str().unwrap().to_owned());
                    }
                }
            }
            let [counted, there] = counted_and_stored(&account).await;
            assert_eq!(counted, there, "seed {seed}, step {step}");
        }
    }
}
