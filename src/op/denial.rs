//! What a call named that it was denied: ids and paths, for the audit log (ruling 35).

use serde_json::Value;
use uuid::Uuid;

use crate::auth::{Caller, authorize};
use crate::error::ErrorCode;
use crate::ids::{DocumentId, MemoryId, read_public_scope_id};
use crate::op::invoke::{nothing_but_presence, surface_name};
use crate::op::{Arguments, Entry, Environment};
use crate::scope_path::{ScopePath, child};
use crate::store::audit::{self, Act};

/// What a call names: ids and paths, for the record of a denial.
pub(in crate::op) struct Named {
    targets: Vec<String>,
    ids: Vec<Uuid>,
    paths: Vec<String>,
}

/// More than this a denial does not name.
const MOST_TARGETS: usize = 100;

impl Named {
    /// What the arguments of a call name.
    pub(in crate::op) fn of(entry: &Entry, arguments: &Arguments) -> Self {
        let mut named = Self { targets: Vec::new(), ids: Vec::new(), paths: Vec::new() };
        named.targets.extend(Some(entry.key_scope(arguments)).filter(|scope| !scope.is_empty()));
        for (name, value) in arguments {
            named.take(name, value);
        }
        named
    }

    /// Takes what a field names, also inside of lists and objects, such as what an item replaces.
    fn take(&mut self, name: &str, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.take(name, item)),
            Value::Object(members) => members.iter().for_each(|(name, value)| self.take(name, value)),
            Value::String(text) if text.len() <= 512 && self.targets.len() < MOST_TARGETS => self.take_text(name, text),
            _ => {}
        }
    }

    fn take_text(&mut self, name: &str, text: &str) {
        if let Ok(id) = text.parse::<MemoryId>() {
            self.ids.push(id.uuid());
            self.targets.push(text.to_owned());
        } else if let Some(id) = read_public_scope_id(text).or_else(|| text.parse().ok().map(DocumentId::uuid)) {
            self.ids.push(id);
            self.targets.push(text.to_owned());
        } else if matches!(name, "path" | "scope" | "scopePath" | "space_id" | "path_filter") {
            self.paths.extend(nodes_on(text.trim_end_matches("/%")));
            self.targets.push(text.to_owned());
        }
    }
}

/// The nodes on the way of a path: the record's own path below them is left out.
fn nodes_on(path: &str) -> Vec<String> {
    let Ok(path) = ScopePath::parse(path) else { return Vec::new() };
    let mut nodes: Vec<String> = Vec::new();
    for (kind, slug) in path.pairs().0 {
        let parent = nodes.last().cloned().unwrap_or_default();
        nodes.push(child(&parent, kind, slug));
    }
    nodes
}

/// A denial is written in a transaction of its own. Where that fails, the refusal still stands; the log says so.
pub(in crate::op) async fn record_denial(
    env: &Environment,
    caller: &Caller,
    operation: &'static str,
    code: ErrorCode,
    named: &Named,
    request_id: &str,
) {
    let written = async {
        let proof = authorize(caller, &nothing_but_presence(true))?;
        let (mut tx, access) = env.store.account(&proof).await?;
        let act = Act {
            user: caller.user(),
            grant: caller.token(),
            agent: &access.agent,
            client: caller.client(),
            surface: surface_name(caller.surface()),
            operation,
            targets: &named.targets,
            request_id,
            before_hash: None,
            after_hash: None,
        };
        audit::record_denial(&mut tx, &access, &act, code.name(), &named.ids, &named.paths).await?;
        tx.commit().await
    };
    if let Err(error) = written.await {
        tracing::warn!(code = error.code.name(), cause = error.causes(), "a denial could not be recorded");
    }
}
