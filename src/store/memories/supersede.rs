//! Versions: one memory replaced by another (contract, "lineage"; design, section 5).

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::error::AppError;
use crate::ids::{MemoryId, ScopeId};
use crate::store::frequencies::{self, FrequencyChange};
use crate::store::tx::{AccountTx, from_sqlx};
use crate::store::{chunks, embeddings};

/// How a memory stands that shall be replaced. Its row is locked until the transaction ends.
#[derive(Debug, Clone)]
pub struct Standing {
    /// The memory.
    pub id: MemoryId,
    /// Where it lives.
    pub scope: ScopeId,
    /// What it is.
    pub kind: String,
    /// active, superseded, resolved or forgotten.
    pub status: String,
    /// Its lineage.
    pub lineage: MemoryId,
    /// Which version.
    pub revision: i32,
    /// The moment that it is about, where one was said.
    pub occurred_at: Option<DateTime<Utc>>,
    /// The hash of its folded text.
    pub text_hash: Option<Vec<u8>>,
    /// How far it is trusted, 0 to 100.
    pub trust: i16,
}

/// Locks a memory and says how it stands. Of any number of calls that replace the same memory, one gets it first.
///
/// # Errors
/// Unavailable without a database.
pub async fn lock_version(tx: &mut AccountTx, id: MemoryId) -> Result<Option<Standing>, AppError> {
    let account = tx.account().uuid();
    let row = sqlx::query!(
        "SELECT id, scope_id, kind, status, lineage_id, revision, occurred_at, text_hash, trust
         FROM memories
         WHERE account_id = $1 AND id = $2
         FOR UPDATE",
        account,
        id.uuid()
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(row.map(|row| Standing {
        id: row.id.into(),
        scope: ScopeId(row.scope_id),
        kind: row.kind,
        status: row.status,
        lineage: row.lineage_id.into(),
        revision: row.revision,
        occurred_at: row.occurred_at,
        text_hash: row.text_hash,
        trust: row.trust,
    }))
}

/// The memory that stands at the end of the chain that begins here.
///
/// # Errors
/// Unavailable without a database.
pub async fn current_of(tx: &mut AccountTx, id: MemoryId) -> Result<MemoryId, AppError> {
    let account = tx.account().uuid();
    let last = sqlx::query_scalar!(
        r#"WITH RECURSIVE chain AS (
             SELECT $2::uuid AS id, 0 AS step
             UNION ALL
             SELECT s.superseding_id, c.step + 1
             FROM chain AS c
             JOIN supersessions AS s ON s.account_id = $1 AND s.superseded_id = c.id
             WHERE c.step < 10000
           )
           SELECT id AS "id!" FROM chain ORDER BY step DESC LIMIT 1"#,
        account,
        id.uuid()
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(last.into())
}

/// Takes a memory out of the current ones, at a moment or now, and gives the moment: an answered question is resolved, everything
/// else superseded. Its terms are taken away with the call's other changes.
///
/// # Errors
/// Unavailable without a database.
pub async fn close_at(
    tx: &mut AccountTx,
    old: &Standing,
    at: Option<DateTime<Utc>>,
    changes: &mut BTreeMap<ScopeId, FrequencyChange>,
) -> Result<DateTime<Utc>, AppError> {
    let account = tx.account().uuid();
    let status = if old.kind == "question" { "resolved" } else { "superseded" };
    let closed = sqlx::query_scalar!(
        r#"UPDATE memories SET status = $3, superseded_at = coalesce($4, app.now()), updated_at = app.now()
           WHERE account_id = $1 AND id = $2
           RETURNING superseded_at AS "superseded_at!""#,
        account,
        old.id.uuid(),
        status,
        at
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)?;
    embeddings::retire(tx, &[old.id]).await?;
    frequencies::merge(changes, chunks::retire(tx, &[old.id]).await?);
    Ok(closed)
}

/// Writes that one memory replaced another.
///
/// # Errors
/// Conflict where it has been replaced already.
pub async fn link(
    tx: &mut AccountTx,
    superseded: MemoryId,
    superseding: MemoryId,
    scope: ScopeId,
) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "INSERT INTO supersessions (account_id, superseded_id, superseding_id, scope_id) VALUES ($1, $2, $3, $4)",
        account,
        superseded.uuid(),
        superseding.uuid(),
        scope.0
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Active memories that say one of these folded texts, in the nodes that the call reads: (place in the list, memory, node).
///
/// # Errors
/// Unavailable without a database.
pub async fn saying(tx: &mut AccountTx, hashes: &[Vec<u8>]) -> Result<Vec<(usize, MemoryId, ScopeId)>, AppError> {
    let account = tx.account().uuid();
    let rows = sqlx::query!(
        r#"SELECT DISTINCT ON (given.place) given.place AS "place!", m.id, m.scope_id
           FROM unnest($2::bytea[]) WITH ORDINALITY AS given (hash, place)
           JOIN memories AS m ON m.account_id = $1 AND m.text_hash = given.hash AND m.status = 'active'
           ORDER BY given.place, m.recorded_at DESC, m.id"#,
        account,
        hashes
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(rows
        .into_iter()
        .map(|row| (usize::try_from(row.place - 1).unwrap_or(0), row.id.into(), ScopeId(row.scope_id)))
        .collect())
}

/// Counts a memory as said once more.
///
/// # Errors
/// Unavailable without a database.
pub async fn see_again(tx: &mut AccountTx, id: MemoryId) -> Result<i32, AppError> {
    let account = tx.account().uuid();
    sqlx::query_scalar!(
        "UPDATE memories SET seen_count = seen_count + 1, last_seen_at = app.now()
         WHERE account_id = $1 AND id = $2 AND status = 'active'
         RETURNING seen_count",
        account,
        id.uuid()
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Locks texts against being stored twice, in one order for everybody, so that two batches that say the same things in
/// another order do not wait for each other in a circle.
///
/// # Errors
/// Unavailable without a database.
pub async fn lock_folds(tx: &mut AccountTx, scope: ScopeId, hashes: &[Vec<u8>]) -> Result<(), AppError> {
    let account = tx.account();
    let mut keys: Vec<String> = hashes
        .iter()
        .map(|hash| {
            let digits: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("annals/fold/{account}/{}/{digits}", scope.0)
        })
        .collect();
    keys.sort_unstable();
    keys.dedup();
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended(given.key, 0))
         FROM unnest($1::text[]) WITH ORDINALITY AS given (key, place)",
        &keys
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}
