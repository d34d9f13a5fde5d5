//! The table `idempotency`: replies kept so that a retry gets the first one again (ruling 10).

use chrono::{DateTime, Utc};

use crate::error::{AppError, ErrorCode};
use crate::ids::{MemoryId, UserId};
use crate::store::tx::{AccountTx, from_sqlx};

/// Whose key it is and for what.
#[derive(Debug, Clone)]
pub struct KeyOwner<'a> {
    /// The member of the grant.
    pub user: UserId,
    /// The agent name of the grant.
    pub agent: &'a str,
    /// The operation.
    pub operation: &'static str,
    /// The scope, in the workspaces family alone: there the same key in another scope is another request. Empty elsewhere.
    pub scope: &'a str,
    /// The key that the client made.
    pub key: &'a str,
}

/// What is known of a key.
#[derive(Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing: the call may run. Its key is held until the transaction ends.
    New,
    /// The same call was answered with this.
    Answered(String),
    /// The same call was answered, and what it answered about has been erased.
    Erased(MemoryId),
    /// The key was used with other arguments.
    OtherArguments,
}

/// Takes a key for this transaction and says what is known of it.
///
/// # Errors
/// [`ErrorCode::InProgress`] while another transaction holds the key.
pub async fn claim(
    tx: &mut AccountTx,
    owner: &KeyOwner<'_>,
    fingerprint: &[u8],
    expires_at: Option<DateTime<Utc>>,
) -> Result<Known, AppError> {
    let account = tx.account().uuid();
    let lock = format!("{account}/{}/{}/{}/{}/{}", owner.user, owner.agent, owner.operation, owner.scope, owner.key);
    let is_free =
        sqlx::query_scalar!(r#"SELECT pg_try_advisory_xact_lock(hashtextextended($1, 7)) AS "is_free!""#, lock)
            .fetch_one(tx.conn())
            .await
            .map_err(from_sqlx)?;
    if !is_free {
        return Err(AppError::new(ErrorCode::InProgress, "A call with this key is still in progress; retry shortly.")
            .retry_after(std::time::Duration::from_secs(1)));
    }
    let known = sqlx::query!(
        r#"SELECT fingerprint, reply, erased_id, coalesce(expires_at <= app.now(), false) AS "has_expired!"
           FROM idempotency
           WHERE account_id = $1 AND user_id = $2 AND agent = $3 AND operation = $4 AND scope = $5 AND key = $6"#,
        account,
        owner.user.uuid(),
        owner.agent,
        owner.operation,
        owner.scope,
        owner.key,
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    match known {
        Some(row) if !row.has_expired => Ok(match (row.fingerprint == fingerprint, row.erased_id, row.reply) {
            (false, ..) => Known::OtherArguments,
            (true, Some(erased), _) => Known::Erased(erased.into()),
            (true, None, Some(reply)) => Known::Answered(reply),
            (true, None, None) => return Err(AppError::internal("a kept key has no reply")),
        }),
        stale => {
            if stale.is_some() {
                forget(tx, owner).await?;
            }
            sqlx::query!(
                "INSERT INTO idempotency (account_id, user_id, agent, operation, scope, key, fingerprint, expires_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                account,
                owner.user.uuid(),
                owner.agent,
                owner.operation,
                owner.scope,
                owner.key,
                fingerprint,
                expires_at,
            )
            .execute(tx.conn())
            .await
            .map_err(from_sqlx)?;
            Ok(Known::New)
        }
    }
}

async fn forget(tx: &mut AccountTx, owner: &KeyOwner<'_>) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "DELETE FROM idempotency
         WHERE account_id = $1 AND user_id = $2 AND agent = $3 AND operation = $4 AND scope = $5 AND key = $6",
        account,
        owner.user.uuid(),
        owner.agent,
        owner.operation,
        owner.scope,
        owner.key,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Keeps the reply with its key, and which records it names.
///
/// # Errors
/// Unavailable without a database.
pub async fn keep(tx: &mut AccountTx, owner: &KeyOwner<'_>, reply: &str, records: &[MemoryId]) -> Result<(), AppError> {
    let account = tx.account().uuid();
    let records: Vec<uuid::Uuid> = records.iter().map(|record| record.uuid()).collect();
    sqlx::query!(
        "UPDATE idempotency SET reply = $7, record_ids = $8
         WHERE account_id = $1 AND user_id = $2 AND agent = $3 AND operation = $4 AND scope = $5 AND key = $6",
        account,
        owner.user.uuid(),
        owner.agent,
        owner.operation,
        owner.scope,
        owner.key,
        reply,
        &records,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Erases the replies that name one of these records; a retry then learns that it is gone.
///
/// # Errors
/// Unavailable without a database.
pub async fn erase_replies(tx: &mut AccountTx, records: &[MemoryId]) -> Result<(), AppError> {
    let account = tx.account().uuid();
    let records: Vec<uuid::Uuid> = records.iter().map(|record| record.uuid()).collect();
    sqlx::query!(
        "UPDATE idempotency
         SET reply = NULL, erased_id = (SELECT gone FROM unnest($2::uuid[]) AS gone WHERE gone = ANY (record_ids) LIMIT 1)
         WHERE account_id = $1 AND record_ids && $2",
        account,
        &records
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}
