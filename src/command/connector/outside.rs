//! The way to the deployment, from outside, and how its answers are read.

use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderName, USER_AGENT};
use http::{HeaderMap, HeaderValue, Method};
use serde_json::{Value, json};
use url::Url;

use crate::command::connector::report::{Fault, failed};
use crate::error::AppError;
use crate::outbound::visit::{Answer, Visit, Visitor};

/// The revision of the hosts that begin with a handshake.
pub const LEGACY: &str = "2025-11-25";
/// The revision of those that do not.
pub const MODERN: &str = "2026-07-28";

/// The deployment: its endpoint, and somebody who can go there.
pub struct Outside {
    visitor: Visitor,
    /// The endpoint as a person would paste it.
    pub endpoint: String,
    /// Its origin.
    pub origin: String,
    /// Its path.
    pub path: String,
}

impl Outside {
    /// The deployment at a URL.
    pub fn new(url: &str) -> Result<Self, AppError> {
        let wrong = |detail: &str| AppError::invalid("--connector", detail);
        let parsed =
            Url::parse(url.trim()).map_err(|_| wrong("must be a URL, such as https://annals.example.com/mcp"))?;
        if !matches!(parsed.scheme(), "http" | "https") || parsed.host_str().is_none() {
            return Err(wrong("must be an https URL"));
        }
        if parsed.path().trim_matches('/').is_empty() {
            return Err(wrong("must have the path of the MCP endpoint, such as /mcp"));
        }
        let path = parsed.path().trim_end_matches('/').to_owned();
        let origin = parsed.origin().ascii_serialization();
        Ok(Self { visitor: Visitor::new()?, endpoint: format!("{origin}{path}"), origin, path })
    }

    /// Asks; headers that are no headers are left out.
    pub async fn ask(
        &self,
        method: Method,
        url: &str,
        headers: &[(&'static str, &str)],
        body: Option<String>,
    ) -> Result<Answer, Fault> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            if let Ok(value) = HeaderValue::from_str(value) {
                map.insert(HeaderName::from_static(name), value);
            }
        }
        match self.visitor.ask(Visit { method, url, headers: map, body }).await {
            Ok(answer) => Ok(answer),
            Err(reason) => failed(
                reason,
                "See that the address is reached from the internet, over IPv4, with a valid certificate.",
            ),
        }
    }

    /// Gets a document.
    pub async fn get(&self, url: &str, agent: &str) -> Result<Answer, Fault> {
        self.ask(Method::GET, url, &[(USER_AGENT.as_str(), agent), (ACCEPT.as_str(), "application/json")], None).await
    }

    /// Posts a form.
    pub async fn post_form(&self, url: &str, agent: &str, fields: &[(&str, &str)]) -> Result<Answer, Fault> {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let headers = [
            (USER_AGENT.as_str(), agent),
            (ACCEPT.as_str(), "application/json"),
            (CONTENT_TYPE.as_str(), "application/x-www-form-urlencoded"),
        ];
        self.ask(Method::POST, url, &headers, Some(body)).await
    }

    /// Posts JSON.
    pub async fn post_json(&self, url: &str, agent: &str, body: &Value) -> Result<Answer, Fault> {
        let headers = [
            (USER_AGENT.as_str(), agent),
            (ACCEPT.as_str(), "application/json"),
            (CONTENT_TYPE.as_str(), "application/json"),
        ];
        self.ask(Method::POST, url, &headers, Some(body.to_string())).await
    }

    /// Sends a message to an MCP endpoint, as one revision does or the other.
    pub async fn message(
        &self,
        url: &str,
        agent: &str,
        token: Option<&str>,
        is_modern: bool,
        (method, mut params): (&str, Value),
    ) -> Result<Answer, Fault> {
        let revision = if is_modern { MODERN } else { LEGACY };
        let bearer = token.map(|token| format!("Bearer {token}"));
        let name = params["name"].as_str().unwrap_or_default().to_owned();
        let mut headers = vec![
            (USER_AGENT.as_str(), agent),
            (ACCEPT.as_str(), "application/json, text/event-stream"),
            (CONTENT_TYPE.as_str(), "application/json"),
        ];
        if let Some(bearer) = &bearer {
            headers.push((AUTHORIZATION.as_str(), bearer));
        }
        if is_modern || method != "initialize" {
            headers.push(("mcp-protocol-version", revision));
        }
        if is_modern {
            headers.push(("mcp-method", method));
            if !name.is_empty() {
                headers.push(("mcp-name", &name));
            }
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": revision,
                "io.modelcontextprotocol/clientInfo": {"name": "annals-doctor", "version": env!("CARGO_PKG_VERSION")},
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        self.ask(Method::POST, url, &headers, Some(body.to_string())).await
    }
}

/// The first message of a host.
pub fn greeting(is_modern: bool) -> (&'static str, Value) {
    if is_modern {
        ("server/discover", json!({}))
    } else {
        let info = json!({"name": "annals-doctor", "version": env!("CARGO_PKG_VERSION")});
        ("initialize", json!({"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": info}))
    }
}

/// A header's value.
pub fn header<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// A JSON body; whatever else came is described.
pub fn document(answer: &Answer) -> Result<Value, Fault> {
    serde_json::from_str(&answer.body).or_else(|_| {
        let kind = header(answer, "content-type");
        let found = format!("status {} with a body that is no JSON ({kind})", answer.status);
        failed(found, "See that no login wall, bot challenge or error page of a proxy stands before this path.")
    })
}

/// A parameter of a `WWW-Authenticate: Bearer` challenge.
pub fn challenged(answer: &Answer, parameter: &str) -> Option<String> {
    let challenge = header(answer, "www-authenticate");
    let rest = challenge.strip_prefix("Bearer ").or_else(|| challenge.strip_prefix("bearer "))?;
    let start = format!("{parameter}=\"");
    rest.split(',').map(str::trim).find_map(|part| part.strip_prefix(&start)?.split('"').next().map(str::to_owned))
}
