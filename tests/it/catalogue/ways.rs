//! The ways to call an operation: REST, and MCP in both eras.

use std::fmt;

use annals::auth::Profile;
use annals::op::{Entry, Family, FirstBlock, Spec};
use serde_json::{Value, json};

use crate::support::{Answer, Client, ToolAnswer};

/// A way to call an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// REST.
    Rest,
    /// MCP with the handshake of the legacy era.
    Legacy,
    /// MCP with metadata in each request.
    Modern,
}

/// What came back, whichever way it was asked.
#[derive(Debug)]
pub struct Said {
    /// The HTTP answer.
    pub http: Answer,
    /// The structured answer of a call that worked, without REST's `text`.
    pub structured: Option<Value>,
    /// The answer in words, where the operation has one.
    pub words: Option<String>,
    /// The code of a refusal, in the words of its family; `rpc` and the number for an error of the protocol.
    pub code: Option<String>,
    /// The sentence of a refusal.
    pub sentence: Option<String>,
}

impl Said {
    /// Everything in the answer's body, as it was sent.
    pub fn body(&self) -> &str {
        &self.http.text
    }

    /// The status and the code, for a message.
    pub fn outcome(&self) -> String {
        format!("{} {}", self.http.status.as_u16(), self.code.as_deref().unwrap_or("ok"))
    }
}

impl fmt::Display for Way {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Rest => "REST",
            Self::Legacy => "MCP (legacy)",
            Self::Modern => "MCP (modern)",
        })
    }
}

impl Way {
    /// Every way there is.
    pub const ALL: [Self; 3] = [Self::Rest, Self::Legacy, Self::Modern];

    /// The ways that offer an operation.
    pub fn of(spec: &Spec) -> impl Iterator<Item = Self> {
        let on_mcp = spec.is_listed(Profile::Generic);
        Self::ALL.into_iter().filter(move |way| *way == Self::Rest || on_mcp)
    }

    /// The path of the protected resource.
    pub const fn resource(self) -> &'static str {
        match self {
            Self::Rest => "/v1",
            Self::Legacy | Self::Modern => "/mcp",
        }
    }

    /// Calls an operation.
    pub async fn call(self, client: &Client, entry: &Entry, arguments: &Value) -> Said {
        let spec = entry.spec();
        match self {
            Self::Rest => of_rest(client.operation(entry, arguments).await, spec.first_block),
            Self::Legacy => of_mcp(client.call(spec.name, arguments.clone()).await, spec.first_block),
            Self::Modern => {
                let params = json!({"name": spec.name, "arguments": arguments});
                of_mcp(client.modern("/mcp", "tools/call", params).await, spec.first_block)
            }
        }
    }

    /// What an operation calls one of the codes on this way: the workspaces family has a list of its own over MCP
    /// (completions 4).
    pub fn told(self, spec: &Spec, code: &'static str) -> &'static str {
        if self == Self::Rest || spec.family != Family::Workspaces {
            return code;
        }
        match code {
            "invalid_input" | "malformed_request" => "invalid_request",
            "internal" | "timeout" => "unavailable",
            "idempotency_key_reused" | "in_progress" => "conflict",
            other => other,
        }
    }
}

/// The code and the sentence of a failed tool call: `code: sentence`, or `{code, error}` in the workspaces family.
pub fn refusal_of(text: &str) -> (String, String) {
    let of_json = serde_json::from_str::<Value>(text)
        .ok()
        .and_then(|refusal| Some((refusal["code"].as_str()?.to_owned(), refusal["error"].as_str()?.to_owned())));
    of_json.unwrap_or_else(|| match text.split_once(": ") {
        Some((code, sentence)) => (code.to_owned(), sentence.to_owned()),
        None => (text.to_owned(), String::new()),
    })
}

fn of_rest(http: Answer, first_block: FirstBlock) -> Said {
    let body: Value = serde_json::from_str(&http.text).unwrap_or(Value::Null);
    if !http.status.is_success() {
        let code = body["code"].as_str().unwrap_or("no code").to_owned();
        let sentence = body["detail"].as_str().map(str::to_owned);
        return Said { http, structured: None, words: None, code: Some(code), sentence };
    }
    let mut structured = body;
    let words = match (first_block, structured.as_object_mut()) {
        (FirstBlock::Text, Some(members)) => members.remove("text").and_then(|text| text.as_str().map(str::to_owned)),
        _ => None,
    };
    Said { http, structured: Some(structured), words, code: None, sentence: None }
}

fn of_mcp(answer: ToolAnswer, first_block: FirstBlock) -> Said {
    let ToolAnswer { http, message } = answer;
    let text = message.pointer("/result/content/0/text").and_then(Value::as_str).unwrap_or_default().to_owned();
    let refused = |code: String, sentence: Option<String>| (None, None, Some(code), sentence);
    let (structured, words, code, sentence) = if let Some(code) = message.get("code").and_then(Value::as_str) {
        refused(code.to_owned(), message["detail"].as_str().map(str::to_owned))
    } else if let Some(error) = message.get("error") {
        refused(format!("rpc {}", error["code"]), None)
    } else if message.pointer("/result/isError") == Some(&json!(false)) {
        let words = (first_block == FirstBlock::Text).then_some(text);
        (Some(message["result"]["structuredContent"].clone()), words, None, None)
    } else {
        let (code, sentence) = refusal_of(&text);
        refused(code, Some(sentence))
    };
    Said { http, structured, words, code, sentence }
}

/// The tools that an endpoint lists.
pub async fn listed_tools(client: &Client, endpoint: &str) -> Vec<Value> {
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}});
    let answer = client.message(endpoint, &list).await;
    let tools = answer.message.pointer("/result/tools").and_then(Value::as_array);
    tools.unwrap_or_else(|| panic!("no tools: {} {}", answer.http.status, answer.http.text)).clone()
}
