//! The table `signing_keys`: public halves, and private halves sealed by the service.

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
        r#"SELECT kid, public_key, sealed_key, retired_at IS NOT NULL AS "retired!"
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
