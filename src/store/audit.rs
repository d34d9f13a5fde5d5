//! The table `audit_events`: who did what, allowed and denied. Never what it said.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::{MemoryId, TokenId, UserId, read_public_scope_id};
use crate::store::access::Access;
use crate::store::tx::{AccountTx, from_sqlx};
use crate::store::{memories, scopes};

/// An act to be recorded.
#[derive(Debug)]
pub struct Act<'a> {
    /// Who is answerable.
    pub user: UserId,
    /// By which grant.
    pub grant: Option<TokenId>,
    /// The agent of the grant.
    pub agent: &'a str,
    /// The OAuth client, where there is one.
    pub client: Option<&'a str>,
    /// mcp, rest or command_line.
    pub surface: &'static str,
    /// The operation.
    pub operation: &'static str,
    /// What it was done to: ids and paths.
    pub targets: &'a [String],
    /// The request.
    pub request_id: &'a str,
    /// The hash of what was there before, where something was changed.
    pub before_hash: Option<Vec<u8>>,
    /// The hash of what is there now.
    pub after_hash: Option<Vec<u8>>,
}

/// A recorded act.
#[derive(Debug)]
pub struct AuditRow {
    /// Its id.
    pub id: Uuid,
    /// When.
    pub at: DateTime<Utc>,
    /// Who.
    pub user_slug: Option<String>,
    /// By which grant.
    pub grant_id: Option<Uuid>,
    /// The agent of the grant.
    pub agent: Option<String>,
    /// mcp, rest or command_line.
    pub surface: String,
    /// The operation.
    pub operation: String,
    /// done or denied.
    pub outcome: String,
    /// Why it was denied.
    pub code: Option<String>,
    /// What it was done to.
    pub targets: Vec<String>,
    /// The request.
    pub request_id: String,
    /// The connection that it belongs to.
    pub correlation_id: Option<String>,
    /// The OAuth client.
    pub client_id: Option<String>,
    /// Settings and figures that it was about; never text.
    pub details: Option<serde_json::Value>,
}

/// Records what was done, in the transaction that does it.
///
/// # Errors
/// Unavailable without a database.
pub async fn record(tx: &mut AccountTx, act: &Act<'_>) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "INSERT INTO audit_events
           (account_id, user_id, grant_id, agent, surface, operation, outcome, targets, request_id, before_hash, after_hash,
            client_id)
         VALUES ($1, $2, $3, $4, $5, $6, 'done', $7, $8, $9, $10, $11)",
        account,
        act.user.uuid(),
        act.grant.map(TokenId::uuid),
        act.agent,
        act.surface,
        act.operation,
        act.targets,
        act.request_id,
        act.before_hash,
        act.after_hash,
        act.client,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Leaves of what a call named what it may not read: where it reads all of it, something else was missing. What is not there
/// at all is sorted out by the function that writes the row.
async fn unreadable(
    tx: &mut AccountTx,
    access: &Access,
    ids: &[Uuid],
    paths: &[String],
) -> Result<(Vec<Uuid>, Vec<String>), AppError> {
    let nodes = scopes::list(tx, &access.readable).await?;
    let wanted: Vec<MemoryId> = ids.iter().copied().map(MemoryId::from).collect();
    let memories = memories::get_many(tx, &wanted).await?;
    let is_read = |id: &Uuid| {
        memories.iter().any(|row| row.id == *id)
            || nodes.iter().any(|node| read_public_scope_id(&node.public_id) == Some(*id))
    };
    let ids = ids.iter().filter(|id| !is_read(id)).copied().collect();
    let is_read = |path: &String| nodes.iter().any(|node| node.path == *path);
    Ok((ids, paths.iter().filter(|path| !is_read(path)).cloned().collect()))
}

/// Records a denial, in a transaction of its own: the same work whether the target is absent or foreign (ruling 35).
///
/// # Errors
/// Unavailable without a database.
pub async fn record_denial(
    tx: &mut AccountTx,
    access: &Access,
    act: &Act<'_>,
    code: &'static str,
    ids: &[Uuid],
    paths: &[String],
) -> Result<(), AppError> {
    let (ids, paths) = unreadable(tx, access, ids, paths).await?;
    sqlx::query!(
        r#"SELECT app.record_denial($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) IS NULL AS "nothing""#,
        act.user.uuid(),
        act.grant.map(TokenId::uuid),
        act.agent,
        act.surface,
        act.operation,
        code,
        act.targets,
        &ids,
        &paths,
        act.request_id,
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// What an audit list asks for.
#[derive(Debug, Default)]
pub struct AuditFilter {
    /// This operation alone.
    pub operation: Option<String>,
    /// done or denied alone.
    pub outcome: Option<String>,
    /// Of this member alone, as paths name him.
    pub user: Option<String>,
    /// By this grant alone.
    pub grant: Option<Uuid>,
    /// By this OAuth client alone.
    pub client: Option<String>,
    /// Of this connection alone.
    pub correlation_id: Option<String>,
    /// Done to this alone.
    pub target: Option<String>,
    /// From this moment on.
    pub since: Option<DateTime<Utc>>,
    /// Before this moment.
    pub until: Option<DateTime<Utc>>,
    /// After the last row of the page before.
    pub before: Option<(DateTime<Utc>, Uuid)>,
}

/// Acts, newest first.
///
/// # Errors
/// Unavailable without a database.
pub async fn list(tx: &mut AccountTx, filter: &AuditFilter, limit: usize) -> Result<Vec<AuditRow>, AppError> {
    let account = tx.account().uuid();
    let (at, id) = filter.before.map_or((None, None), |(at, id)| (Some(at), Some(id)));
    sqlx::query_as!(
        AuditRow,
        r#"SELECT a.id, a.at, m.slug AS "user_slug?", a.grant_id, a.agent, a.surface, a.operation, a.outcome, a.code, a.targets,
                  a.request_id, a.correlation_id, a.client_id, a.details
           FROM audit_events AS a
           LEFT JOIN memberships AS m ON m.account_id = a.account_id AND m.user_id = a.user_id
           WHERE a.account_id = $1
             AND ($2::text IS NULL OR a.operation = $2)
             AND ($3::text IS NULL OR a.outcome = $3)
             AND ($4::timestamptz IS NULL OR (a.at, a.id) < ($4, $5))
             AND ($7::text IS NULL OR m.slug = $7)
             AND ($8::uuid IS NULL OR a.grant_id = $8)
             AND ($9::text IS NULL OR a.client_id = $9)
             AND ($10::text IS NULL OR a.correlation_id = $10)
             AND ($11::text IS NULL OR $11 = ANY (a.targets))
             AND ($12::timestamptz IS NULL OR a.at >= $12)
             AND ($13::timestamptz IS NULL OR a.at < $13)
           ORDER BY a.at DESC, a.id DESC
           LIMIT $6"#,
        account,
        filter.operation,
        filter.outcome,
        at,
        id,
        i64::try_from(limit).unwrap_or(i64::MAX),
        filter.user,
        filter.grant,
        filter.client,
        filter.correlation_id,
        filter.target,
        filter.since,
        filter.until,
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}
