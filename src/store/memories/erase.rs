//! Forgetting: hiding, erasing, redacting (ruling 37).

use crate::error::AppError;
use crate::ids::{MemoryId, ScopeId, UserId};
use crate::store::frequencies;
use crate::store::idempotency;
use crate::store::tx::{AccountTx, from_sqlx};
use crate::store::{chunks, embeddings};

/// What became of a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forgotten {
    /// It is hidden and can be restored for a while.
    Hidden,
    /// Nothing of its text is left; a tombstone says that it was there.
    Erased,
    /// Its text was replaced, the record stays.
    Redacted,
}

/// Hides a memory: no search, list or read shows it; its text stays until retention erases it.
///
/// # Errors
/// Unavailable without a database.
pub async fn hide(tx: &mut AccountTx, id: MemoryId, reason: Option<&str>) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "UPDATE memories
         SET status = 'forgotten', status_before = status, forgotten_at = app.now(), forgotten_reason = $3,
             updated_at = app.now()
         WHERE account_id = $1 AND id = $2 AND status <> 'forgotten'",
        account,
        id.uuid(),
        reason
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    embeddings::retire(tx, &[id]).await?;
    let lost = chunks::retire(tx, &[id]).await?;
    frequencies::apply(tx, &lost).await
}

/// Erases a memory at once: text, vectors, terms, topics, links. A tombstone stays, so that history makes sense.
///
/// # Errors
/// Unavailable without a database.
pub async fn erase(tx: &mut AccountTx, id: MemoryId, scope: ScopeId, by: UserId) -> Result<(), AppError> {
    erase_many(tx, &[(id, scope)], by).await
}

/// Erases several memories at once, each as [`erase`] does.
///
/// # Errors
/// Unavailable without a database.
pub async fn erase_many(tx: &mut AccountTx, memories: &[(MemoryId, ScopeId)], by: UserId) -> Result<(), AppError> {
    let account = tx.account().uuid();
    let ids: Vec<MemoryId> = memories.iter().map(|(id, _)| *id).collect();
    let bare: Vec<uuid::Uuid> = ids.iter().map(|id| id.uuid()).collect();
    sqlx::query!(
        "INSERT INTO tombstones (account_id, memory_id, scope_id, lineage_id, revision, kind, erased_by)
         SELECT account_id, id, scope_id, lineage_id, revision, kind, $3
         FROM memories
         WHERE account_id = $1 AND id = ANY ($2)",
        account,
        &bare,
        by.uuid()
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    let chained = sqlx::query_scalar!(
        r#"SELECT DISTINCT given.id AS "id!"
           FROM unnest($2::uuid[]) AS given (id)
           JOIN supersessions AS s ON s.account_id = $1 AND given.id IN (s.superseded_id, s.superseding_id)"#,
        account,
        &bare
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    for (id, scope) in memories.iter().filter(|(id, _)| chained.contains(&id.uuid())) {
        relink(tx, *id, *scope).await?;
    }
    idempotency::erase_replies(tx, &ids).await?;
    embeddings::delete(tx, &ids).await?;
    let lost = chunks::delete(tx, &ids).await?;
    frequencies::apply(tx, &lost).await?;
    let freed = sqlx::query_scalar!(
        r#"DELETE FROM memories WHERE account_id = $1 AND id = ANY ($2) RETURNING octet_length(content)::bigint AS "bytes!""#,
        account,
        &bare
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    tx.count_usage(-i64::try_from(freed.len()).unwrap_or(i64::MAX), -freed.iter().sum::<i64>());
    Ok(())
}

/// Joins the chain around a memory that goes: what it replaced counts as replaced by what replaced it.
async fn relink(tx: &mut AccountTx, id: MemoryId, scope: ScopeId) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "WITH gone AS (
           DELETE FROM supersessions WHERE account_id = $1 AND (superseded_id = $2 OR superseding_id = $2)
           RETURNING superseded_id, superseding_id
         )
         INSERT INTO supersessions (account_id, superseded_id, superseding_id, scope_id)
         SELECT $1, before.superseded_id, after.superseding_id, $3
         FROM gone AS before
         JOIN gone AS after ON after.superseded_id = $2
         WHERE before.superseding_id = $2",
        account,
        id.uuid(),
        scope.0
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Replaces the text of a memory; its vectors and terms go, the record stays.
///
/// # Errors
/// Unavailable without a database.
pub async fn redact(tx: &mut AccountTx, id: MemoryId, replacement: &str) -> Result<(), AppError> {
    let account = tx.account().uuid();
    let freed = sqlx::query_scalar!(
        r#"UPDATE memories AS m
         SET content = $3, content_chars = char_length($3), context = NULL, name = NULL, semantic_key = NULL, metadata = '{}',
             fold_hash = NULL, text_hash = NULL, label = NULL, tags = NULL, change_reason = NULL, redacted_at = clock_timestamp(), updated_at = app.now()
         FROM (SELECT b.id, octet_length(b.content)::bigint AS bytes FROM memories AS b
               WHERE b.account_id = $1 AND b.id = $2 FOR UPDATE) AS before
         WHERE m.account_id = $1 AND m.id = before.id
         RETURNING before.bytes AS "bytes!""#,
        account,
        id.uuid(),
        replacement
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    if let Some(freed) = freed {
        tx.count_usage(0, i64::try_from(replacement.len()).unwrap_or(i64::MAX) - freed);
    }
    sqlx::query!("DELETE FROM memory_topics WHERE account_id = $1 AND memory_id = $2", account, id.uuid())
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    sqlx::query!("DELETE FROM memory_links WHERE account_id = $1 AND memory_id = $2", account, id.uuid())
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    idempotency::erase_replies(tx, &[id]).await?;
    embeddings::delete(tx, &[id]).await?;
    let lost = chunks::delete(tx, &[id]).await?;
    frequencies::apply(tx, &lost).await
}
