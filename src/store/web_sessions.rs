//! The table `web_sessions`: browsers in which a person is signed in.

use chrono::{DateTime, Duration, Utc};

use crate::error::AppError;
use crate::ids::UserId;
use crate::store::tx::{SystemTx, from_sqlx};

/// How long a session holds, whatever is done with it.
const HOLDS: Duration = Duration::hours(12);

/// How long a session holds in which nothing is done.
const IDLE: Duration = Duration::minutes(30);

/// Begins a session.
///
/// # Errors
/// Unavailable without a database.
pub async fn begin(tx: &mut SystemTx, secret_hash: &[u8], user: UserId, now: DateTime<Utc>) -> Result<(), AppError> {
    sqlx::query!(
        "INSERT INTO web_sessions (secret_hash, user_id, created_at, last_seen_at, expires_at) VALUES ($1, $2, $3, $3, $4)",
        secret_hash,
        user.uuid(),
        now,
        now + HOLDS,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Who is signed in, where the session still holds; it was used now.
///
/// # Errors
/// Unavailable without a database.
pub async fn use_now(
    tx: &mut SystemTx,
    secret_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<(UserId, String)>, AppError> {
    let row = sqlx::query!(
        "UPDATE web_sessions AS s SET last_seen_at = greatest(s.last_seen_at, $2)
         FROM users AS u
         WHERE s.secret_hash = $1 AND s.ended_at IS NULL AND s.expires_at > $2 AND s.last_seen_at > $3
           AND u.id = s.user_id AND u.disabled_at IS NULL
         RETURNING u.id, u.email",
        secret_hash,
        now,
        now - IDLE,
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(row.map(|row| (UserId::from(row.id), row.email)))
}

/// Ends a session.
///
/// # Errors
/// Unavailable without a database.
pub async fn end(tx: &mut SystemTx, secret_hash: &[u8], now: DateTime<Utc>) -> Result<(), AppError> {
    sqlx::query!("UPDATE web_sessions SET ended_at = $2 WHERE secret_hash = $1 AND ended_at IS NULL", secret_hash, now)
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(())
}

/// Ends all sessions of a person.
///
/// # Errors
/// Unavailable without a database.
pub async fn end_all(tx: &mut SystemTx, user: UserId, now: DateTime<Utc>) -> Result<(), AppError> {
    sqlx::query!("UPDATE web_sessions SET ended_at = $2 WHERE user_id = $1 AND ended_at IS NULL", user.uuid(), now)
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(())
}
