//! An account that holds what the examples are written for: the same content each time.

use annals::op::{Entry, Family, Sample};
use serde_json::json;

use crate::catalogue::{administered, staffed};
use crate::support::{Account, Client, Service};

/// A fresh account with content.
pub struct Stocked<'a> {
    /// The account.
    pub account: Account<'a>,
    /// Its owner's client, with every permission.
    pub client: Client,
    /// What the examples name.
    pub sample: Sample,
}

/// A fresh account with the same content as every other one.
pub async fn stocked(service: &Service) -> Stocked<'_> {
    let account = service.account().await;
    let client = account.client().await;
    client.post("/v1/scopes", json!({"path": "teams/engineering"})).await.expect(200);
    let others = [
        ("A connector is a client that signs in with OAuth on its own.", "glossary"),
        ("The engineering team meets hosted clients on Mondays.", "teams/engineering/rituals"),
    ];
    for (content, path) in others {
        client.remember(content, path).await;
    }
    let sample = sample_of(&client, "Hosted clients sign in with OAuth; nobody shares a password.").await;
    let mut sample = staffed(&account, &client, "quay", "first", sample).await;
    administered(&account, &mut sample).await;
    Stocked { account, client, sample }
}

impl Stocked<'_> {
    /// A sample of its own for a call that takes something away.
    pub async fn another_sample(&self, entry: &Entry, content: &str) -> Sample {
        let sample = sample_of(&self.client, content).await;
        if entry.spec().family != Family::Administration {
            return sample;
        }
        let number = annals::ids::MemoryId::generate().uuid().simple().to_string();
        let mut sample = staffed(&self.account, &self.client, "quay", &number[20..], sample).await;
        administered(&self.account, &mut sample).await;
        sample
    }
}

/// What the examples name: a memory and a document in a project, a record in the shared workspace.
pub async fn sample_of(client: &Client, content: &str) -> Sample {
    let record = json!({"content": content, "project": "login", "tags": ["oauth"], "context": "Said in a review.",
        "scope": {"kind": "shared"}});
    let document = json!({
        "kind": "adr", "title": "Sign in with OAuth", "status": "accepted", "body": content, "scope": "projects/general",
        "number": content.bytes().fold(7_u32, |number, byte| (number * 31 + u32::from(byte)) % 100_000),
    });
    Sample {
        memory_id: add_memory(client, content).await,
        record_number: client.post("/v1/workspace/save", record).await.expect(200)["data"]["id"].as_i64().unwrap(),
        document_id: client.post("/v1/documents", document).await.expect(200)["id"].as_str().unwrap().to_owned(),
        ..Sample::default()
    }
}

/// A memory with every optional field, so that an answer's optional members are there too.
async fn add_memory(client: &Client, content: &str) -> String {
    let body = json!({
        "content": content, "path": "projects/general/decisions", "kind": "decision", "memory_type": "semantic",
        "topics": ["service:login", "sign-in"], "links": ["https://example.com/pull/7"], "occurred_at": "2026-03-11",
        "confidence": 0.9, "importance": 0.5, "agent_id": "planner"
    });
    client.post("/v1/memories", body).await.expect(200)["id"].as_str().unwrap().to_owned()
}
