//! What webhooks have not been told of yet, and where a delivery goes.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::clock::rfc3339;
use crate::error::AppError;
use crate::ids::{AccountId, JobId, UserId, WebhookId, new_uuid, public_record_id};
use crate::store::tx::{AccountTx, SystemTx, from_sqlx};
use crate::store::webhooks::DELIVERY;

/// How many changes are queued for one webhook at once.
const BATCH: i64 = 200;

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
