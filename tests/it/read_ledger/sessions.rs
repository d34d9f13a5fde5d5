//! A session ends with a pause of 30 minutes.

use annals::clock::Clock;
use chrono::Duration;
use serde_json::json;

use crate::support::{Account, Client, Service, stored};

struct Reading<'a> {
    account: Account<'a>,
    client: Client,
}

impl Reading<'_> {
    async fn read(&self, path: &str) {
        let found =
            self.client.post("/v1/memories/recall", json!({"query": "harbour", "path_filter": path})).await.expect(200);
        assert_eq!(found["items"].as_array().unwrap().len(), 1, "{found}");
    }

    /// When the session began.
    async fn began(&self) -> String {
        let sql =
            format!("SELECT session_started_at::text FROM agents WHERE account_id = '{}'", self.account.id.uuid());
        stored::column(&sql).await.remove(0)
    }

    /// The nodes that the present session was shown.
    async fn of_this_session(&self) -> Vec<String> {
        stored::column(&format!(
            "SELECT n.path FROM session_reads AS r
             JOIN agents AS a USING (account_id, user_id, agent)
             JOIN scope_nodes AS n ON n.account_id = r.account_id AND n.id = r.scope_id
             WHERE r.account_id = '{}' AND r.last_at >= a.session_started_at ORDER BY 1",
            self.account.id.uuid()
        ))
        .await
    }
}

#[tokio::test]
async fn after_29_minutes_it_is_the_same_and_after_31_another() {
    let clock = Clock::fixed(Clock::default().now());
    let service = Service::start(|_| {}, clock.clone());
    let account = service.account().await;
    let client = account.client().await;
    for project in ["general", "other"] {
        client.remember("The harbour is seen from here.", &format!("projects/{project}")).await;
    }
    let reading = Reading { account, client };
    clock.advance(Duration::hours(2));
    reading.read("projects/general/%").await;
    let first = reading.began().await;
    assert_eq!(reading.of_this_session().await, ["projects/general"]);

    clock.advance(Duration::minutes(29));
    reading.read("projects/other/%").await;
    assert_eq!(reading.began().await, first);
    assert_eq!(reading.of_this_session().await, ["projects/general", "projects/other"]);

    // Each call puts the end off.
    clock.advance(Duration::minutes(29));
    reading.client.get("/v1/workspaces").await.expect(200);
    clock.advance(Duration::minutes(29));
    reading.client.get("/v1/workspaces").await.expect(200);
    assert_eq!(reading.began().await, first);

    clock.advance(Duration::minutes(31));
    reading.read("projects/other/%").await;
    let second = reading.began().await;
    assert_ne!(second, first);
    assert_eq!(reading.of_this_session().await, ["projects/other"], "what the last one was shown does not count here");

    // A write goes on with a session as a read does.
    clock.advance(Duration::minutes(29));
    reading.client.remember("The harbour is closed.", "projects/general").await;
    clock.advance(Duration::minutes(29));
    reading.read("projects/other/%").await;
    assert_eq!(reading.began().await, second);
}
