//! The table `password_resets`: links that let a person set a new password, once.

use chrono::{DateTime, Utc};

use crate::error::AppError;
use crate::ids::UserId;
use crate::store::tx::{SystemTx, from_sqlx};

/// Stores a link.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert(
    tx: &mut SystemTx,
    secret_hash: &[u8],
    user: UserId,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<(), AppError> {
    sqlx::query!(
        "INSERT INTO password_resets (secret_hash, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)",
        secret_hash,
        user.uuid(),
        now,
        until,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Stores a link for the person of an address, unless disabled; says whether there is one.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert_by_email(
    tx: &mut SystemTx,
    secret_hash: &[u8],
    email: &str,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<bool, AppError> {
    let row = sqlx::query!(
        "INSERT INTO password_resets (secret_hash, user_id, created_at, expires_at)
         SELECT $1, u.id, $3, $4 FROM users AS u WHERE lower(u.email) = lower($2) AND u.disabled_at IS NULL",
        secret_hash,
        email,
        now,
        until,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(row.rows_affected() == 1)
}

/// Whose link this is, where it still holds.
///
/// # Errors
/// Unavailable without a database.
pub async fn find(tx: &mut SystemTx, secret_hash: &[u8], now: DateTime<Utc>) -> Result<Option<UserId>, AppError> {
    sqlx::query_scalar!(
        "SELECT user_id FROM password_resets WHERE secret_hash = $1 AND used_at IS NULL AND expires_at > $2",
        secret_hash,
        now,
    )
    .fetch_optional(tx.conn())
    .await
    .map(|id| id.map(UserId::from))
    .map_err(from_sqlx)
}

/// Uses a link up, and with it all others of the person; none where it no longer holds.
///
/// # Errors
/// Unavailable without a database.
pub async fn use_up(tx: &mut SystemTx, secret_hash: &[u8], now: DateTime<Utc>) -> Result<Option<UserId>, AppError> {
    let user = sqlx::query_scalar!(
        "UPDATE password_resets SET used_at = $2
         WHERE secret_hash = $1 AND used_at IS NULL AND expires_at > $2
         RETURNING user_id",
        secret_hash,
        now,
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    if let Some(user) = user {
        sqlx::query!("UPDATE password_resets SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL", user, now)
            .execute(tx.conn())
            .await
            .map_err(from_sqlx)?;
    }
    Ok(user.map(UserId::from))
}
