//! The table `oauth_grants`: what a person allowed a client. Service tokens of clients that hold a secret of their own are
//! read here too: both are what an access token stands on.

use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;

use crate::auth::{Permission, Role};
use crate::error::AppError;
use crate::ids::{AccountId, ScopeId, TokenId, UserId};
use crate::store::tx::{AccountTx, SystemTx, from_sqlx};

/// A grant to be stored.
#[derive(Debug)]
pub struct NewGrant<'a> {
    /// The account.
    pub account: AccountId,
    /// Its id.
    pub id: TokenId,
    /// Who allowed it.
    pub user: UserId,
    /// The client.
    pub client_id: &'a str,
    /// The client's name.
    pub client_name: &'a str,
    /// The agent's name.
    pub agent: &'a str,
    /// What is allowed.
    pub permissions: &'a [Permission],
    /// The node that it never reaches outside of.
    pub scope: Option<ScopeId>,
    /// What tokens are for.
    pub resource: &'a str,
    /// Names the connection in the audit log.
    pub correlation_id: &'a str,
    /// When it ends, whatever happens.
    pub expires_at: DateTime<Utc>,
}

/// A member, as far as a grant asks.
#[derive(Debug, Clone, Copy)]
pub struct Member {
    /// What he is in the account now.
    pub role: Role,
}

/// A service token that is a client: it has a secret or keys instead of a token.
#[derive(Debug)]
pub struct ServiceClientRow {
    /// The account.
    pub account_id: Uuid,
    /// Its id.
    pub id: Uuid,
    /// The member for whom it acts.
    pub user_id: Uuid,
    /// The hash of its secret.
    pub secret_hash: Option<Vec<u8>>,
    /// Its public keys.
    pub jwks: Option<Value>,
    /// What it allows.
    pub permissions: Vec<String>,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
}

/// Stores a grant.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert(tx: &mut SystemTx, grant: &NewGrant<'_>, now: DateTime<Utc>) -> Result<(), AppError> {
    let permissions: Vec<String> = grant.permissions.iter().map(|permission| permission.name().to_owned()).collect();
    sqlx::query!(
        "INSERT INTO oauth_grants (account_id, id, user_id, client_id, client_name, agent, permissions, scope_id, resource,
                                   correlation_id, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        grant.account.uuid(),
        grant.id.uuid(),
        grant.user.uuid(),
        grant.client_id,
        grant.client_name,
        grant.agent,
        &permissions,
        grant.scope.map(|scope| scope.0),
        grant.resource,
        grant.correlation_id,
        now,
        grant.expires_at,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// The member behind a grant that is to be made or used: none where the person is no member any more, or the account closed.
///
/// # Errors
/// Unavailable without a database.
pub async fn member(tx: &mut SystemTx, account: AccountId, user: UserId) -> Result<Option<Member>, AppError> {
    let role = sqlx::query_scalar!(
        "SELECT m.role
         FROM memberships AS m
         JOIN accounts AS a ON a.account_id = m.account_id AND a.closed_at IS NULL
         JOIN users AS u ON u.id = m.user_id AND u.disabled_at IS NULL
         WHERE m.account_id = $1 AND m.user_id = $2 AND m.removed_at IS NULL",
        account.uuid(),
        user.uuid()
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    role.map(|role| role.parse().map(|role| Member { role }).map_err(AppError::internal)).transpose()
}

/// Revokes a grant of a client, and says whether there was one that held.
///
/// # Errors
/// Unavailable without a database.
pub async fn revoke(
    tx: &mut SystemTx,
    account: AccountId,
    grant: TokenId,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<bool, AppError> {
    let done = sqlx::query!(
        "UPDATE oauth_grants SET revoked_at = $4, revoked_for = $3
         WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL",
        account.uuid(),
        grant.uuid(),
        reason,
        now
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(done.rows_affected() > 0)
}

/// Whose grant it is: the client's id, the person, the agent and the correlation id.
///
/// # Errors
/// Unavailable without a database.
pub async fn owner(
    tx: &mut SystemTx,
    account: AccountId,
    grant: TokenId,
) -> Result<Option<(String, UserId, String, String)>, AppError> {
    let row = sqlx::query!(
        "SELECT client_id, user_id, agent, correlation_id FROM oauth_grants WHERE account_id = $1 AND id = $2",
        account.uuid(),
        grant.uuid()
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(row.map(|row| (row.client_id, row.user_id.into(), row.agent, row.correlation_id)))
}

/// The service token that is a client of this id, where it holds.
///
/// # Errors
/// Unavailable without a database.
pub async fn service_client(
    tx: &mut SystemTx,
    id: TokenId,
    now: DateTime<Utc>,
) -> Result<Option<ServiceClientRow>, AppError> {
    sqlx::query_as!(
        ServiceClientRow,
        "SELECT account_id, id, user_id, secret_hash, jwks, permissions, expires_at
         FROM service_tokens
         WHERE id = $1 AND kind = 'client' AND revoked_at IS NULL AND expires_at > $2",
        id.uuid(),
        now
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Marks that a grant was used, at most once a minute; the first use of a grant is an event of its diary.
///
/// # Errors
/// Unavailable without a database.
pub async fn mark_used(tx: &mut AccountTx, grant: TokenId) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "WITH used AS (
           UPDATE oauth_grants AS g SET first_used_at = coalesce(g.first_used_at, app.now()), last_used_at = app.now()
           FROM oauth_grants AS before
           WHERE g.account_id = $1 AND g.id = $2 AND before.account_id = g.account_id AND before.id = g.id
             AND (g.last_used_at IS NULL OR g.last_used_at < app.now() - interval '1 minute')
           RETURNING g.user_id, g.agent, g.client_id, g.correlation_id, before.first_used_at IS NULL AS is_first
         )
         INSERT INTO audit_events (account_id, user_id, grant_id, agent, surface, operation, outcome, correlation_id, client_id)
         SELECT $1, user_id, $2, agent, 'oauth', 'oauth_first_call', 'done', correlation_id, client_id
         FROM used WHERE is_first",
        account,
        grant.uuid()
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}
