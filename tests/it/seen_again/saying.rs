//! The operations that store a text, each with what it tells of it.

use serde_json::{Value, json};

use crate::support::{Account, Client, stored};

/// An operation that stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storing {
    Remember,
    Save,
    Summary,
}

/// What became of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Became {
    /// Whether nothing new was stored.
    pub is_known: bool,
    /// How often it has been said, where that is told.
    pub seen_count: Option<u64>,
    /// The id under which the operation knows it.
    pub id: Value,
}

/// All of them.
pub const ALL: [Storing; 3] = [Storing::Remember, Storing::Save, Storing::Summary];

impl Storing {
    /// The path and the arguments that store a text of a kind, all in the account's root.
    pub fn call(self, kind: &str, text: &str) -> (&'static str, Value) {
        match self {
            Self::Remember => ("/v1/memories", json!({"content": text, "path": "notes", "kind": kind})),
            Self::Save => ("/v1/workspace/save", json!({"content": text, "type": kind, "scope": {"kind": "shared"}})),
            Self::Summary => ("/v1/summaries", json!({"items": [{"kind": kind, "text": text}]})),
        }
    }

    /// Says a text.
    pub async fn say(self, client: &Client, kind: &str, text: &str) -> Became {
        let (path, body) = self.call(kind, text);
        self.told(&client.post(path, body).await.expect(200))
    }

    /// What a reply tells.
    pub fn told(self, reply: &Value) -> Became {
        match self {
            Self::Remember => Became {
                is_known: reply["outcome"] == json!("seen_again"),
                seen_count: reply["seen_count"].as_u64(),
                id: reply["id"].clone(),
            },
            Self::Save if reply["data"]["saved"] == json!(false) => {
                assert_eq!(reply["data"]["quality"]["reasons"], json!(["echo"]), "{reply}");
                Became { is_known: true, seen_count: None, id: Value::Null }
            }
            Self::Save => Became {
                is_known: reply["data"]["deduplicated"] == json!(true),
                seen_count: reply["data"]["seen_count"].as_u64(),
                id: reply["data"]["id"].clone(),
            },
            Self::Summary => Became {
                is_known: reply["items"][0]["outcome"] == json!("seen_again"),
                seen_count: reply["items"][0]["seen_count"].as_u64(),
                id: reply["items"][0]["id"].clone(),
            },
        }
    }
}

/// How often each active memory of an account has been said, by its text.
pub async fn counts(account: &Account<'_>) -> Vec<String> {
    stored::column(&format!(
        "SELECT seen_count || ' ' || content FROM memories WHERE account_id = '{}' AND status = 'active' ORDER BY content",
        account.id.uuid()
    ))
    .await
}
