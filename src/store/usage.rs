//! The tables `account_usage` and `usage_by_month`: what an account holds and used, held against its limits.

use serde_json::{Value, json};

use crate::error::{AppError, ErrorCode};
use crate::ids::AccountId;
use crate::limits::{Limits, percent};
use crate::store::tx::{AccountTx, SystemTx, from_sqlx};

/// What a transaction adds to what its account holds.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct UsageDelta {
    /// Memories stored, less those erased.
    pub memories: i64,
    /// Bytes of their texts.
    pub bytes: i64,
}

/// What an account holds.
#[derive(Debug, Clone, Copy)]
pub struct Held {
    /// Its memories.
    pub memories: i64,
    /// The bytes of their texts.
    pub bytes: i64,
}

/// What an account used in a month.
#[derive(Debug, Clone, Copy)]
pub struct MonthUse {
    /// Its calls.
    pub calls: i64,
    /// Texts that were turned into vectors.
    pub embeddings: i64,
    /// Its limits.
    pub limits: Limits,
}

/// Adds what the transaction stored and holds it against the limits. It is the last statement before the commit: the row
/// is locked for no longer than that, and whoever comes second sees what the first one added.
///
/// # Errors
/// [`ErrorCode::QuotaExceeded`], where a limit would be passed.
pub(in crate::store) async fn settle(tx: &mut AccountTx, delta: UsageDelta) -> Result<(), AppError> {
    let account = tx.account().uuid();
    let now = sqlx::query!(
        r#"INSERT INTO account_usage AS held (account_id, memories, bytes) VALUES ($1, $2, $3)
           ON CONFLICT (account_id) DO UPDATE SET memories = held.memories + $2, bytes = held.bytes + $3
           RETURNING memories, bytes, (SELECT a.limits FROM accounts AS a WHERE a.account_id = $1) AS limits"#,
        account,
        delta.memories,
        delta.bytes
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)?;
    let limits = read_limits(now.limits)?;
    let kinds =
        [("memories", now.memories, delta.memories, limits.memories), ("bytes", now.bytes, delta.bytes, limits.bytes)];
    for (kind, used, added, limit) in kinds {
        let Some(limit) = limit else { continue };
        if added > 0 && used > limit {
            return Err(exceeded(kind, used - added, limit));
        }
        if !limits.warns(used - added, limit) && limits.warns(used, limit) {
            warn(tx, kind, used, limit).await?;
        }
    }
    Ok(())
}

/// The refusal of what would pass a limit.
#[must_use]
pub fn exceeded(kind: &'static str, used: i64, limit: i64) -> AppError {
    AppError::new(
        ErrorCode::QuotaExceeded,
        format!("The account's limit of {} is reached: {limit}.", kind.replace('_', " ")),
    )
    .with("kind", kind)
    .with("used", used)
    .with("limit", limit)
}

/// One warning for each month and kind: what goes down and up again says nothing new.
async fn warn(tx: &mut AccountTx, kind: &'static str, used: i64, limit: i64) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "INSERT INTO audit_events (account_id, user_id, surface, operation, outcome, targets, details)
         SELECT $1, nullif(current_setting('app.principal_id', true), '')::uuid, 'system', 'usage_warning', 'done', ARRAY[$2::text], $3
         WHERE NOT EXISTS (
           SELECT FROM audit_events AS a
           WHERE a.account_id = $1 AND a.operation = 'usage_warning' AND a.targets = ARRAY[$2::text]
             AND a.at >= date_trunc('month', app.now(), 'UTC'))",
        account,
        kind,
        warning(used, limit)
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

fn warning(used: i64, limit: i64) -> Value {
    json!({"used": used, "limit": limit, "percent": percent(used, limit)})
}

fn read_limits(kept: Option<Value>) -> Result<Limits, AppError> {
    kept.map_or_else(|| Ok(Limits::default()), |kept| serde_json::from_value(kept).map_err(AppError::internal))
}

/// Adds what a replica counted, and says what the month has come to. A month in which nothing is counted gets no row.
///
/// # Errors
/// Unavailable without a database.
pub async fn count_month(
    tx: &mut SystemTx,
    account: AccountId,
    calls: i64,
    embeddings: i64,
    now: Option<&str>,
) -> Result<MonthUse, AppError> {
    let id = account.uuid();
    let row = sqlx::query!(
        r#"WITH this AS (SELECT date_trunc('month', coalesce($4::text::timestamptz, app.now()), 'UTC')::date AS month),
           counted AS (
             INSERT INTO usage_by_month AS held (account_id, month, calls, embeddings)
             SELECT a.account_id, this.month, $2::bigint, $3::bigint FROM this, accounts AS a WHERE a.account_id = $1 AND ($2::bigint > 0 OR $3::bigint > 0)
             ON CONFLICT (account_id, month) DO UPDATE
               SET calls = held.calls + excluded.calls, embeddings = held.embeddings + excluded.embeddings
             RETURNING calls, embeddings
           )
           SELECT coalesce((SELECT c.calls FROM counted AS c), u.calls, 0) AS "calls!",
                  coalesce((SELECT c.embeddings FROM counted AS c), u.embeddings, 0) AS "embeddings!", a.limits
           FROM this
           LEFT JOIN accounts AS a ON a.account_id = $1
           LEFT JOIN usage_by_month AS u ON u.account_id = $1 AND u.month = this.month"#,
        id,
        calls,
        embeddings,
        now
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)?;
    let limits = read_limits(row.limits)?;
    let kinds = [
        ("calls_per_month", row.calls, calls, limits.calls_per_month),
        ("embeddings_per_month", row.embeddings, embeddings, limits.embeddings_per_month),
    ];
    for (kind, used, added, limit) in kinds {
        let Some(limit) = limit else { continue };
        if !limits.warns(used - added, limit) && limits.warns(used, limit) {
            warn_of_month(tx, account, kind, warning(used, limit)).await?;
        }
    }
    Ok(MonthUse { calls: row.calls, embeddings: row.embeddings, limits })
}

/// A month's counters only grow, so that each passes its soft share once.
async fn warn_of_month(tx: &mut SystemTx, account: AccountId, kind: &str, details: Value) -> Result<(), AppError> {
    sqlx::query!(
        "INSERT INTO audit_events (account_id, surface, operation, outcome, targets, details)
         VALUES ($1, 'system', 'usage_warning', 'done', ARRAY[$2::text], $3)",
        account.uuid(),
        kind,
        details
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// What the account holds, what it used this month, and its limits.
///
/// # Errors
/// Unavailable without a database.
pub async fn read(tx: &mut AccountTx) -> Result<(Held, MonthUse), AppError> {
    let account = tx.account().uuid();
    let row = sqlx::query!(
        r#"SELECT coalesce(h.memories, 0) AS "memories!", coalesce(h.bytes, 0) AS "bytes!", coalesce(u.calls, 0) AS "calls!",
                  coalesce(u.embeddings, 0) AS "embeddings!", a.limits
           FROM accounts AS a
           LEFT JOIN account_usage AS h ON h.account_id = a.account_id
           LEFT JOIN usage_by_month AS u
             ON u.account_id = a.account_id AND u.month = date_trunc('month', app.now(), 'UTC')::date
           WHERE a.account_id = $1"#,
        account
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)?;
    let limits = read_limits(Some(row.limits))?;
    Ok((
        Held { memories: row.memories, bytes: row.bytes },
        MonthUse { calls: row.calls, embeddings: row.embeddings, limits },
    ))
}

/// The limits of an account.
///
/// # Errors
/// Unavailable without a database.
pub async fn limits(tx: &mut SystemTx, account: AccountId) -> Result<Limits, AppError> {
    let kept = sqlx::query_scalar!("SELECT limits FROM accounts WHERE account_id = $1 FOR UPDATE", account.uuid())
        .fetch_one(tx.conn())
        .await
        .map_err(from_sqlx)?;
    read_limits(Some(kept))
}

/// Keeps new limits.
///
/// # Errors
/// Unavailable without a database.
pub async fn set_limits(tx: &mut SystemTx, account: AccountId, limits: &Limits) -> Result<(), AppError> {
    let kept = serde_json::to_value(limits).map_err(AppError::internal)?;
    sqlx::query!("UPDATE accounts SET limits = $2 WHERE account_id = $1", account.uuid(), kept)
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(())
}
