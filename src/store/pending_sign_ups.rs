//! The table `pending_sign_ups`: people who have not yet followed the link that was sent to them.

use chrono::{DateTime, Utc};

use crate::error::AppError;
use crate::store::tx::{SystemTx, from_sqlx};

/// What somebody who signs up said.
pub struct SignUp {
    /// The address.
    pub email: String,
    /// The person's name.
    pub display_name: String,
    /// The account's name.
    pub account_name: String,
    /// The hash of the password.
    pub password_hash: String,
}

/// Stores a sign-up until its link is followed.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert(
    tx: &mut SystemTx,
    secret_hash: &[u8],
    sign_up: &SignUp,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<(), AppError> {
    sqlx::query!(
        "INSERT INTO pending_sign_ups (secret_hash, email, display_name, account_name, password_hash, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        secret_hash,
        sign_up.email,
        sign_up.display_name,
        sign_up.account_name,
        sign_up.password_hash,
        now,
        until,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Whether a link still holds.
///
/// # Errors
/// Unavailable without a database.
pub async fn holds(tx: &mut SystemTx, secret_hash: &[u8], now: DateTime<Utc>) -> Result<bool, AppError> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM pending_sign_ups WHERE secret_hash = $1 AND used_at IS NULL AND expires_at > $2)
           AS "holds!""#,
        secret_hash,
        now,
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Uses a link up; none where it no longer holds.
///
/// # Errors
/// Unavailable without a database.
pub async fn use_up(tx: &mut SystemTx, secret_hash: &[u8], now: DateTime<Utc>) -> Result<Option<SignUp>, AppError> {
    sqlx::query_as!(
        SignUp,
        "UPDATE pending_sign_ups SET used_at = $2
         WHERE secret_hash = $1 AND used_at IS NULL AND expires_at > $2
         RETURNING email, display_name, account_name, password_hash",
        secret_hash,
        now,
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)
}
