//! Clients over real HTTP.

use annals::op::{Entry, Method};
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap};
use reqwest::{RequestBuilder, StatusCode};
use serde_json::{Map, Value, json};

/// A client with a token.
#[derive(Clone)]
pub struct Client {
    /// The service's origin.
    pub origin: String,
    /// The token; empty for none.
    pub token: String,
    http: reqwest::Client,
}

/// An answer over REST.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body as text.
    pub text: String,
}

impl Answer {
    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("{} is no JSON: {}", self.status, self.text))
    }

    /// The body as JSON, where the status is this.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self.json()
    }

    /// The code of a refusal with this status.
    #[track_caller]
    pub fn refused(&self, status: u16) -> String {
        let body = self.expect(status);
        assert_eq!(self.headers[CONTENT_TYPE], "application/problem+json");
        body["code"].as_str().unwrap_or_else(|| panic!("no code: {body}")).to_owned()
    }
}

/// The result of a tool call.
#[derive(Debug)]
pub struct ToolAnswer {
    /// The HTTP answer.
    pub http: Answer,
    /// The JSON-RPC message.
    pub message: Value,
}

impl ToolAnswer {
    /// The structured content of a call that worked.
    #[track_caller]
    pub fn structured(&self) -> Value {
        assert_eq!(self.message.pointer("/result/isError"), Some(&json!(false)), "{}", self.message);
        self.message["result"]["structuredContent"].clone()
    }

    /// The first block of text.
    #[track_caller]
    pub fn text(&self) -> String {
        let text = self.message.pointer("/result/content/0/text").and_then(Value::as_str);
        text.unwrap_or_else(|| panic!("no text: {}", self.message)).to_owned()
    }

    /// The text of a call that failed: it begins with the code.
    #[track_caller]
    pub fn failure(&self) -> String {
        assert_eq!(self.message.pointer("/result/isError"), Some(&json!(true)), "{}", self.message);
        assert!(self.message.pointer("/result/structuredContent").is_none(), "{}", self.message);
        self.text()
    }
}

impl Client {
    /// A client of a service.
    pub fn new(origin: &str, token: &str) -> Self {
        Self { origin: origin.to_owned(), token: token.to_owned(), http: reqwest::Client::new() }
    }

    /// The same client at another replica.
    #[must_use]
    pub fn at(&self, origin: &str) -> Self {
        Self { origin: origin.to_owned(), ..self.clone() }
    }

    /// A request with the token.
    pub fn request(&self, method: &str, path: &str) -> RequestBuilder {
        let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
        let request = self.http.request(method, format!("{}{path}", self.origin));
        if self.token.is_empty() { request } else { request.bearer_auth(&self.token) }
    }

    /// Sends a request.
    pub async fn send(&self, request: RequestBuilder) -> Answer {
        let response = request.send().await.expect("the service answers");
        let (status, headers) = (response.status(), response.headers().clone());
        Answer { status, headers, text: response.text().await.unwrap() }
    }

    /// A GET.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request("GET", path)).await
    }

    /// A POST of JSON.
    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(self.request("POST", path).json(&body)).await
    }

    /// An operation over REST: its flat arguments go where its route takes them.
    pub async fn operation(&self, entry: &Entry, arguments: &Value) -> Answer {
        self.send(self.operation_request(entry, arguments)).await
    }

    /// The request of an operation over REST, not yet sent.
    pub fn operation_request(&self, entry: &Entry, arguments: &Value) -> RequestBuilder {
        let mut rest: Map<String, Value> = arguments.as_object().cloned().unwrap();
        let route = entry.spec().route;
        let mut path = route.path.to_owned();
        for (name, value) in arguments.as_object().unwrap() {
            let place = format!("{{{name}}}");
            if path.contains(&place) {
                path = path.replace(&place, &encoded(value.as_str().unwrap_or_default()));
                rest.remove(name);
            }
        }
        match route.method {
            Method::Get => {
                let query: Vec<(String, String)> = rest
                    .into_iter()
                    .map(|(name, value)| (name, value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
                    .collect();
                let query: Vec<String> =
                    query.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
                self.request(route.method.name(), &format!("{path}?{}", query.join("&")))
            }
            Method::Post | Method::Put | Method::Patch | Method::Delete => {
                self.request(route.method.name(), &path).json(&Value::Object(rest))
            }
        }
    }

    /// A POST of JSON with a key for retries.
    pub async fn post_with_key(&self, path: &str, key: &str, body: &Value) -> Answer {
        self.send(self.request("POST", path).header("Idempotency-Key", key).json(body)).await
    }

    /// A JSON-RPC message at an endpoint such as `/mcp`, in the legacy era.
    pub async fn message(&self, endpoint: &str, message: &Value) -> ToolAnswer {
        let request =
            self.request("POST", endpoint).header(ACCEPT, "application/json, text/event-stream").json(message);
        let http = self.send(request).await;
        let message = serde_json::from_str(&http.text).unwrap_or(Value::Null);
        ToolAnswer { http, message }
    }

    /// A JSON-RPC request in the modern era, with its metadata and headers.
    pub async fn modern(&self, endpoint: &str, method: &str, mut params: Value) -> ToolAnswer {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "tester", "version": "1"},
        });
        let mut request = self
            .request("POST", endpoint)
            .header(ACCEPT, "application/json, text/event-stream")
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", method);
        if let Some(name) = params.get("name").and_then(Value::as_str) {
            request = request.header("Mcp-Name", name);
        }
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let http = self.send(request.json(&message)).await;
        let message = serde_json::from_str(&http.text).unwrap_or(Value::Null);
        ToolAnswer { http, message }
    }

    /// A tool call at `/mcp`.
    pub async fn call(&self, tool: &str, arguments: Value) -> ToolAnswer {
        self.call_at("/mcp", tool, arguments).await
    }

    /// A tool call at an endpoint.
    pub async fn call_at(&self, endpoint: &str, tool: &str, arguments: Value) -> ToolAnswer {
        let params = json!({"name": tool, "arguments": arguments});
        self.message(endpoint, &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})).await
    }

    /// Stores a text over REST and gives its id.
    #[track_caller]
    pub fn remember(&self, content: &str, path: &str) -> impl Future<Output = String> {
        let body = json!({"content": content, "path": path, "create_project": true});
        let answer = self.request("POST", "/v1/memories").json(&body);
        let client = self.clone();
        async move { client.send(answer).await.expect(200)["id"].as_str().unwrap().to_owned() }
    }
}

fn encoded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}
