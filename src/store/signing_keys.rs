//! The table `signing_keys`: public halves, and private halves sealed by the service.

use chrono::{DateTime, Utc};

use crate::error::AppError;
use crate::store::tx::{SystemTx, from_sqlx};

/// A stored key.
pub struct SigningKeyRow {
    /// Its id.
    pub kid: String,
    /// 32 bytes.
    pub public_key: Vec<u8>,
    /// Sealed with the master key.
    pub sealed_key: Vec<u8>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// From when on it signs; it is published before, so that no replica meets a token of a key that it does not know.
    pub signs_from: DateTime<Utc>,
    /// Whether it only verifies now.
    pub retired: bool,
}

/// A key to be stored.
pub struct NewSigningKey<'a> {
    /// Its id.
    pub kid: &'a str,
    /// 32 bytes.
    pub public_key: &'a [u8],
    /// Sealed with the master key.
    pub sealed_key: &'a [u8],
}

/// All keys, newest first.
///
/// # Errors
/// Unavailable without a database.
pub async fn list(tx: &mut SystemTx) -> Result<Vec<SigningKeyRow>, AppError> {
    sqlx::query_as!(
        SigningKeyRow,
        r#"SELECT kid, public_key, sealed_key, created_at, coalesce(signs_from, created_at) AS "signs_from!",
                  retired_at IS NOT NULL AS "retired!"
           FROM signing_keys
           ORDER BY created_at DESC, kid"#
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Stores the first key, unless another replica has just done so.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert_if_none(tx: &mut SystemTx, key: &NewSigningKey<'_>) -> Result<(), AppError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended('annals/signing-keys', 0))")
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    sqlx::query!(
        "INSERT INTO signing_keys (kid, public_key, sealed_key)
         SELECT $1, $2, $3
         WHERE NOT EXISTS (SELECT FROM signing_keys WHERE retired_at IS NULL)",
        key.kid,
        key.public_key,
        key.sealed_key,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Stores a further key, which signs from a moment on.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert(tx: &mut SystemTx, key: &NewSigningKey<'_>, signs_from: DateTime<Utc>) -> Result<(), AppError> {
    sqlx::query!(
        "INSERT INTO signing_keys (kid, public_key, sealed_key, signs_from) VALUES ($1, $2, $3, $4)",
        key.kid,
        key.public_key,
        key.sealed_key,
        signs_from,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Removes a key: whatever it signed is refused from then on. Says whether it was there.
///
/// # Errors
/// Unavailable without a database.
pub async fn delete(tx: &mut SystemTx, kid: &str) -> Result<bool, AppError> {
    let done =
        sqlx::query!("DELETE FROM signing_keys WHERE kid = $1", kid).execute(tx.conn()).await.map_err(from_sqlx)?;
    Ok(done.rows_affected() > 0)
}
