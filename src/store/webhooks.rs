//! The table `webhooks`: targets that are told of changes. What they are told is read from the change feed in a transaction
//! of the member who made the webhook, so that it never learns of more than that member may read.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::clock::rfc3339;
use crate::error::AppError;
use crate::ids::{AccountId, JobId, UserId, WebhookId, new_uuid, public_record_id};
use crate::store::tx::{AccountTx, SystemTx, from_sqlx};

/// The kind of the jobs that deliver.
pub const DELIVERY: &str = "webhook_delivery";

/// How many changes are queued for one webhook at once.
const BATCH: i64 = 200;

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

/// A webhook that has not been told of all that happened.
#[derive(Debug)]
pub struct BehindWebhook {
    /// Its account.
    pub account_id: Uuid,
    /// Its id.
    pub id: Uuid,
    /// The member who made it.
    pub created_by: Uuid,
}

/// Webhooks that have not been told of all that happened.
///
/// # Errors
/// Unavailable without a database.
pub async fn behind(tx: &mut SystemTx) -> Result<Vec<BehindWebhook>, AppError> {
    sqlx::query_as!(
        BehindWebhook,
        "SELECT w.account_id, w.id, w.created_by
         FROM webhooks AS w
         JOIN change_positions AS p ON p.account_id = w.account_id
         WHERE w.disabled_at IS NULL AND p.last > w.next_position
         ORDER BY p.last - w.next_position, w.id
         LIMIT 200"
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Stops a webhook whose maker may no longer read for it.
///
/// # Errors
/// Unavailable without a database.
pub async fn disable(tx: &mut SystemTx, account: AccountId, webhook: WebhookId) -> Result<(), AppError> {
    sqlx::query!(
        "UPDATE webhooks SET disabled_at = coalesce(disabled_at, app.now()) WHERE account_id = $1 AND id = $2",
        account.uuid(),
        webhook.uuid()
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Queues a delivery for each change that a webhook has not been told of. The transaction is one of the member who made it,
/// whose readable nodes the feed is bound to; personal nodes are left out, since other admins may point the webhook elsewhere.
/// Says how many deliveries.
///
/// # Errors
/// Unavailable without a database.
pub async fn queue_changes(tx: &mut AccountTx, webhook: WebhookId, by: UserId) -> Result<usize, AppError> {
    let account = tx.account().uuid();
    let held = sqlx::query!(
        "SELECT events, next_position FROM webhooks
         WHERE account_id = $1 AND id = $2 AND disabled_at IS NULL
         FOR UPDATE SKIP LOCKED",
        account,
        webhook.uuid()
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    let Some(held) = held else { return Ok(0) };
    // The head is read before the rows: whatever it counts is committed, and so seen by the next statement.
    let head = sqlx::query_scalar!("SELECT last FROM change_positions WHERE account_id = $1", account)
        .fetch_optional(tx.conn())
        .await
        .map_err(from_sqlx)?;
    let Some(head) = head.filter(|head| *head > held.next_position) else { return Ok(0) };
    let head = head.min(held.next_position + BATCH);
    let all = held.events.iter().any(|event| event == "all");
    let changes = sqlx::query!(
        r#"SELECT c.position AS "position!", c.at, c.what, c.record_kind, c.record_id, n.path
           FROM changes AS c
           JOIN scope_nodes AS n ON n.account_id = c.account_id AND n.id = c.scope_id
           WHERE c.account_id = $1 AND c.position > $2 AND c.position <= $3
             AND ($4 OR c.record_kind = ANY ($5)) AND split_part(n.path, '/', 1) <> 'people'
           ORDER BY c.position"#,
        account,
        held.next_position,
        head,
        all,
        &held.events,
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    let ids: Vec<Uuid> = changes.iter().map(|_| new_uuid()).collect();
    let payloads: Vec<Value> = changes
        .iter()
        .zip(&ids)
        .map(|(change, id)| {
            json!({
                "message": JobId::from(*id),
                "type": format!("{}.{}", change.record_kind, change.what),
                "timestamp": rfc3339(change.at),
                "data": {
                    "position": change.position,
                    "what": change.what,
                    "record_kind": change.record_kind,
                    "record_id": public_record_id(&change.record_kind, change.record_id),
                    "scope": change.path,
                },
            })
        })
        .collect();
    sqlx::query!(
        "INSERT INTO jobs (account_id, id, kind, subject, payload, created_by)
         SELECT $1, given.id, $2, $3, given.payload, $4
         FROM unnest($5::uuid[], $6::jsonb[]) AS given (id, payload)",
        account,
        DELIVERY,
        webhook.uuid(),
        by.uuid(),
        &ids,
        &payloads,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    sqlx::query!(
        "UPDATE webhooks SET next_position = $3 WHERE account_id = $1 AND id = $2",
        account,
        webhook.uuid(),
        head
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(ids.len())
}

/// Where a delivery goes.
#[derive(Debug)]
pub struct DeliveryTarget {
    /// Its URL.
    pub url: String,
    /// Its secret, sealed.
    pub sealed_secret: Vec<u8>,
    /// The secret before the last rotation, where it still holds.
    pub previous_secret: Option<Vec<u8>>,
    /// Whether it is told anything.
    pub is_enabled: bool,
}

/// Where a delivery goes, where there is still such a webhook.
///
/// # Errors
/// Unavailable without a database.
pub async fn target(
    tx: &mut SystemTx,
    account: AccountId,
    webhook: WebhookId,
    now: Option<&str>,
) -> Result<Option<DeliveryTarget>, AppError> {
    sqlx::query_as!(
        DeliveryTarget,
        r#"SELECT url, sealed_secret,
                  CASE WHEN previous_until > coalesce($3::text::timestamptz, app.now()) THEN previous_secret END AS previous_secret,
                  disabled_at IS NULL AS "is_enabled!"
           FROM webhooks WHERE account_id = $1 AND id = $2"#,
        account.uuid(),
        webhook.uuid(),
        now
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)
}
