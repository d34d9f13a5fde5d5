//! The catalogue as MCP tools.

use std::sync::Arc;

use rmcp::model::{MetaObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

use crate::auth::{Caller, ClientSurface, Permission, Profile};
use crate::op::{Entry, Spec, View};
use crate::ops::CATALOG;

/// The tools of a profile that a caller may call, in the order of their names.
pub fn listed(caller: &Caller, granted: &[Permission], endpoint: Profile) -> Vec<Tool> {
    let view = View::at(caller, endpoint);
    let mut entries: Vec<&'static Entry> =
        CATALOG.iter().filter(|entry| view.lists(entry.spec()) && is_granted(entry.spec(), granted)).collect();
    entries.sort_by_key(|entry| entry.spec().name);
    entries.into_iter().map(|entry| tool(entry, view)).collect()
}

/// The operation of a tool's name, where both the endpoint and the token list it (ruling 8).
pub fn find(caller: &Caller, endpoint: Profile, name: &str) -> Option<&'static Entry> {
    let view = View::at(caller, endpoint);
    CATALOG.iter().find(|entry| entry.spec().name == name && view.lists(entry.spec()))
}

/// One tool as a view shows it.
pub fn tool(entry: &Entry, view: View) -> Tool {
    let spec = entry.spec();
    let annotations = ToolAnnotations::with_title(spec.title)
        .read_only(!spec.effect.writes())
        .destructive(spec.effect.is_destructive())
        .idempotent(spec.effect.is_idempotent())
        .open_world(false);
    let scopes: Vec<&str> = spec.need().on(ClientSurface::Mcp).map(Permission::name).collect();
    let Value::Object(meta) = json!({"securitySchemes": [{"type": "oauth2", "scopes": scopes}]}) else {
        return Tool::default();
    };
    Tool::new(spec.name, spec.help, Arc::new(entry.input_schema(view)))
        .with_title(spec.title)
        .with_raw_output_schema(Arc::new(entry.output_schema().clone()))
        .with_annotations(annotations)
        .with_meta(MetaObject(meta))
}

fn is_granted(spec: &Spec, granted: &[Permission]) -> bool {
    spec.need().on(ClientSurface::Mcp).all(|needed| granted.iter().any(|held| held.implies(needed)))
}
