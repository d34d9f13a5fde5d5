//! The tables `oauth_clients` and `rate_windows`: who may ask for authorization, and how often strangers may register.

use chrono::{DateTime, Duration, Utc};
use serde_json::Value;

use crate::error::AppError;
use crate::store::tx::{SystemTx, from_sqlx};

/// A client.
#[derive(Debug, Clone)]
pub struct ClientRow {
    /// Its id.
    pub client_id: String,
    /// document, registered or preregistered.
    pub kind: String,
    /// Its name, cleaned.
    pub name: String,
    /// Where answers may go.
    pub redirect_uris: Vec<String>,
    /// How it authenticates.
    pub auth_method: String,
    /// The hash of its secret.
    pub secret_hash: Option<Vec<u8>>,
    /// Its public keys.
    pub jwks: Option<Value>,
    /// Where its public keys stand.
    pub jwks_uri: Option<String>,
    /// Names its registration in the audit log.
    pub correlation_id: Option<String>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Until when its document need not be fetched again.
    pub fresh_until: Option<DateTime<Utc>>,
    /// When it was first granted anything.
    pub first_grant_at: Option<DateTime<Utc>>,
}

/// A client to be stored.
#[derive(Debug)]
pub struct NewClient<'a> {
    /// Its id.
    pub client_id: &'a str,
    /// Its name, cleaned.
    pub name: &'a str,
    /// Where answers may go.
    pub redirect_uris: &'a [String],
    /// The grant types that it wants.
    pub grant_types: &'a [String],
    /// How it authenticates.
    pub auth_method: &'a str,
    /// The hash of its secret.
    pub secret_hash: Option<&'a [u8]>,
    /// Its public keys.
    pub jwks: Option<&'a Value>,
    /// Where its public keys stand.
    pub jwks_uri: Option<&'a str>,
}

/// A client by its id.
///
/// # Errors
/// Unavailable without a database.
pub async fn find(tx: &mut SystemTx, client_id: &str) -> Result<Option<ClientRow>, AppError> {
    sqlx::query_as!(
        ClientRow,
        "SELECT client_id, kind, name, redirect_uris, auth_method, secret_hash, jwks, jwks_uri, correlation_id,
                created_at, fresh_until, first_grant_at
         FROM oauth_clients WHERE client_id = $1",
        client_id
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Stores a client that registered itself.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert_registered(
    tx: &mut SystemTx,
    client: &NewClient<'_>,
    correlation_id: &str,
    created_from: &[u8],
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    sqlx::query!(
        "INSERT INTO oauth_clients (client_id, kind, name, redirect_uris, grant_types, auth_method, secret_hash, jwks, jwks_uri,
                                    correlation_id, created_from, created_at)
         VALUES ($1, 'registered', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        client.client_id,
        client.name,
        client.redirect_uris,
        client.grant_types,
        client.auth_method,
        client.secret_hash,
        client.jwks,
        client.jwks_uri,
        correlation_id,
        created_from,
        now,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Keeps a document that was fetched, in place of an older copy. A client of the operator's is left as it is.
///
/// # Errors
/// Unavailable without a database.
pub async fn keep_document(
    tx: &mut SystemTx,
    client: &NewClient<'_>,
    now: DateTime<Utc>,
    fresh_until: DateTime<Utc>,
) -> Result<(), AppError> {
    sqlx::query!(
        "INSERT INTO oauth_clients AS held (client_id, kind, name, redirect_uris, grant_types, auth_method, jwks, jwks_uri,
                                            created_at, fetched_at, fresh_until)
         VALUES ($1, 'document', $2, $3, $4, $5, $6, $7, $8, $8, $9)
         ON CONFLICT (client_id) DO UPDATE SET
           name = EXCLUDED.name, redirect_uris = EXCLUDED.redirect_uris, grant_types = EXCLUDED.grant_types,
           auth_method = EXCLUDED.auth_method, jwks = EXCLUDED.jwks, jwks_uri = EXCLUDED.jwks_uri,
           fetched_at = EXCLUDED.fetched_at, fresh_until = EXCLUDED.fresh_until
         WHERE held.kind = 'document'",
        client.client_id,
        client.name,
        client.redirect_uris,
        client.grant_types,
        client.auth_method,
        client.jwks,
        client.jwks_uri,
        now,
        fresh_until,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Deletes clients that were never granted anything within a day, a bounded number at a time.
///
/// # Errors
/// Unavailable without a database.
pub async fn collect(tx: &mut SystemTx, now: DateTime<Utc>) -> Result<u64, AppError> {
    let done = sqlx::query!(
        "DELETE FROM oauth_clients WHERE client_id IN (
           SELECT client_id FROM oauth_clients
           WHERE kind <> 'preregistered' AND first_grant_at IS NULL AND greatest(created_at, fetched_at) < $1
           ORDER BY created_at LIMIT 500 FOR UPDATE SKIP LOCKED)",
        now - Duration::hours(24)
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(done.rows_affected())
}

/// How many clients that registered themselves wait for their first grant.
///
/// # Errors
/// Unavailable without a database.
pub async fn waiting(tx: &mut SystemTx) -> Result<i64, AppError> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM oauth_clients WHERE kind = 'registered' AND first_grant_at IS NULL"#
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Marks that a client was granted something.
///
/// # Errors
/// Unavailable without a database.
pub async fn mark_used(tx: &mut SystemTx, client_id: &str, now: DateTime<Utc>) -> Result<(), AppError> {
    sqlx::query!(
        "UPDATE oauth_clients SET first_grant_at = coalesce(first_grant_at, $2), last_used_at = $2 WHERE client_id = $1",
        client_id,
        now
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Counts an attempt of a subject in the window that began at this moment; gives the count so far, this one included.
///
/// # Errors
/// Unavailable without a database.
pub async fn count_attempt(tx: &mut SystemTx, subject: &[u8], window: DateTime<Utc>) -> Result<i32, AppError> {
    sqlx::query_scalar!(
        "INSERT INTO rate_windows AS held (subject, started_at, count) VALUES ($1, $2, 1)
         ON CONFLICT (subject, started_at) DO UPDATE SET count = held.count + 1
         RETURNING count",
        subject,
        window
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Deletes windows that are over, a bounded number at a time.
///
/// # Errors
/// Unavailable without a database.
pub async fn forget_attempts(tx: &mut SystemTx, before: DateTime<Utc>) -> Result<(), AppError> {
    sqlx::query!(
        "DELETE FROM rate_windows WHERE (subject, started_at) IN (
           SELECT subject, started_at FROM rate_windows WHERE started_at < $1 ORDER BY started_at LIMIT 500 FOR UPDATE SKIP LOCKED)",
        before
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}
