//! Memories as the workspaces family names them: by a small number inside a node, with who began them, in pages by the
//! position of the change that brought them.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::{MemoryId, ScopeId};
use crate::store::tx::{AccountTx, from_sqlx};

/// How a record stands, hidden or not.
#[derive(Debug, Clone)]
pub struct Numbered {
    /// The memory.
    pub id: MemoryId,
    /// Its small number.
    pub number: i64,
    /// active, superseded, resolved or forgotten.
    pub status: String,
    /// Which version.
    pub revision: i32,
}

/// The record of this number in a node, hidden or not.
///
/// # Errors
/// Unavailable without a database.
pub async fn find(tx: &mut AccountTx, scope: ScopeId, number: i64) -> Result<Option<Numbered>, AppError> {
    let account = tx.account().uuid();
    let row = sqlx::query!(
        "SELECT id, number, status, revision FROM memories WHERE account_id = $1 AND scope_id = $2 AND number = $3",
        account,
        scope.0,
        number
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(row.map(|row| Numbered { id: row.id.into(), number: row.number, status: row.status, revision: row.revision }))
}

/// [`find`], with the record locked until the transaction ends: of any number of calls that change it, one gets it first.
///
/// # Errors
/// Unavailable without a database.
pub async fn lock(tx: &mut AccountTx, scope: ScopeId, number: i64) -> Result<Option<Numbered>, AppError> {
    let account = tx.account().uuid();
    let row = sqlx::query!(
        "SELECT id, number, status, revision FROM memories
         WHERE account_id = $1 AND scope_id = $2 AND number = $3
         FOR UPDATE",
        account,
        scope.0,
        number
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(row.map(|row| Numbered { id: row.id.into(), number: row.number, status: row.status, revision: row.revision }))
}

/// How these memories stand, hidden or not, in no order. What the call may not read is left out.
///
/// # Errors
/// Unavailable without a database.
pub async fn standing(tx: &mut AccountTx, ids: &[MemoryId]) -> Result<Vec<Numbered>, AppError> {
    let account = tx.account().uuid();
    let ids: Vec<Uuid> = ids.iter().map(|id| id.uuid()).collect();
    let rows = sqlx::query!(
        "SELECT id, number, status, revision FROM memories WHERE account_id = $1 AND id = ANY ($2)",
        account,
        &ids
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(rows
        .into_iter()
        .map(|row| Numbered { id: row.id.into(), number: row.number, status: row.status, revision: row.revision })
        .collect())
}

/// Who began a lineage, and when.
#[derive(Debug, Clone)]
pub struct Beginning {
    /// The member's name in paths.
    pub author_slug: String,
    /// The member's name for people.
    pub author_name: String,
    /// The agent, of the grant.
    pub author_agent: String,
    /// When.
    pub recorded_at: DateTime<Utc>,
}

/// The first version of each of these lineages that is still there and may be read.
///
/// # Errors
/// Unavailable without a database.
pub async fn beginnings(tx: &mut AccountTx, lineages: &[Uuid]) -> Result<HashMap<Uuid, Beginning>, AppError> {
    let account = tx.account().uuid();
    let rows = sqlx::query!(
        "SELECT DISTINCT ON (m.lineage_id) m.lineage_id, m.author_agent, m.recorded_at, u.slug, u.display_name
         FROM memories AS m
         JOIN memberships AS u ON u.account_id = m.account_id AND u.user_id = m.author_user_id
         WHERE m.account_id = $1 AND m.lineage_id = ANY ($2)
         ORDER BY m.lineage_id, m.revision",
        account,
        lineages
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let beginning = Beginning {
                author_slug: row.slug,
                author_name: row.display_name,
                author_agent: row.author_agent,
                recorded_at: row.recorded_at,
            };
            (row.lineage_id, beginning)
        })
        .collect())
}

/// Records of a node that came after a position of the feed, in its order, with the position of each: what commits late has
/// a late position, so that no page passes it by (ruling 46). Hidden records are left out.
///
/// # Errors
/// Unavailable without a database.
pub async fn after_position(
    tx: &mut AccountTx,
    scope: ScopeId,
    after: i64,
    limit: usize,
) -> Result<Vec<(i64, MemoryId)>, AppError> {
    let account = tx.account().uuid();
    let rows = sqlx::query!(
        r#"SELECT max(c.position) AS "position!", m.id
           FROM changes AS c
           JOIN memories AS m ON m.account_id = c.account_id AND m.id = c.record_id
           WHERE c.account_id = $1 AND c.scope_id = $2 AND c.record_kind = 'memory' AND c.what IN ('created', 'restored')
             AND c.position > $3 AND m.status <> 'forgotten'
           GROUP BY m.id
           ORDER BY 1
           LIMIT $4"#,
        account,
        scope.0,
        after,
        i64::try_from(limit).unwrap_or(i64::MAX)
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(rows.into_iter().map(|row| (row.position, row.id.into())).collect())
}
