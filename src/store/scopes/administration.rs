//! Scope nodes as members with the right to it list and change them.

use crate::error::AppError;
use crate::ids::ScopeId;
use crate::scope_path::NodeKind;
use crate::store::scopes::{Node, NodeRow};
use crate::store::tx::{AccountTx, from_sqlx};

/// Which nodes a list shows.
#[derive(Debug, Default)]
pub struct NodeFilter {
    /// A node's path: it and all below it.
    pub below: Option<String>,
    /// Nodes of this kind.
    pub kind: Option<NodeKind>,
    /// What stands in their name or path.
    pub wanted: Option<String>,
    /// The path after which the page begins.
    pub after: Option<String>,
}

/// A page of these nodes, in the order of their paths.
///
/// # Errors
/// Unavailable without a database.
pub async fn list_page(
    tx: &mut AccountTx,
    ids: &[ScopeId],
    filter: &NodeFilter,
    limit: usize,
) -> Result<Vec<Node>, AppError> {
    let account = tx.account().uuid();
    let ids: Vec<i32> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query_as!(
        NodeRow,
        r#"SELECT id, public_id, kind, path, name, restricted, team, user_id
           FROM scope_nodes
           WHERE account_id = $1 AND id = ANY ($2)
             AND ($3::text IS NULL OR path = $3 OR starts_with(path, $3 || '/'))
             AND ($4::text IS NULL OR kind = $4)
             AND ($5::text IS NULL OR position(lower($5) IN lower(name)) > 0 OR position(lower($5) IN lower(path)) > 0)
             AND ($6::text IS NULL OR path COLLATE "C" > $6)
           ORDER BY path COLLATE "C"
           LIMIT $7"#,
        account,
        &ids,
        filter.below.as_deref(),
        filter.kind.map(NodeKind::name),
        filter.wanted.as_deref(),
        filter.after.as_deref(),
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    rows.into_iter().map(NodeRow::into_node).collect()
}

/// Changes a node's name, and whether grants alone open it.
///
/// # Errors
/// Unavailable without a database.
pub async fn update(tx: &mut AccountTx, node: ScopeId, name: &str, restricted: bool) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "UPDATE scope_nodes SET name = $3, restricted = $4 WHERE account_id = $1 AND id = $2",
        account,
        node.0,
        name,
        restricted,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Keeps others from changing a node until the transaction ends.
///
/// # Errors
/// Unavailable without a database.
pub async fn lock(tx: &mut AccountTx, node: ScopeId) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query_scalar!("SELECT id FROM scope_nodes WHERE account_id = $1 AND id = $2 FOR UPDATE", account, node.0)
        .fetch_optional(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(())
}
