//! The table `oauth_codes`: each good for one use within a minute.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::{AccountId, TokenId};
use crate::store::tx::{SystemTx, from_sqlx};

/// A code with its grant.
#[derive(Debug)]
pub struct CodeRow {
    /// The grant.
    pub grant_id: Uuid,
    /// Where the answer went.
    pub redirect_uri: String,
    /// The challenge that the verifier must meet.
    pub challenge: String,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
    /// When it was used.
    pub redeemed_at: Option<DateTime<Utc>>,
    /// The client.
    pub client_id: String,
    /// Who allowed it.
    pub user_id: Uuid,
    /// The agent's name.
    pub agent: String,
    /// What is allowed.
    pub permissions: Vec<String>,
    /// What tokens are for.
    pub resource: String,
    /// Names the connection in the audit log.
    pub correlation_id: String,
    /// When the grant ends.
    pub grant_expires_at: DateTime<Utc>,
    /// When the grant was revoked.
    pub revoked_at: Option<DateTime<Utc>>,
}

/// A code to be stored.
#[derive(Debug)]
pub struct NewCode<'a> {
    /// The account.
    pub account: AccountId,
    /// Its hash.
    pub hash: &'a [u8],
    /// The grant.
    pub grant: TokenId,
    /// Where the answer goes.
    pub redirect_uri: &'a str,
    /// The challenge.
    pub challenge: &'a str,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
}

/// Stores a code, and lets go of those of the account that ended over an hour ago.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert(tx: &mut SystemTx, code: &NewCode<'_>) -> Result<(), AppError> {
    sqlx::query!(
        "WITH old AS (
           DELETE FROM oauth_codes WHERE account_id = $1 AND expires_at < $6::timestamptz - interval '1 hour'
         )
         INSERT INTO oauth_codes (account_id, code_hash, grant_id, redirect_uri, challenge, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        code.account.uuid(),
        code.hash,
        code.grant.uuid(),
        code.redirect_uri,
        code.challenge,
        code.expires_at,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// A code with its grant, both locked: of several redemptions at once one goes first.
///
/// # Errors
/// Unavailable without a database.
pub async fn lock(tx: &mut SystemTx, account: AccountId, hash: &[u8]) -> Result<Option<CodeRow>, AppError> {
    sqlx::query_as!(
        CodeRow,
        "SELECT c.grant_id, c.redirect_uri, c.challenge, c.expires_at, c.redeemed_at, g.client_id, g.user_id, g.agent,
                g.permissions, g.resource, g.correlation_id, g.expires_at AS grant_expires_at, g.revoked_at
         FROM oauth_codes AS c JOIN oauth_grants AS g ON g.account_id = c.account_id AND g.id = c.grant_id
         WHERE c.account_id = $1 AND c.code_hash = $2
         FOR UPDATE OF c, g",
        account.uuid(),
        hash
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Marks a code as used.
///
/// # Errors
/// Unavailable without a database.
pub async fn redeem(tx: &mut SystemTx, account: AccountId, hash: &[u8], now: DateTime<Utc>) -> Result<(), AppError> {
    sqlx::query!(
        "UPDATE oauth_codes SET redeemed_at = $3 WHERE account_id = $1 AND code_hash = $2",
        account.uuid(),
        hash,
        now
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}
