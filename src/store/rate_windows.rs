//! The table `rate_windows`: attempts counted over all replicas.

use chrono::{DateTime, Duration, DurationRound, Utc};

use crate::error::AppError;
use crate::store::tx::{SystemTx, from_sqlx};

/// How long an attempt counts.
const COUNTS_FOR: Duration = Duration::minutes(15);

/// Attempts are kept by steps of this length.
const STEP: Duration = Duration::minutes(1);

/// What was counted.
#[derive(Debug)]
pub struct Counted {
    /// Attempts that count now.
    pub attempts: i64,
    /// When the first of them stops counting.
    pub first_ends: Option<DateTime<Utc>>,
}

/// Attempts that count now.
///
/// # Errors
/// Unavailable without a database.
pub async fn count(tx: &mut SystemTx, subject: &[u8], now: DateTime<Utc>) -> Result<Counted, AppError> {
    let row = sqlx::query!(
        r#"SELECT coalesce(sum(count), 0)::bigint AS "attempts!", min(started_at) FILTER (WHERE count > 0) AS first
           FROM rate_windows WHERE subject = $1 AND started_at > $2"#,
        subject,
        now - COUNTS_FOR,
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(Counted { attempts: row.attempts, first_ends: row.first.map(|first| first + COUNTS_FOR) })
}

/// Counts attempts, or takes back as many where the number is negative. Steps of yesterday are swept on the way.
///
/// # Errors
/// Unavailable without a database.
pub async fn add(tx: &mut SystemTx, subject: &[u8], attempts: i32, now: DateTime<Utc>) -> Result<(), AppError> {
    let step = now.duration_trunc(STEP).map_err(AppError::internal)?;
    sqlx::query!(
        "INSERT INTO rate_windows AS w (subject, started_at, count) VALUES ($1, $2, greatest($3, 0))
         ON CONFLICT (subject, started_at) DO UPDATE SET count = greatest(w.count + $3, 0)",
        subject,
        step,
        attempts,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    sqlx::query!(
        "DELETE FROM rate_windows AS w
         USING (SELECT subject, started_at FROM rate_windows
                WHERE started_at < least($1, statement_timestamp()) - interval '1 day'
                ORDER BY started_at LIMIT 100 FOR UPDATE SKIP LOCKED) AS old
         WHERE w.subject = old.subject AND w.started_at = old.started_at",
        now,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Forgets what was counted.
///
/// # Errors
/// Unavailable without a database.
pub async fn forget(tx: &mut SystemTx, subject: &[u8]) -> Result<(), AppError> {
    sqlx::query!("DELETE FROM rate_windows WHERE subject = $1", subject).execute(tx.conn()).await.map_err(from_sqlx)?;
    Ok(())
}
