//! JSON-RPC frames: what the gate needs to know of one, and the answers that it gives itself.

use axum::body::Body;
use axum::response::Response;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, StatusCode};
use serde_json::{Value, json};

/// What a frame is.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame {
    /// The handshake of the legacy era.
    Initialize,
    /// A call of this tool.
    ToolCall(String),
    /// Any other request or notification.
    Other,
}

/// Why a body is no frame.
#[derive(Debug, PartialEq, Eq)]
pub struct NoFrame(pub &'static str);

/// JSON-RPC's own codes.
pub const PARSE_ERROR: i64 = -32_700;
/// See [`PARSE_ERROR`].
pub const INVALID_REQUEST: i64 = -32_600;

/// Looks at a body: one request or notification; no batch, no response (mcp.md 1.2; ruling 7).
pub fn look(body: &Value) -> Result<Frame, NoFrame> {
    let Some(members) = body.as_object() else {
        return Err(NoFrame(if body.is_array() {
            "Batches are not taken: send one message."
        } else {
            "A message is a JSON object."
        }));
    };
    if members.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(NoFrame("A message has “jsonrpc”: “2.0”."));
    }
    let Some(method) = members.get("method") else {
        return Err(NoFrame("A message has a method; responses are not taken."));
    };
    let Some(method) = method.as_str() else { return Err(NoFrame("A method is a string.")) };
    if let Some(id) = members.get("id")
        && !(id.is_string() || id.is_i64() || id.is_u64())
    {
        return Err(NoFrame("An id is a string or a whole number."));
    }
    if members.get("params").is_some_and(|params| !params.is_object()) {
        return Err(NoFrame("Params are an object."));
    }
    match method {
        "initialize" => Ok(Frame::Initialize),
        "tools/call" => {
            let name = body.pointer("/params/name").and_then(Value::as_str).unwrap_or_default();
            Ok(Frame::ToolCall(name.to_owned()))
        }
        _ => Ok(Frame::Other),
    }
}

/// An error frame.
pub fn error(status: StatusCode, id: &Value, code: i64, message: &str) -> Response {
    let body = json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}});
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_message_is_a_frame() {
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "recall"}});
        assert_eq!(look(&call), Ok(Frame::ToolCall("recall".to_owned())));
        assert_eq!(
            look(&json!({"jsonrpc": "2.0", "id": "a", "method": "initialize", "params": {}})),
            Ok(Frame::Initialize)
        );
        assert_eq!(look(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})), Ok(Frame::Other));
    }

    #[test]
    fn batches_responses_and_malformed_messages_are_none() {
        for body in [
            json!([]),
            json!([{"jsonrpc": "2.0", "id": 1, "method": "ping"}]),
            json!("ping"),
            json!({"jsonrpc": "2.0", "id": 1, "result": {}}),
            json!({"jsonrpc": "1.0", "id": 1, "method": "ping"}),
            json!({"jsonrpc": "2.0", "id": 1, "method": 7}),
            json!({"jsonrpc": "2.0", "id": 1.5, "method": "ping"}),
            json!({"jsonrpc": "2.0", "id": null, "method": "ping"}),
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": [1]}),
        ] {
            assert!(look(&body).is_err(), "{body}");
        }
    }
}
