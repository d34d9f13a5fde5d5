//! Memories by place and kind, for acts on many at once.

use crate::error::AppError;
use crate::ids::{MemoryId, ScopeId};
use crate::store::tx::{AccountTx, from_sqlx};

/// Locks every memory of these nodes that fits, hidden ones too, in the order of ids.
///
/// # Errors
/// Unavailable without a database.
pub async fn lock_matching(
    tx: &mut AccountTx,
    nodes: &[ScopeId],
    kind: Option<&str>,
    topic: Option<&str>,
) -> Result<Vec<(MemoryId, ScopeId)>, AppError> {
    let account = tx.account().uuid();
    let nodes: Vec<i32> = nodes.iter().map(|node| node.0).collect();
    let rows = sqlx::query!(
        "SELECT m.id, m.scope_id
         FROM memories AS m
         WHERE m.account_id = $1 AND m.scope_id = ANY ($2)
           AND ($3::text IS NULL OR m.kind = $3)
           AND ($4::text IS NULL OR EXISTS (
             SELECT FROM memory_topics AS t WHERE t.account_id = m.account_id AND t.memory_id = m.id AND t.topic = $4))
         ORDER BY m.id
         FOR UPDATE OF m",
        account,
        &nodes,
        kind,
        topic
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(rows.into_iter().map(|row| (row.id.into(), ScopeId(row.scope_id))).collect())
}
