//! The tables `oauth_grants` and `oauth_consents` as members and admins see them: connected apps.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::{AppId, UserId};
use crate::store::tx::{AccountTx, from_sqlx};

/// A connected app.
#[derive(Debug)]
pub struct AppRow {
    /// Its id.
    pub id: Uuid,
    /// The client.
    pub client_id: String,
    /// The client's name.
    pub client_name: String,
    /// What it may do.
    pub permissions: Vec<String>,
    /// The path of the node that it is bound to.
    pub path: Option<String>,
    /// The member's name in paths.
    pub user_slug: String,
    /// When it was connected.
    pub created_at: DateTime<Utc>,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
    /// The day of its last call.
    pub last_used_at: Option<DateTime<Utc>>,
}

/// Apps that are connected, newest first: one member's, or everybody's.
///
/// # Errors
/// Unavailable without a database.
pub async fn list(
    tx: &mut AccountTx,
    user: Option<UserId>,
    before: Option<(DateTime<Utc>, Uuid)>,
    limit: usize,
) -> Result<Vec<AppRow>, AppError> {
    let account = tx.account().uuid();
    let (at, id) = before.unzip();
    sqlx::query_as!(
        AppRow,
        r#"SELECT g.id, g.client_id, g.client_name, g.permissions, n.path AS "path?", m.slug AS user_slug, g.created_at,
                  g.expires_at, date_trunc('day', g.last_used_at, 'UTC') AS last_used_at
           FROM oauth_grants AS g
           JOIN memberships AS m ON m.account_id = g.account_id AND m.user_id = g.user_id
           LEFT JOIN scope_nodes AS n ON n.account_id = g.account_id AND n.id = g.scope_id
           WHERE g.account_id = $1 AND g.revoked_at IS NULL AND g.expires_at > app.now()
             AND ($2::uuid IS NULL OR g.user_id = $2)
             AND ($3::timestamptz IS NULL OR (g.created_at, g.id) < ($3, $4))
           ORDER BY g.created_at DESC, g.id DESC
           LIMIT $5"#,
        account,
        user.map(UserId::uuid),
        at,
        id,
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Disconnects an app, and forgets that its client was consented to. Says whether there was such an app.
///
/// # Errors
/// Unavailable without a database.
pub async fn revoke(tx: &mut AccountTx, app: AppId, user: Option<UserId>, reason: &str) -> Result<bool, AppError> {
    let account = tx.account().uuid();
    let revoked = sqlx::query!(
        "UPDATE oauth_grants SET revoked_at = app.now(), revoked_for = $4
         WHERE account_id = $1 AND id = $2 AND ($3::uuid IS NULL OR user_id = $3) AND revoked_at IS NULL
         RETURNING user_id, client_id",
        account,
        app.uuid(),
        user.map(UserId::uuid),
        reason
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    let Some(revoked) = revoked else { return Ok(false) };
    sqlx::query!(
        "DELETE FROM oauth_consents WHERE account_id = $1 AND user_id = $2 AND client_id = $3",
        account,
        revoked.user_id,
        revoked.client_id
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(true)
}
