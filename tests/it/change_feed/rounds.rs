//! A writer of the feed's crowd, and what it does in a round.

use std::time::Instant;

use serde_json::{Value, json};

use crate::support::Client;

/// What a writer does in a round leaves so many changes.
pub const CHANGES: usize = 13;

/// A change that a writer knows of by the answer that it got.
pub struct Written {
    pub record: Record,
    pub what: &'static str,
    pub answered: Instant,
}

/// How an answer names a record.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Record {
    Id(String),
    Number(i64),
}

/// A writer.
pub struct Writer {
    pub client: Client,
    pub name: usize,
    pub path: &'static str,
    pub workspace: Value,
    pub written: Vec<Written>,
}

impl Writer {
    fn note(&mut self, record: Record, what: &'static str) {
        self.written.push(Written { record, what, answered: Instant::now() });
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        self.client.post(path, body).await.expect(200)
    }

    /// One round: eleven calls of every kind, thirteen changes.
    pub async fn round(&mut self, round: usize) {
        let label = format!("writer {} in round {round}", self.name);
        let id = |answer: &Value| Record::Id(answer["id"].as_str().unwrap().to_owned());

        let save = json!({"content": format!("Saved by {label}."), "scope": self.workspace});
        let number = self.post("/v1/workspace/save", save).await["data"]["id"].as_i64().unwrap();
        self.note(Record::Number(number), "created");
        let update = json!({"id": number, "expected_revision": 1, "content": format!("Updated by {label}."), "reason": "x", "scope": self.workspace});
        let next = self.post("/v1/workspace/update", update).await["data"]["id"].as_i64().unwrap();
        self.note(Record::Number(number), "superseded");
        self.note(Record::Number(next), "created");
        let delete = json!({"id": next, "expected_revision": 2, "reason": "x", "scope": self.workspace});
        self.post("/v1/workspace/delete", delete).await;
        self.note(Record::Number(next), "hidden");

        let text = json!({"content": format!("Remembered by {label}."), "path": self.path});
        let kept = id(&self.post("/v1/memories", text.clone()).await);
        self.note(kept.clone(), "created");
        self.post("/v1/memories", text).await;
        self.note(kept.clone(), "seen_again");
        // One text for all writers of a scope: whoever comes first stores it.
        let shared = json!({"content": format!("Everybody says this in round {round}."), "path": self.path});
        let answer = self.post("/v1/memories", shared).await;
        self.note(id(&answer), if answer["outcome"] == "stored" { "created" } else { "seen_again" });

        let question = json!({"text": format!("Asked by {label}."), "space_id": "", "items": [{"kind": "question", "text": format!("What does {label} ask?")}]});
        let asked = self.post("/v1/summaries", question).await;
        self.note(id(&asked["summary"]), "created");
        self.note(id(&asked["items"][0]), "created");
        let fact = json!({"kind": "fact", "text": format!("This is what {label} answers."), "supersedes": asked["items"][0]["id"]});
        let answered = self.post("/v1/summaries", json!({"items": [fact]})).await;
        self.note(id(&answered["summary"]), "created");
        self.note(id(&asked["items"][0]), "resolved");
        self.note(id(&answered["items"][0]), "created");

        let Record::Id(bare) = &kept else { unreachable!() };
        self.post(&format!("/v1/memories/{bare}/forget"), json!({"mode": "hard_delete"})).await;
        self.note(kept.clone(), "erased");
    }
}
