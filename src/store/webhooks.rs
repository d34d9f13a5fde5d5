//! The table `webhooks`: targets that are told of changes. What they are told is read from the change feed in a transaction
//! of the member who made the webhook, so that it never learns of more than that member may read.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::{UserId, WebhookId};
use crate::store::tx::{AccountTx, from_sqlx};

mod feed;

pub use feed::{BehindWebhook, DeliveryTarget, behind, disable, queue_changes, target};

/// The kind of the jobs that deliver.
pub const DELIVERY: &str = "webhook_delivery";

/// A webhook.
#[derive(Debug)]
pub struct WebhookRow {
    /// Its id.
    pub id: Uuid,
    /// Its target.
    pub url: String,
    /// The kinds of records that it is told of.
    pub events: Vec<String>,
    /// Until when the secret before the last rotation holds.
    pub previous_until: Option<DateTime<Utc>>,
    /// The member who made it.
    pub user_slug: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Since when it is told nothing.
    pub disabled_at: Option<DateTime<Utc>>,
}

/// Stores a webhook; it is told of what happens from now on.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert(
    tx: &mut AccountTx,
    webhook: WebhookId,
    url: &str,
    events: &[String],
    sealed_secret: &[u8],
    by: UserId,
) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "INSERT INTO webhooks (account_id, id, url, events, sealed_secret, next_position, created_by)
         VALUES ($1, $2, $3, $4, $5, coalesce((SELECT p.last FROM change_positions AS p WHERE p.account_id = $1), 0), $6)",
        account,
        webhook.uuid(),
        url,
        events,
        sealed_secret,
        by.uuid(),
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// How many webhooks the account has.
///
/// # Errors
/// Unavailable without a database.
pub async fn count(tx: &mut AccountTx) -> Result<i64, AppError> {
    let account = tx.account().uuid();
    sqlx::query_scalar!(r#"SELECT count(*) AS "count!" FROM webhooks WHERE account_id = $1"#, account)
        .fetch_one(tx.conn())
        .await
        .map_err(from_sqlx)
}

/// Webhooks, newest first.
///
/// # Errors
/// Unavailable without a database.
pub async fn list(
    tx: &mut AccountTx,
    before: Option<(DateTime<Utc>, Uuid)>,
    limit: usize,
) -> Result<Vec<WebhookRow>, AppError> {
    let account = tx.account().uuid();
    let (at, id) = before.unzip();
    sqlx::query_as!(
        WebhookRow,
        "SELECT w.id, w.url, w.events, w.previous_until, m.slug AS user_slug, w.created_at, w.disabled_at
         FROM webhooks AS w
         JOIN memberships AS m ON m.account_id = w.account_id AND m.user_id = w.created_by
         WHERE w.account_id = $1 AND ($2::timestamptz IS NULL OR (w.created_at, w.id) < ($2, $3))
         ORDER BY w.created_at DESC, w.id DESC
         LIMIT $4",
        account,
        at,
        id,
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// A webhook.
///
/// # Errors
/// Unavailable without a database.
pub async fn get(tx: &mut AccountTx, webhook: WebhookId) -> Result<Option<WebhookRow>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_as!(
        WebhookRow,
        "SELECT w.id, w.url, w.events, w.previous_until, m.slug AS user_slug, w.created_at, w.disabled_at
         FROM webhooks AS w
         JOIN memberships AS m ON m.account_id = w.account_id AND m.user_id = w.created_by
         WHERE w.account_id = $1 AND w.id = $2",
        account,
        webhook.uuid()
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Locks a webhook until the transaction ends.
///
/// # Errors
/// Unavailable without a database.
pub async fn lock(tx: &mut AccountTx, webhook: WebhookId) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!("SELECT id FROM webhooks WHERE account_id = $1 AND id = $2 FOR UPDATE", account, webhook.uuid())
        .fetch_optional(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(())
}

/// Changes a webhook. One that is enabled again is told of what happens from then on.
///
/// # Errors
/// Unavailable without a database.
pub async fn update(
    tx: &mut AccountTx,
    webhook: WebhookId,
    url: &str,
    events: &[String],
    enabled: bool,
) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "UPDATE webhooks
         SET url = $3, events = $4, disabled_at = CASE WHEN $5 THEN NULL ELSE coalesce(disabled_at, app.now()) END,
             next_position = CASE WHEN $5 AND disabled_at IS NOT NULL
               THEN greatest(next_position, coalesce((SELECT p.last FROM change_positions AS p WHERE p.account_id = $1), 0))
               ELSE next_position END
         WHERE account_id = $1 AND id = $2",
        account,
        webhook.uuid(),
        url,
        events,
        enabled,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Puts a new secret in the place of the one that there is, which holds for a day more. The one before that is forgotten.
///
/// # Errors
/// Unavailable without a database.
pub async fn rotate(tx: &mut AccountTx, webhook: WebhookId, sealed_secret: &[u8]) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "UPDATE webhooks
         SET previous_secret = sealed_secret, previous_until = app.now() + interval '24 hours', sealed_secret = $3
         WHERE account_id = $1 AND id = $2",
        account,
        webhook.uuid(),
        sealed_secret
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Takes a webhook away. Says whether there was one.
///
/// # Errors
/// Unavailable without a database.
pub async fn delete(tx: &mut AccountTx, webhook: WebhookId) -> Result<bool, AppError> {
    let account = tx.account().uuid();
    let done = sqlx::query!("DELETE FROM webhooks WHERE account_id = $1 AND id = $2", account, webhook.uuid())
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(done.rows_affected() > 0)
}
