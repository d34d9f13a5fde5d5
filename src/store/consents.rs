//! The table `oauth_consents`: consent that is remembered.

use crate::auth::Permission;
use crate::error::AppError;
use crate::ids::{AccountId, ScopeId, UserId};
use crate::store::tx::{SystemTx, from_sqlx};

/// What a person has allowed a client before.
#[derive(Debug)]
pub struct Remembered {
    /// The hash of the client's redirects at that time.
    pub redirects_hash: Vec<u8>,
    /// What was allowed.
    pub permissions: Vec<Permission>,
    /// The node to which it was bound.
    pub scope: Option<ScopeId>,
}

/// What a person has allowed a client before.
///
/// # Errors
/// Unavailable without a database.
pub async fn find(
    tx: &mut SystemTx,
    account: AccountId,
    user: UserId,
    client_id: &str,
) -> Result<Option<Remembered>, AppError> {
    let row = sqlx::query!(
        "SELECT redirects_hash, permissions, scope_id FROM oauth_consents
         WHERE account_id = $1 AND user_id = $2 AND client_id = $3",
        account.uuid(),
        user.uuid(),
        client_id,
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(row.map(|row| Remembered {
        redirects_hash: row.redirects_hash,
        permissions: row.permissions.iter().filter_map(|name| name.parse().ok()).collect(),
        scope: row.scope_id.map(ScopeId),
    }))
}

/// Remembers what a person allows a client, in place of what was remembered before.
///
/// # Errors
/// Unavailable without a database.
pub async fn remember(
    tx: &mut SystemTx,
    account: AccountId,
    user: UserId,
    client_id: &str,
    allowed: &Remembered,
) -> Result<(), AppError> {
    let permissions: Vec<String> = allowed.permissions.iter().map(|permission| permission.name().to_owned()).collect();
    let (redirects_hash, scope) = (allowed.redirects_hash.as_slice(), allowed.scope.map(|scope| scope.0));
    sqlx::query!(
        "INSERT INTO oauth_consents (account_id, user_id, client_id, redirects_hash, permissions, scope_id)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (account_id, user_id, client_id)
         DO UPDATE SET redirects_hash = $4, permissions = $5, scope_id = $6, created_at = app.now()",
        account.uuid(),
        user.uuid(),
        client_id,
        redirects_hash,
        &permissions,
        scope,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}
