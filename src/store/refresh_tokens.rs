//! The table `refresh_tokens`: a chain for each grant. A child is derived from its parent and is the same until it is used.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::{AccountId, TokenId};
use crate::store::tx::{SystemTx, from_sqlx};

/// A refresh token with its grant.
#[derive(Debug)]
pub struct RefreshRow {
    /// The grant.
    pub grant_id: Uuid,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
    /// When it was first used.
    pub used_at: Option<DateTime<Utc>>,
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

/// A refresh token with its grant, both locked: of several uses at once one goes first.
///
/// # Errors
/// Unavailable without a database.
pub async fn lock(tx: &mut SystemTx, account: AccountId, hash: &[u8]) -> Result<Option<RefreshRow>, AppError> {
    sqlx::query_as!(
        RefreshRow,
        "SELECT t.grant_id, t.expires_at, t.used_at, g.client_id, g.user_id, g.agent, g.permissions, g.resource,
                g.correlation_id, g.expires_at AS grant_expires_at, g.revoked_at
         FROM refresh_tokens AS t JOIN oauth_grants AS g ON g.account_id = t.account_id AND g.id = t.grant_id
         WHERE t.account_id = $1 AND t.token_hash = $2
         FOR UPDATE OF g, t",
        account.uuid(),
        hash
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Stores a refresh token.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert(
    tx: &mut SystemTx,
    account: AccountId,
    grant: TokenId,
    hash: &[u8],
    parent: Option<&[u8]>,
    expires_at: DateTime<Utc>,
) -> Result<(), AppError> {
    sqlx::query!(
        "INSERT INTO refresh_tokens (account_id, token_hash, grant_id, parent_hash, expires_at) VALUES ($1, $2, $3, $4, $5)",
        account.uuid(),
        hash,
        grant.uuid(),
        parent,
        expires_at
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Marks a refresh token as used.
///
/// # Errors
/// Unavailable without a database.
pub async fn mark_used(tx: &mut SystemTx, account: AccountId, hash: &[u8], now: DateTime<Utc>) -> Result<(), AppError> {
    sqlx::query!(
        "UPDATE refresh_tokens SET used_at = coalesce(used_at, $3) WHERE account_id = $1 AND token_hash = $2",
        account.uuid(),
        hash,
        now
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Whether a child of this hash is there and was not used yet.
///
/// # Errors
/// Unavailable without a database.
pub async fn is_unused(tx: &mut SystemTx, account: AccountId, hash: &[u8]) -> Result<bool, AppError> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM refresh_tokens WHERE account_id = $1 AND token_hash = $2 AND used_at IS NULL) AS "is!""#,
        account.uuid(),
        hash
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)
}
