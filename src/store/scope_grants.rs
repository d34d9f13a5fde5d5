//! The table `scope_grants`: scope nodes that are opened to a person or a team.

use chrono::{DateTime, Utc};

use crate::error::AppError;
use crate::ids::{ScopeGrantId, ScopeId, UserId, public_scope_id};
use crate::store::tx::{AccountTx, from_sqlx};

/// A grant.
#[derive(Debug)]
pub struct GrantRow {
    /// Its id.
    pub id: uuid::Uuid,
    /// The node's id as clients name it.
    pub scope_id: String,
    /// The node's path.
    pub path: String,
    /// The person.
    pub user_id: Option<uuid::Uuid>,
    /// The team.
    pub team: Option<String>,
    /// read or write.
    pub access: String,
    /// Whether it opens everything below the node too.
    pub below: bool,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// Which grants a list shows.
#[derive(Debug, Default)]
pub struct GrantFilter {
    /// This one alone.
    pub id: Option<ScopeGrantId>,
    /// Those on this node.
    pub node: Option<ScopeId>,
    /// Those for this person.
    pub user: Option<UserId>,
    /// Those for this team.
    pub team: Option<String>,
    /// The id after which the page begins.
    pub after: Option<uuid::Uuid>,
}

/// A page of the grants on these nodes, oldest first.
///
/// # Errors
/// Unavailable without a database.
pub async fn list(
    tx: &mut AccountTx,
    nodes: &[ScopeId],
    filter: &GrantFilter,
    limit: usize,
) -> Result<Vec<GrantRow>, AppError> {
    let account = tx.account().uuid();
    let nodes: Vec<i32> = nodes.iter().map(|node| node.0).collect();
    let rows = sqlx::query!(
        "SELECT g.id, n.kind, n.public_id, n.path, g.user_id, g.team, g.access, g.below, g.created_at
         FROM scope_grants AS g
         JOIN scope_nodes AS n ON n.account_id = g.account_id AND n.id = g.node_id
         WHERE g.account_id = $1 AND g.node_id = ANY ($2)
           AND ($3::uuid IS NULL OR g.id = $3)
           AND ($4::int IS NULL OR g.node_id = $4)
           AND ($5::uuid IS NULL OR g.user_id = $5)
           AND ($6::text IS NULL OR g.team = $6)
           AND ($7::uuid IS NULL OR g.id > $7)
         ORDER BY g.id
         LIMIT $8",
        account,
        &nodes,
        filter.id.map(ScopeGrantId::uuid),
        filter.node.map(|node| node.0),
        filter.user.map(UserId::uuid),
        filter.team.as_deref(),
        filter.after,
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    let grant = rows.into_iter().map(|row| GrantRow {
        id: row.id,
        scope_id: public_scope_id(&row.kind, row.public_id),
        path: row.path,
        user_id: row.user_id,
        team: row.team,
        access: row.access,
        below: row.below,
        created_at: row.created_at,
    });
    Ok(grant.collect())
}

/// A grant to be made: for a person or for a team.
#[derive(Debug)]
pub struct NewGrant<'a> {
    /// Its id.
    pub id: ScopeGrantId,
    /// The node.
    pub node: ScopeId,
    /// The person.
    pub user: Option<UserId>,
    /// The team.
    pub team: Option<&'a str>,
    /// read or write.
    pub access: &'static str,
    /// Whether it opens everything below the node too.
    pub below: bool,
}

/// Makes a grant in the place of what the same person or team had on the node.
///
/// # Errors
/// Unavailable without a database.
pub async fn put(tx: &mut AccountTx, new: &NewGrant<'_>) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "DELETE FROM scope_grants
         WHERE account_id = $1 AND node_id = $2 AND user_id IS NOT DISTINCT FROM $3 AND team IS NOT DISTINCT FROM $4",
        account,
        new.node.0,
        new.user.map(UserId::uuid),
        new.team,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    sqlx::query!(
        "INSERT INTO scope_grants (account_id, id, node_id, user_id, team, access, below)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        account,
        new.id.uuid(),
        new.node.0,
        new.user.map(UserId::uuid),
        new.team,
        new.access,
        new.below,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Takes a grant away.
///
/// # Errors
/// Unavailable without a database.
pub async fn delete(tx: &mut AccountTx, id: ScopeGrantId) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!("DELETE FROM scope_grants WHERE account_id = $1 AND id = $2", account, id.uuid())
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(())
}
