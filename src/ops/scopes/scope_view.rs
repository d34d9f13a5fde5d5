//! A scope node as clients see it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::AppError;
use crate::ids::read_public_scope_id;
use crate::op::Cx;
use crate::store::scopes::{self, Node};

/// A scope node.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ScopeView {
    /// Its id: lab_ and a ULID for a space, scp_ and hexadecimal digits for the rest.
    pub scope_id: String,
    /// Its path; empty for the account's root.
    pub path: String,
    /// account, team, project, space or personal.
    pub kind: String,
    /// Its name for people.
    pub name: String,
    /// Whether grants alone open it, to whoever is no admin.
    pub restricted: bool,
    /// Whether this call may write there.
    pub writable: bool,
}

impl ScopeView {
    /// As it is stored.
    pub fn of(cx: &Cx<'_>, node: Node) -> Self {
        Self {
            writable: cx.access.writes(node.id),
            scope_id: node.public_id,
            path: node.path,
            kind: node.kind.name().to_owned(),
            name: node.name,
            restricted: node.restricted,
        }
    }

    /// What a change of it is held to.
    pub fn edited(&self) -> (&str, &str, bool) {
        (&self.scope_id, &self.name, self.restricted)
    }
}

/// The node of an id.
///
/// # Errors
/// Not found for what is malformed, made up, a stranger's or not the caller's to read: the same words for all.
pub async fn readable_node(cx: &mut Cx<'_>, scope_id: &str) -> Result<Node, AppError> {
    // What is malformed is looked up too, so that it answers as late as what is not there.
    let id = read_public_scope_id(scope_id).unwrap_or_default();
    let found = scopes::find_by_public_id(cx.tx, id).await?;
    let readable = found.filter(|node| node.public_id == scope_id && cx.access.reads(node.id));
    readable.ok_or_else(|| AppError::not_found("scope"))
}
