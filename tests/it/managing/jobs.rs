//! Jobs as admins see them.

use annals::op::Sample;
use serde_json::{Value, json};

use crate::catalogue::administered;
use crate::support::{Client, service};

async fn jobs(client: &Client, query: &str) -> Vec<Value> {
    client.get(&format!("/v1/jobs?{query}")).await.expect(200)["jobs"].as_array().unwrap().clone()
}

#[tokio::test]
async fn jobs_are_listed_by_state_and_kind_and_tell_nothing_of_what_they_carry() {
    let account = service().account().await;
    let mut sample = Sample::default();
    administered(&account, &mut sample).await;
    let client = account.client().await;
    assert_eq!(jobs(&client, "").await.len(), 8);
    assert_eq!(jobs(&client, "state=dead").await.len(), 7);
    assert_eq!(jobs(&client, "state=waiting&kind=webhook_delivery").await.len(), 1);
    assert_eq!(jobs(&client, "kind=other").await.len(), 0);
    let job = client.get(&format!("/v1/jobs/{}", sample.dead_job_id)).await.expect(200)["job"].clone();
    assert_eq!(json!([job["state"], job["event"], job["last_result"]]), json!(["dead", "ping", "unreachable"]));
    assert!(job.get("payload").is_none() && job.get("message").is_none(), "{job}");
}

#[tokio::test]
async fn only_what_waits_is_cancelled_and_only_what_is_dead_is_retried() {
    let (account, other) = (service().account().await, service().account().await);
    let (mut sample, mut foreign) = (Sample::default(), Sample::default());
    administered(&account, &mut sample).await;
    administered(&other, &mut foreign).await;
    let client = account.client().await;
    let cancel = async |id: &str| client.send(client.request("DELETE", &format!("/v1/jobs/{id}"))).await;
    let retry = async |id: &str| client.post(&format!("/v1/jobs/{id}/retry"), json!({})).await;
    assert_eq!(retry(&sample.waiting_job_id).await.refused(409), "conflict");
    assert_eq!(cancel(&sample.dead_job_id).await.refused(409), "conflict");
    assert_eq!(cancel(&sample.waiting_job_id).await.expect(200)["job"]["state"], "cancelled");
    let refused = cancel(&sample.waiting_job_id).await;
    assert_eq!(refused.refused(409), "conflict");
    assert_eq!(refused.json()["state"], "cancelled");
    assert_eq!(retry(&sample.dead_job_id).await.expect(200)["job"]["state"], "waiting");
    for id in [foreign.waiting_job_id, annals::ids::JobId::generate().to_string()] {
        assert_eq!(cancel(&id).await.refused(404), "not_found");
        assert_eq!(retry(&id).await.refused(404), "not_found");
        assert_eq!(client.get(&format!("/v1/jobs/{id}")).await.refused(404), "not_found");
    }
}
