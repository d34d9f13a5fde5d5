//! The table `service_tokens`: what each token may do. The tokens themselves are never stored.

pub mod administration;

use chrono::{DateTime, Utc};

use crate::auth::{Permission, Profile};
use crate::error::AppError;
use crate::ids::{AccountId, ScopeId, TokenId, UserId};
use crate::store::service_tokens::administration::Maker;
use crate::store::tx::{SystemTx, from_sqlx};

/// A token's row.
pub struct ServiceTokenRow {
    /// Its id.
    pub id: uuid::Uuid,
    /// The member for whom it acts.
    pub user_id: uuid::Uuid,
    /// Its name for people.
    pub name: String,
    /// What it allows.
    pub permissions: Vec<String>,
    /// The path of the node that it is bound to.
    pub path: Option<String>,
    /// The agent's name.
    pub agent: String,
    /// The device label.
    pub device: Option<String>,
    /// The tool profile.
    pub profile: String,
    /// Its last four characters.
    pub last_four: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
    /// When it was revoked.
    pub revoked_at: Option<DateTime<Utc>>,
}

/// A token to be stored.
pub struct NewServiceToken<'a> {
    /// Its id.
    pub id: TokenId,
    /// The account.
    pub account: AccountId,
    /// The member for whom it acts.
    pub user: UserId,
    /// Its name for people.
    pub name: &'a str,
    /// What it allows.
    pub permissions: &'a [Permission],
    /// The node that it never reaches outside of.
    pub scope: Option<ScopeId>,
    /// The agent's name.
    pub agent: &'a str,
    /// The device label.
    pub device: Option<&'a str>,
    /// The tool profile.
    pub profile: Profile,
    /// Its last four characters.
    pub last_four: &'a str,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
}

/// Stores a token's row.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert(tx: &mut SystemTx, token: &NewServiceToken<'_>) -> Result<(), AppError> {
    insert_row(tx.conn(), token, None).await
}

async fn insert_row(
    connection: impl sqlx::PgExecutor<'_>,
    token: &NewServiceToken<'_>,
    maker: Option<&Maker<'_>>,
) -> Result<(), AppError> {
    let permissions: Vec<String> = token.permissions.iter().map(|permission| permission.name().to_owned()).collect();
    sqlx::query!(
        "INSERT INTO service_tokens
           (account_id, id, user_id, name, permissions, scope_id, agent, device, profile, last_four, expires_at,
            created_by, kind, secret_hash, jwks)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        token.account.uuid(),
        token.id.uuid(),
        token.user.uuid(),
        token.name,
        &permissions,
        token.scope.map(|scope| scope.0),
        token.agent,
        token.device,
        token.profile.name(),
        token.last_four,
        token.expires_at,
        maker.map(|maker| maker.user.uuid()),
        maker.map_or("token", |maker| maker.kind),
        maker.and_then(|maker| maker.secret_hash),
        maker.and_then(|maker| maker.jwks),
    )
    .execute(connection)
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// All tokens of an account, newest first.
///
/// # Errors
/// Unavailable without a database.
pub async fn list(tx: &mut SystemTx, account: AccountId) -> Result<Vec<ServiceTokenRow>, AppError> {
    sqlx::query_as!(
        ServiceTokenRow,
        r#"SELECT t.id, t.user_id, t.name, t.permissions, n.path AS "path?", t.agent, t.device, t.profile, t.last_four,
                  t.created_at, t.expires_at, t.revoked_at
           FROM service_tokens AS t
           LEFT JOIN scope_nodes AS n ON n.account_id = t.account_id AND n.id = t.scope_id
           WHERE t.account_id = $1
           ORDER BY t.created_at DESC, t.id DESC"#,
        account.uuid()
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Revokes a token; it holds at the next call on every replica. Says whether there was such a token.
///
/// # Errors
/// Unavailable without a database.
pub async fn revoke(tx: &mut SystemTx, account: Option<AccountId>, token: TokenId) -> Result<bool, AppError> {
    let done = sqlx::query!(
        "UPDATE service_tokens SET revoked_at = coalesce(revoked_at, app.now())
         WHERE id = $2 AND ($1::uuid IS NULL OR account_id = $1)",
        account.map(AccountId::uuid),
        token.uuid()
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(done.rows_affected() > 0)
}
