//! The table `oauth_steps`, and what of a connection stands in the audit log: the diary of each connection under one
//! correlation id. Never a token, a code or an address.

use chrono::{DateTime, Duration, Utc};

use crate::error::AppError;
use crate::ids::{AccountId, TokenId, UserId, new_uuid};
use crate::store::tx::{SystemTx, from_sqlx};

/// A step before the account is known.
#[derive(Debug)]
pub struct Step<'a> {
    /// Names the connection.
    pub correlation_id: &'a str,
    /// discover, register or authorize.
    pub step: &'a str,
    /// The client.
    pub client_id: Option<&'a str>,
    /// Why it was refused.
    pub code: Option<&'a str>,
    /// The request.
    pub request_id: &'a str,
}

/// An event of a connection whose account is known.
#[derive(Debug)]
pub struct ConnectionEvent<'a> {
    /// The account.
    pub account: AccountId,
    /// Who is answerable.
    pub user: UserId,
    /// The grant.
    pub grant: TokenId,
    /// The agent of the grant.
    pub agent: &'a str,
    /// The client.
    pub client_id: &'a str,
    /// What happened.
    pub operation: &'a str,
    /// Why it was refused, where it was.
    pub code: Option<&'a str>,
    /// Names the connection.
    pub correlation_id: &'a str,
    /// The request.
    pub request_id: &'a str,
}

/// Records a step, once for each connection and outcome, and lets go of steps of a week ago, a bounded number at a time.
///
/// # Errors
/// Unavailable without a database.
pub async fn record_step(tx: &mut SystemTx, step: &Step<'_>, now: DateTime<Utc>) -> Result<(), AppError> {
    sqlx::query!(
        "WITH gone AS (
           DELETE FROM oauth_steps WHERE id IN (
             SELECT id FROM oauth_steps WHERE at < $7 ORDER BY at LIMIT 100 FOR UPDATE SKIP LOCKED)
         )
         INSERT INTO oauth_steps (id, correlation_id, at, step, client_id, code, request_id)
         SELECT $1, $2, $8, $3, $4, $5, $6
         WHERE NOT EXISTS (SELECT FROM oauth_steps
                           WHERE correlation_id = $2 AND step = $3 AND client_id IS NOT DISTINCT FROM $4
                             AND code IS NOT DISTINCT FROM $5 AND at > $8::timestamptz - interval '10 minutes')",
        new_uuid(),
        step.correlation_id,
        step.step,
        step.client_id,
        step.code,
        step.request_id,
        now - Duration::days(7),
        now,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Gives steps of one correlation id another: what an address looked up belongs to the registration that follows.
///
/// # Errors
/// Unavailable without a database.
pub async fn adopt(tx: &mut SystemTx, from: &str, to: &str, since: DateTime<Utc>) -> Result<(), AppError> {
    sqlx::query!("UPDATE oauth_steps SET correlation_id = $2 WHERE correlation_id = $1 AND at > $3", from, to, since)
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(())
}

/// Copies the steps of a connection into the audit log of the account that consented.
///
/// # Errors
/// Unavailable without a database.
pub async fn copy_to_audit(tx: &mut SystemTx, event: &ConnectionEvent<'_>) -> Result<(), AppError> {
    sqlx::query!(
        "INSERT INTO audit_events (account_id, at, user_id, grant_id, agent, surface, operation, outcome, code, request_id,
                                   correlation_id, client_id)
         SELECT $1, s.at, $2, $3, $4, 'oauth', 'oauth_' || s.step, CASE WHEN s.code IS NULL THEN 'done' ELSE 'denied' END,
                s.code, s.request_id, $5, $6
         FROM oauth_steps AS s WHERE s.correlation_id = $5",
        event.account.uuid(),
        event.user.uuid(),
        event.grant.uuid(),
        event.agent,
        event.correlation_id,
        event.client_id,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Records an event of a connection.
///
/// # Errors
/// Unavailable without a database.
pub async fn record_event(tx: &mut SystemTx, event: &ConnectionEvent<'_>, now: DateTime<Utc>) -> Result<(), AppError> {
    sqlx::query!(
        "INSERT INTO audit_events (account_id, at, user_id, grant_id, agent, surface, operation, outcome, code, request_id,
                                   correlation_id, client_id)
         VALUES ($1, $2, $3, $4, $5, 'oauth', $6, CASE WHEN $7::text IS NULL THEN 'done' ELSE 'denied' END, $7, $8, $9, $10)",
        event.account.uuid(),
        now,
        event.user.uuid(),
        event.grant.uuid(),
        event.agent,
        event.operation,
        event.code,
        event.request_id,
        event.correlation_id,
        event.client_id,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}
