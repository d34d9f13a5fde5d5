//! Schemas that no host rejects (mcp.md 3.4): everything inline, no `null`, no Rust formats, string enums, and fields left
//! out where a surface or profile does not have them.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use crate::auth::{Caller, ClientSurface, Profile};
use crate::op::{Hidden, Spec};

/// Who looks at an operation: fields differ by surface and profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// The surface.
    surface: ClientSurface,
    /// The profiles of the token and of the endpoint: both restrict (ruling 8). They count on MCP alone.
    profiles: [Profile; 2],
}

impl View {
    /// REST, which has every field.
    pub const REST: Self = Self { surface: ClientSurface::Rest, profiles: [Profile::Generic; 2] };

    /// MCP as a caller sees it at the endpoint of a profile.
    #[must_use]
    pub fn at(caller: &Caller, endpoint: Profile) -> Self {
        Self { surface: ClientSurface::Mcp, profiles: [caller.profile(), endpoint] }
    }

    /// MCP under one profile.
    #[must_use]
    pub const fn mcp(profile: Profile) -> Self {
        Self { surface: ClientSurface::Mcp, profiles: [profile; 2] }
    }

    /// Whether MCP lists an operation for this view.
    #[must_use]
    pub fn lists(self, spec: &Spec) -> bool {
        self.profiles.iter().all(|profile| spec.is_listed(*profile))
    }

    /// Whether a field is not there for this view.
    #[must_use]
    pub fn hides(self, spec: &Spec, field: &str) -> bool {
        let is_hidden = |hidden: &Hidden| {
            hidden.field == field && self.profiles.iter().any(|profile| hidden.profiles.contains(profile))
        };
        self.surface == ClientSurface::Mcp && spec.hidden.iter().any(is_hidden)
    }
}

/// The schema of what is taken: portable, and an object at its root.
#[must_use]
pub fn of_input<T: JsonSchema>() -> Map<String, Value> {
    portable::<T>(SchemaSettings::draft2020_12().for_deserialize())
}

/// The schema of what is answered: a field that may be left out is not required.
#[must_use]
pub fn of_output<T: JsonSchema>() -> Map<String, Value> {
    portable::<T>(SchemaSettings::draft2020_12().for_serialize())
}

fn portable<T: JsonSchema>(mut settings: SchemaSettings) -> Map<String, Value> {
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    simplify(&mut schema);
    let Value::Object(mut root) = schema else { return Map::new() };
    root.remove("title");
    root.remove("description");
    root.insert("type".into(), "object".into());
    root.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    root
}

/// Rewrites what hosts do not take.
fn simplify(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(simplify),
        Value::Object(members) => {
            collapse_choice(members);
            if let Some(Value::Array(types)) = members.get("type") {
                let plain: Vec<&Value> = types.iter().filter(|name| *name != "null").collect();
                if let [only] = plain.as_slice() {
                    let only = (*only).clone();
                    members.insert("type".into(), only);
                }
            }
            if let Some(Value::Array(values)) = members.get_mut("enum") {
                values.retain(|value| !value.is_null());
            }
            for dropped in ["format", "$schema", "title"] {
                // A property may be named so: only a keyword is dropped.
                if !members.get(dropped).is_some_and(Value::is_object) {
                    members.remove(dropped);
                }
            }
            // Documentation is wrapped in the source; in a schema it is one line.
            if let Some(Value::String(text)) = members.get_mut("description") {
                *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            }
            if members.get("default").is_some_and(Value::is_null) {
                members.remove("default");
            }
            members.values_mut().for_each(simplify);
        }
        _ => {}
    }
}

/// `anyOf [x, null]` becomes x; documented variants of an enum become a string enum.
fn collapse_choice(members: &mut Map<String, Value>) {
    for keyword in ["anyOf", "oneOf"] {
        let Some(Value::Array(choices)) = members.get(keyword) else { continue };
        let plain: Vec<Value> =
            choices.iter().filter(|choice| choice.get("type").is_none_or(|name| name != "null")).cloned().collect();
        let constants: Vec<Value> = plain
            .iter()
            .flat_map(|choice| match (choice.get("const"), choice.get("enum")) {
                (Some(constant), _) => vec![constant.clone()],
                (None, Some(Value::Array(values))) => values.clone(),
                _ => Vec::new(),
            })
            .collect();
        let covered = plain.iter().all(|choice| choice.get("const").is_some() || choice.get("enum").is_some());
        if covered && !constants.is_empty() {
            members.remove(keyword);
            members.insert("type".into(), "string".into());
            members.insert("enum".into(), Value::Array(constants));
        } else if let [Value::Object(only)] = plain.as_slice() {
            let only = only.clone();
            members.remove(keyword);
            for (name, value) in only {
                members.entry(name).or_insert(value);
            }
        }
    }
}
