//! The tables `changes` and `change_positions`: what happened, densely numbered per account in the order of commits. A row
//! is written in the transaction that changes something; one sequencer numbers what has been committed.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::{ScopeId, UserId};
use crate::store::tx::{AccountTx, Store, SystemPurpose, from_sqlx};

/// Rows that one cycle of the sequencer numbers.
const BATCH: i64 = 1_000;

/// Something that happened.
#[derive(Debug, Clone)]
pub struct Change {
    /// created, seen_again, superseded, resolved, updated, deleted, erased, redacted.
    pub what: &'static str,
    /// memory, summary, document, rule.
    pub record_kind: &'static str,
    /// The record.
    pub record: Uuid,
    /// Where it lives.
    pub scope: ScopeId,
}

/// A change as a reader sees it.
#[derive(Debug)]
pub struct ChangeRow {
    /// Its number in the account.
    pub position: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// What happened.
    pub what: String,
    /// memory, summary, document, rule.
    pub record_kind: String,
    /// The record.
    pub record_id: Uuid,
    /// The node.
    pub scope_id: i32,
    /// The node's path.
    pub scope_path: String,
    /// The beginning of the record's text, where the reader may read it and it is still there.
    pub title: Option<String>,
    /// The member's name in paths.
    pub user_slug: String,
    /// The agent.
    pub agent: String,
}

/// Writes changes into the call's transaction.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert(tx: &mut AccountTx, changes: &[Change], user: UserId, agent: &str) -> Result<(), AppError> {
    if changes.is_empty() {
        return Ok(());
    }
    let account = tx.account().uuid();
    let what: Vec<String> = changes.iter().map(|change| change.what.to_owned()).collect();
    let kinds: Vec<String> = changes.iter().map(|change| change.record_kind.to_owned()).collect();
    let records: Vec<Uuid> = changes.iter().map(|change| change.record).collect();
    let scopes: Vec<i32> = changes.iter().map(|change| change.scope.0).collect();
    sqlx::query!(
        "INSERT INTO changes (account_id, what, record_kind, record_id, scope_id, user_id, agent)
         SELECT $1, given.what, given.kind, given.record, given.scope, $2, $3
         FROM unnest($4::text[], $5::text[], $6::uuid[], $7::int[]) WITH ORDINALITY AS given (what, kind, record, scope, place)
         ORDER BY given.place",
        account,
        user.uuid(),
        agent,
        &what,
        &kinds,
        &records,
        &scopes,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// One cycle of the sequencer: numbers what has been committed, unless another replica is at it. Says how many rows.
///
/// The lock is taken by a statement of its own: the next one sees all that the replica before it has numbered, since it
/// takes its snapshot after that replica's commit.
///
/// # Errors
/// Unavailable without a database.
pub async fn number(store: &Store) -> Result<i64, AppError> {
    let mut tx = store.system(SystemPurpose::Sequencer).await?;
    let is_mine = sqlx::query_scalar!(r#"SELECT pg_try_advisory_xact_lock(5836147020160314) AS "is_mine!""#)
        .fetch_one(tx.conn())
        .await
        .map_err(from_sqlx)?;
    if !is_mine {
        tx.commit().await?;
        return Ok(0);
    }
    let numbered = sqlx::query_scalar!(
        r#"WITH batch AS MATERIALIZED (
             SELECT c.account_id, c.event_id, row_number() OVER (PARTITION BY c.account_id ORDER BY c.event_id) AS place
             FROM (SELECT u.account_id, u.event_id FROM changes AS u WHERE u.position IS NULL ORDER BY u.event_id LIMIT $1) AS c
           ),
           heads AS (
             INSERT INTO change_positions AS held (account_id, last)
             SELECT account_id, count(*) FROM batch GROUP BY account_id ORDER BY account_id
             ON CONFLICT (account_id) DO UPDATE SET last = held.last + excluded.last
             RETURNING account_id, last
           ),
           sizes AS (SELECT account_id, count(*) AS size FROM batch GROUP BY account_id),
           done AS (
             UPDATE changes AS c SET position = h.last - s.size + b.place
             FROM batch AS b
             JOIN heads AS h ON h.account_id = b.account_id
             JOIN sizes AS s ON s.account_id = b.account_id
             WHERE c.account_id = b.account_id AND c.event_id = b.event_id
             RETURNING 1
           )
           SELECT count(*) AS "numbered!" FROM done"#,
        BATCH
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)?;
    tx.commit().await?;
    Ok(numbered)
}

/// Changes after a position that the call may read, oldest first.
///
/// # Errors
/// Unavailable without a database.
pub async fn list(tx: &mut AccountTx, after: i64, limit: usize) -> Result<Vec<ChangeRow>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_as!(
        ChangeRow,
        r#"SELECT c.position AS "position!", c.at, c.what, c.record_kind, c.record_id, n.path AS scope_path,
                  coalesce(
                    (SELECT left(m.content, 400) FROM memories AS m
                     WHERE m.account_id = c.account_id AND m.id = c.record_id AND m.status <> 'forgotten'),
                    (SELECT d.title FROM documents AS d WHERE d.account_id = c.account_id AND d.id = c.record_id),
                    (SELECT left(s.text, 400) FROM summaries AS s WHERE s.account_id = c.account_id AND s.id = c.record_id),
                    (SELECT left(r.text, 400) FROM rules AS r WHERE r.account_id = c.account_id AND r.id = c.record_id)
                  ) AS title,
                  u.slug AS user_slug, c.agent, c.scope_id
           FROM changes AS c
           JOIN scope_nodes AS n ON n.account_id = c.account_id AND n.id = c.scope_id
           JOIN memberships AS u ON u.account_id = c.account_id AND u.user_id = c.user_id
           WHERE c.account_id = $1 AND c.position > $2
           ORDER BY c.position
           LIMIT $3"#,
        account,
        after,
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}
