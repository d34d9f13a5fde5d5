//! Service tokens as members with the right to them see and change them.

use chrono::{DateTime, Utc};

use crate::error::AppError;
use crate::ids::{ScopeId, TokenId, UserId};
use crate::store::service_tokens::{NewServiceToken, insert_row};
use crate::store::tx::{AccountTx, from_sqlx};

/// A token with everything that is known of it.
#[derive(Debug)]
pub struct TokenRow {
    /// Its id.
    pub id: uuid::Uuid,
    /// token or client.
    pub kind: String,
    /// Its name for people.
    pub name: String,
    /// The member for whom it acts.
    pub user_id: uuid::Uuid,
    /// What it allows.
    pub permissions: Vec<String>,
    /// The node that it is bound to.
    pub scope: Option<i32>,
    /// The path of that node.
    pub path: Option<String>,
    /// The agent's name.
    pub agent: String,
    /// The device label.
    pub device: Option<String>,
    /// The tool profile.
    pub profile: String,
    /// Its last four characters.
    pub last_four: String,
    /// Who made it.
    pub created_by: Option<uuid::Uuid>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
    /// When it was revoked.
    pub revoked_at: Option<DateTime<Utc>>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<DateTime<Utc>>,
    /// The token that took its place.
    pub replaced_by: Option<uuid::Uuid>,
    /// The public keys of a client that signs its assertions.
    pub jwks: Option<serde_json::Value>,
    /// valid, replaced, expired or revoked.
    pub state: String,
}

/// Which tokens a list shows.
#[derive(Debug, Default)]
pub struct TokenFilter {
    /// This one alone.
    pub id: Option<TokenId>,
    /// Those of this member.
    pub user: Option<UserId>,
    /// Those in this state.
    pub state: Option<&'static str>,
    /// The time and id after which the page begins, backwards.
    pub before: Option<(DateTime<Utc>, uuid::Uuid)>,
}

/// A page of tokens, newest first.
///
/// # Errors
/// Unavailable without a database.
pub async fn list(tx: &mut AccountTx, filter: &TokenFilter, limit: usize) -> Result<Vec<TokenRow>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_as!(
        TokenRow,
        r#"SELECT t.id, t.kind, t.name, t.user_id, t.permissions, t.scope_id AS scope, n.path AS "path?", t.agent,
                  t.device, t.profile, t.last_four, t.created_by, t.created_at, t.expires_at, t.revoked_at,
                  t.last_used_at, t.replaced_by, t.jwks, s.state AS "state!"
           FROM service_tokens AS t
           LEFT JOIN scope_nodes AS n ON n.account_id = t.account_id AND n.id = t.scope_id
           CROSS JOIN LATERAL (SELECT CASE WHEN t.revoked_at IS NOT NULL THEN 'revoked'
                                           WHEN t.expires_at <= app.now() THEN 'expired'
                                           WHEN t.replaced_by IS NOT NULL THEN 'replaced'
                                           ELSE 'valid' END AS state) AS s
           WHERE t.account_id = $1
             AND ($2::uuid IS NULL OR t.id = $2)
             AND ($3::uuid IS NULL OR t.user_id = $3)
             AND ($4::text IS NULL OR s.state = $4)
             AND ($5::timestamptz IS NULL OR (t.created_at, t.id) < ($5, $6::uuid))
           ORDER BY t.created_at DESC, t.id DESC
           LIMIT $7"#,
        account,
        filter.id.map(TokenId::uuid),
        filter.user.map(UserId::uuid),
        filter.state,
        filter.before.map(|before| before.0),
        filter.before.map(|before| before.1),
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// A token.
///
/// # Errors
/// Unavailable without a database.
pub async fn find(tx: &mut AccountTx, id: TokenId) -> Result<Option<TokenRow>, AppError> {
    let filter = TokenFilter { id: Some(id), ..TokenFilter::default() };
    Ok(list(tx, &filter, 1).await?.pop())
}

/// A token, which no other call can change until the transaction ends.
///
/// # Errors
/// Unavailable without a database.
pub async fn lock(tx: &mut AccountTx, id: TokenId) -> Result<Option<TokenRow>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_scalar!(
        "SELECT id FROM service_tokens WHERE account_id = $1 AND id = $2 FOR UPDATE",
        account,
        id.uuid()
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    find(tx, id).await
}

/// What is kept besides of a token that a member makes.
#[derive(Debug)]
pub struct Maker<'a> {
    /// Who makes it.
    pub user: UserId,
    /// token or client.
    pub kind: &'static str,
    /// The hash of a client's secret.
    pub secret_hash: Option<&'a [u8]>,
    /// The public keys of a client that signs its assertions.
    pub jwks: Option<&'a serde_json::Value>,
}

/// Stores a token's row.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert(tx: &mut AccountTx, token: &NewServiceToken<'_>, maker: &Maker<'_>) -> Result<(), AppError> {
    insert_row(tx.conn(), token, Some(maker)).await
}

/// What of a token can be changed.
#[derive(Debug)]
pub struct Changed<'a> {
    /// Its name for people.
    pub name: &'a str,
    /// What it allows.
    pub permissions: &'a [String],
    /// The node that it is bound to.
    pub scope: Option<ScopeId>,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
}

/// Changes a token.
///
/// # Errors
/// Unavailable without a database.
pub async fn update(tx: &mut AccountTx, id: TokenId, changed: &Changed<'_>) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "UPDATE service_tokens SET name = $3, permissions = $4, scope_id = $5, expires_at = $6
         WHERE account_id = $1 AND id = $2",
        account,
        id.uuid(),
        changed.name,
        changed.permissions,
        changed.scope.map(|scope| scope.0),
        changed.expires_at,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Another token takes the place of this one, which ends at this time.
///
/// # Errors
/// Unavailable without a database.
pub async fn replace(tx: &mut AccountTx, id: TokenId, by: TokenId, until: DateTime<Utc>) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "UPDATE service_tokens SET replaced_by = $3, expires_at = least(expires_at, $4) WHERE account_id = $1 AND id = $2",
        account,
        id.uuid(),
        by.uuid(),
        until,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Revokes a token, or all of a member that are not revoked yet; says which.
///
/// # Errors
/// Unavailable without a database.
pub async fn revoke(tx: &mut AccountTx, id: Option<TokenId>, user: Option<UserId>) -> Result<Vec<TokenId>, AppError> {
    let account = tx.account().uuid();
    let ids = sqlx::query_scalar!(
        "UPDATE service_tokens SET revoked_at = app.now()
         WHERE account_id = $1 AND (id = $2 OR user_id = $3) AND revoked_at IS NULL
         RETURNING id",
        account,
        id.map(TokenId::uuid),
        user.map(UserId::uuid),
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(ids.into_iter().map(TokenId::from).collect())
}

/// When the grant of a call ends: a service token's, or what a person allowed a client.
///
/// # Errors
/// Unavailable without a database.
pub async fn ends_at(tx: &mut AccountTx, grant: TokenId) -> Result<Option<DateTime<Utc>>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_scalar!(
        r#"SELECT expires_at AS "expires_at!" FROM service_tokens WHERE account_id = $1 AND id = $2
           UNION ALL
           SELECT expires_at FROM oauth_grants WHERE account_id = $1 AND id = $2
           LIMIT 1"#,
        account,
        grant.uuid()
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)
}
