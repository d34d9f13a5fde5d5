//! The tables `assertion_issuers`, `assertion_ids` and `external_identities`: whose signed assertions are trusted, which were
//! taken already, and who is meant by them.

use chrono::{DateTime, Utc};

use crate::error::AppError;
use crate::ids::{AccountId, UserId};
use crate::store::tx::{SystemTx, from_sqlx};

/// An issuer that an account trusts.
#[derive(Debug)]
pub struct AssertionIssuer {
    /// The account.
    pub account: AccountId,
    /// The domains whose e-mail addresses it vouches for, in lower case.
    pub domains: Vec<String>,
}

/// Takes the id of an assertion; false where it was taken before. Ids of assertions that have ended are let go.
///
/// # Errors
/// Unavailable without a database.
pub async fn take_id(
    tx: &mut SystemTx,
    issuer: &str,
    id_hash: &[u8],
    expires_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<bool, AppError> {
    let done = sqlx::query!(
        "WITH gone AS (
           DELETE FROM assertion_ids WHERE (issuer, id_hash) IN (
             SELECT issuer, id_hash FROM assertion_ids WHERE expires_at < $4::timestamptz - interval '1 hour'
             ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED)
         )
         INSERT INTO assertion_ids (issuer, id_hash, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        issuer,
        id_hash,
        expires_at,
        now
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(done.rows_affected() > 0)
}

/// The issuer of this name, where an account trusts it.
///
/// # Errors
/// Unavailable without a database.
pub async fn issuer(tx: &mut SystemTx, issuer: &str) -> Result<Option<AssertionIssuer>, AppError> {
    let row = sqlx::query!("SELECT trusted_by, domains FROM assertion_issuers WHERE issuer = $1", issuer)
        .fetch_optional(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(row.map(|row| AssertionIssuer { account: row.trusted_by.into(), domains: row.domains }))
}

/// The person whom an issuer calls so.
///
/// # Errors
/// Unavailable without a database.
pub async fn person(tx: &mut SystemTx, issuer: &str, subject: &str) -> Result<Option<UserId>, AppError> {
    sqlx::query_scalar!("SELECT user_id FROM external_identities WHERE issuer = $1 AND subject = $2", issuer, subject)
        .fetch_optional(tx.conn())
        .await
        .map(|user| user.map(UserId::from))
        .map_err(from_sqlx)
}

/// Remembers whom an issuer calls so.
///
/// # Errors
/// Unavailable without a database.
pub async fn link(tx: &mut SystemTx, issuer: &str, subject: &str, user: UserId) -> Result<(), AppError> {
    sqlx::query!(
        "INSERT INTO external_identities (issuer, subject, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        issuer,
        subject,
        user.uuid()
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}
