//! A grant on a scope node as clients see it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::clock::rfc3339;
use crate::ids::{ScopeGrantId, UserId};
use crate::store::scope_grants::GrantRow;

/// A grant on a scope node.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GrantView {
    /// Its id.
    pub grant_id: String,
    /// The scope node.
    pub scope_id: String,
    /// The node's path.
    pub path: String,
    /// The person it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<String>,
    /// The team it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// read or write.
    pub access: String,
    /// Whether it opens everything below the node too.
    pub below: bool,
    /// When it was made, in UTC.
    pub created_at: String,
}

impl GrantView {
    /// As it is stored.
    pub fn of(row: GrantRow) -> Self {
        Self {
            grant_id: ScopeGrantId::from(row.id).to_string(),
            scope_id: row.scope_id,
            path: row.path,
            user_id: row.user_id.map(|id| UserId::from(id).to_string()),
            team: row.team,
            access: row.access,
            below: row.below,
            created_at: rfc3339(row.created_at),
        }
    }
}
