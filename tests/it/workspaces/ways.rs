//! The three ways to a tool of this family.

use serde_json::{Value, json};

use crate::support::Client;

/// A way to call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Mcp,
    Rest,
    Bare,
}

/// All of them.
pub const WAYS: [Way; 3] = [Way::Mcp, Way::Rest, Way::Bare];

/// What came back.
#[derive(Debug)]
pub struct Told {
    pub way: Way,
    pub is_refused: bool,
    /// The answer or the refusal as JSON.
    pub body: Value,
    /// The same as it stood in the first block or body.
    pub raw: String,
    /// The bytes of the whole HTTP body.
    pub size: usize,
}

impl Told {
    /// The answer of a call that worked.
    #[track_caller]
    pub fn answer(&self) -> Value {
        assert!(!self.is_refused, "{:?}: {}", self.way, self.raw);
        self.body.clone()
    }

    /// `data` of a call that worked.
    #[track_caller]
    pub fn data(&self) -> Value {
        self.answer()["data"].clone()
    }

    /// The code of a refusal, in this family's words.
    #[track_caller]
    pub fn code(&self) -> String {
        assert!(self.is_refused, "{:?}: {}", self.way, self.raw);
        let code = self.body["code"].as_str().unwrap();
        match (self.way, code) {
            (Way::Rest, "invalid_input" | "malformed_request") => "invalid_request",
            (Way::Rest, "idempotency_key_reused" | "in_progress") => "conflict",
            (Way::Rest, "insufficient_scope") => "forbidden",
            _ => code,
        }
        .to_owned()
    }

    /// The sentence of a refusal.
    #[track_caller]
    pub fn sentence(&self) -> String {
        assert!(self.is_refused, "{:?}: {}", self.way, self.raw);
        let member = if self.way == Way::Rest { "detail" } else { "error" };
        self.body[member].as_str().unwrap_or_else(|| panic!("{}", self.raw)).to_owned()
    }
}

/// Calls a tool one way.
pub async fn ask(client: &Client, way: Way, tool: &str, arguments: Value) -> Told {
    match way {
        Way::Mcp => {
            let told = client.call(tool, arguments).await;
            let raw = told.message["result"]["content"][0]["text"].as_str().map(str::to_owned);
            let raw = raw.unwrap_or_else(|| panic!("no text: {} {}", told.http.status, told.http.text));
            let body: Value = serde_json::from_str(&raw).unwrap_or_else(|_| panic!("no JSON: {raw}"));
            let is_refused = told.message["result"]["isError"] == json!(true);
            if is_refused {
                assert!(told.message["result"].get("structuredContent").is_none(), "{}", told.message);
            } else {
                assert_eq!(told.message["result"]["structuredContent"], body);
            }
            Told { way, is_refused, body, raw, size: told.http.text.len() }
        }
        Way::Rest => {
            let verb = tool.strip_prefix("memory_").unwrap();
            let told = client.post(&format!("/v1/workspace/{verb}"), arguments).await;
            let is_refused = told.status != 200;
            Told { way, is_refused, body: told.json(), size: told.text.len(), raw: told.text }
        }
        Way::Bare => {
            let told = client.post("/api/call", json!({"name": tool, "arguments": arguments})).await;
            let is_refused = told.status != 200;
            assert!(!is_refused || told.status == 400, "{}: {}", told.status, told.text);
            Told { way, is_refused, body: told.json(), size: told.text.len(), raw: told.text }
        }
    }
}

/// Saves a text and gives the record's id.
pub async fn save(client: &Client, content: &str, scope: Value) -> i64 {
    let told = ask(client, Way::Rest, "memory_save", json!({"content": content, "scope": scope})).await;
    told.data()["id"].as_i64().unwrap()
}

/// A UUID for a call.
pub fn call_key() -> String {
    annals::ids::MemoryId::generate().uuid().to_string()
}

/// The scope of a team.
pub fn team(id: &str) -> Value {
    json!({"kind": "team", "team_id": id})
}
