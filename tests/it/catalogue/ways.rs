//! The ways to call an operation: REST, and MCP in both eras.

use std::fmt;

use annals::auth::Profile;
use annals::op::{Entry, FirstBlock, Spec};
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
    /// The code of a refusal; `rpc` and the number for an error of the protocol.
    pub code: Option<String>,
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
}

fn of_rest(http: Answer, first_block: FirstBlock) -> Said {
    let body: Value = serde_json::from_str(&http.text).unwrap_or(Value::Null);
    if !http.status.is_success() {
        let code = body["code"].as_str().unwrap_or("no code").to_owned();
        return Said { http, structured: None, words: None, code: Some(code) };
    }
    let mut structured = body;
    let words = match (first_block, structured.as_object_mut()) {
        (FirstBlock::Text, Some(members)) => members.remove("text").and_then(|text| text.as_str().map(str::to_owned)),
        _ => None,
    };
    Said { http, structured: Some(structured), words, code: None }
}

fn of_mcp(answer: ToolAnswer, first_block: FirstBlock) -> Said {
    let ToolAnswer { http, message } = answer;
    let text = message.pointer("/result/content/0/text").and_then(Value::as_str).unwrap_or_default().to_owned();
    let (structured, words, code) = if let Some(code) = message.get("code").and_then(Value::as_str) {
        (None, None, Some(code.to_owned()))
    } else if let Some(error) = message.get("error") {
        (None, None, Some(format!("rpc {}", error["code"])))
    } else if message.pointer("/result/isError") == Some(&json!(false)) {
        let words = (first_block == FirstBlock::Text).then_some(text);
        (Some(message["result"]["structuredContent"].clone()), words, None)
    } else {
        (None, None, Some(text.split(':').next().unwrap_or_default().to_owned()))
    };
    Said { http, structured, words, code }
}

/// The tools that an endpoint lists.
pub async fn listed_tools(client: &Client, endpoint: &str) -> Vec<Value> {
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}});
    let answer = client.message(endpoint, &list).await;
    let tools = answer.message.pointer("/result/tools").and_then(Value::as_array);
    tools.unwrap_or_else(|| panic!("no tools: {} {}", answer.http.status, answer.http.text)).clone()
}
