//! OpenAPI 3.1, the MCP tools and the permission table as pure functions of the catalogue. They are committed under
//! `openapi/`, and a test keeps them fresh.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::auth::{ClientSurface, Permission, Profile};
use crate::error::{ErrorCode, TABLE};
use crate::op::{Entry, FirstBlock, IF_MATCH, Method, Sample, View};
use crate::ops::CATALOG;
use crate::surface::mcp::tools;

/// The documents: file name and content.
#[must_use]
pub fn documents() -> Vec<(&'static str, String)> {
    vec![
        ("openapi.json", pretty(&openapi())),
        ("mcp-tools.json", pretty(&mcp_tools())),
        ("permissions.md", permissions()),
    ]
}

fn pretty(document: &Value) -> String {
    format!("{document:#}\n")
}

/// The REST API.
#[must_use]
pub fn openapi() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for entry in &CATALOG {
        let route = entry.spec().route;
        let item = paths.entry(route.path).or_insert_with(|| json!({}));
        item[route.method.name().to_lowercase()] = operation(entry);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Annals",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Durable, shared memory for AI assistants. The same operations are MCP tools at /mcp.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
            "schemas": {"Problem": problem_schema()},
        },
    })
}

fn operation(entry: &Entry) -> Value {
    let spec = entry.spec();
    let schema = entry.input_schema(View::REST);
    let fields = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    let required: Vec<String> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).map(str::to_owned).collect())
        .unwrap_or_default();
    let in_path = |name: &str| spec.route.path.contains(&format!("{{{name}}}"));
    let mut parameters = Vec::new();
    let mut body_fields = Map::new();
    for (name, field) in fields {
        if name == IF_MATCH {
            parameters.push(json!({
                "name": "If-Match", "in": "header", "required": true, "schema": field,
                "description": "The etag that was read, or * for whatever is there now.",
            }));
            continue;
        }
        let place = match (in_path(&name), spec.route.method) {
            (true, _) => "path",
            (false, Method::Get) => "query",
            (false, _) => {
                body_fields.insert(name, field);
                continue;
            }
        };
        let mut field = field;
        let description = field.as_object_mut().and_then(|members| members.remove("description"));
        let mut parameter = json!({"name": name, "in": place, "required": place == "path" || required.contains(&name), "schema": field});
        if let Some(description) = description {
            parameter["description"] = description;
        }
        parameters.push(parameter);
    }
    let permissions: Vec<&str> = spec.need().on(ClientSurface::Rest).map(Permission::name).collect();
    let mut operation = json!({
        "operationId": spec.name,
        "summary": spec.title,
        "description": spec.help,
        "tags": [spec.family.name()],
        "security": [{"bearer": []}],
        "x-permissions": permissions,
        "x-role": spec.role.name(),
        "responses": responses(entry),
    });
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    if spec.route.method != Method::Get && !body_fields.is_empty() {
        let required: Vec<&String> = required.iter().filter(|name| body_fields.contains_key(*name)).collect();
        let mut example = (spec.example)(&Sample::default());
        if let Some(members) = example.as_object_mut() {
            members.retain(|name, _| body_fields.contains_key(name));
        }
        let body =
            json!({"type": "object", "properties": body_fields, "required": required, "additionalProperties": false});
        let mut content = json!({"application/json": {"schema": body, "example": example}});
        if spec.route.lines_in.is_some() {
            content["application/x-ndjson"] = json!({"schema": {"type": "string"}});
        }
        operation["requestBody"] = json!({"required": !required.is_empty(), "content": content});
    }
    operation
}

fn responses(entry: &Entry) -> Value {
    let spec = entry.spec();
    let mut schema = Value::Object(entry.output_schema().clone());
    if spec.first_block == FirstBlock::Text {
        schema["properties"]["text"] =
            json!({"type": "string", "description": "The answer in words, as MCP gives it."});
    }
    let mut content = json!({"application/json": {"schema": schema}});
    if spec.route.lines_out.is_some() {
        content["application/x-ndjson"] = json!({"schema": {"type": "string"}});
    }
    let mut responses = json!({"200": {"description": "The answer.", "content": content}});
    let always = [
        ErrorCode::MalformedRequest,
        ErrorCode::Unauthenticated,
        ErrorCode::InsufficientScope,
        ErrorCode::Forbidden,
        ErrorCode::InvalidInput,
        ErrorCode::PayloadTooLarge,
        ErrorCode::UnsupportedMediaType,
        ErrorCode::NotAcceptable,
        ErrorCode::Internal,
        ErrorCode::Unavailable,
    ];
    let absent = spec.errors.contains(&ErrorCode::NotFound) || spec.name == "memory_version";
    let codes: Vec<ErrorCode> =
        always.into_iter().chain(spec.errors.iter().copied()).chain(absent.then_some(ErrorCode::NotFound)).collect();
    for row in TABLE.iter().filter(|row| codes.contains(&row.code)) {
        let status = row.status.to_string();
        let names: Vec<&str> = TABLE
            .iter()
            .filter(|other| other.status == row.status && codes.contains(&other.code))
            .map(|other| other.name)
            .collect();
        responses[status] = json!({
            "description": names.join(", "),
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        });
    }
    responses
}

fn problem_schema() -> Value {
    json!({
        "type": "object",
        "description": "A refusal (RFC 9457).",
        "required": ["type", "title", "status", "code", "detail", "request_id"],
        "properties": {
            "type": {"type": "string"},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "code": {"type": "string", "enum": TABLE.iter().map(|row| row.name).collect::<Vec<_>>()},
            "detail": {"type": "string", "description": "What was wrong and what is accepted."},
            "advice": {"type": "string"},
            "field": {"type": "string", "description": "The argument that was wrong."},
            "request_id": {"type": "string"},
        },
    })
}

/// The MCP tools of every profile.
#[must_use]
pub fn mcp_tools() -> Value {
    let mut profiles = Map::new();
    for profile in Profile::ALL {
        let mut entries: Vec<&Entry> = CATALOG.iter().filter(|entry| entry.spec().is_listed(profile)).collect();
        entries.sort_by_key(|entry| entry.spec().name);
        let listed: Vec<Value> = entries
            .into_iter()
            .map(|entry| serde_json::to_value(tools::tool(entry, View::mcp(profile))).unwrap_or_default())
            .collect();
        profiles.insert(profile.name().to_owned(), Value::Array(listed));
    }
    Value::Object(profiles)
}

/// Which permission and role each operation asks for.
#[must_use]
pub fn permissions() -> String {
    let mut text = String::from(
        "# Permissions\n\nGenerated from the catalogue by `annals openapi`. `x:write` implies `x:read`.\n\n\
         | operation | REST | MCP tool | permissions | least role |\n| --- | --- | --- | --- | --- |\n",
    );
    for entry in &CATALOG {
        let spec = entry.spec();
        let names: Vec<&str> = spec.need().on(ClientSurface::Rest).map(Permission::name).collect();
        let on_mcp: Vec<&str> = spec.mcp_permissions.iter().map(|permission| permission.name()).collect();
        let also = if on_mcp.is_empty() { String::new() } else { format!(" (MCP also {})", on_mcp.join(", ")) };
        let tool = if spec.is_listed(Profile::Generic) { "yes" } else { "–" };
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "| `{}` | `{} {}` | {tool} | {}{also} | {} |",
            spec.name,
            spec.route.method.name(),
            spec.route.path,
            names.join(", "),
            spec.role.name(),
        );
    }
    text
}
