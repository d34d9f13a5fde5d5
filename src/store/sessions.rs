//! The tables `agents` and `session_reads`, and when tokens were last used: a run of an agent's calls, and the nodes that it was shown content from. The
//! agent is the member and the agent name of the grant, over all its connections and tokens.

use crate::error::AppError;
use crate::ids::{ScopeId, TokenId, UserId};
use crate::store::tx::{AccountTx, from_sqlx};

/// A session ends with a pause of so many minutes.
pub const PAUSE_MINUTES: i32 = 30;

/// Marks that an agent is there and was shown these nodes. A pause before it begins a new session.
///
/// # Errors
/// Unavailable without a database.
pub async fn mark(tx: &mut AccountTx, user: UserId, agent: &str, shown: &[ScopeId]) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "INSERT INTO agents AS held (account_id, user_id, agent) VALUES ($1, $2, $3)
         ON CONFLICT (account_id, user_id, agent) DO UPDATE SET
           session_started_at = CASE WHEN held.last_seen_at < app.now() - make_interval(mins => $4)
                                     THEN app.now() ELSE held.session_started_at END,
           last_seen_at = greatest(held.last_seen_at, app.now())",
        account,
        user.uuid(),
        agent,
        PAUSE_MINUTES,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    let nodes: Vec<i32> = shown.iter().map(|node| node.0).collect();
    sqlx::query!(
        "INSERT INTO session_reads AS held (account_id, user_id, agent, scope_id)
         SELECT $1, $2, $3, given.node FROM unnest($4::int[]) AS given (node) ORDER BY given.node
         ON CONFLICT (account_id, user_id, agent, scope_id) DO UPDATE SET last_at = greatest(held.last_at, app.now())",
        account,
        user.uuid(),
        agent,
        &nodes,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Notes that a service token was used, to the minute.
///
/// # Errors
/// Unavailable without a database.
pub async fn mark_token(tx: &mut AccountTx, token: TokenId) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "UPDATE service_tokens SET last_used_at = date_trunc('minute', app.now())
         WHERE account_id = $1 AND id = $2
           AND (last_used_at IS NULL OR last_used_at < date_trunc('minute', app.now()))",
        account,
        token.uuid(),
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// The nodes that an agent's present session was shown.
///
/// # Errors
/// Unavailable without a database.
pub async fn shown(tx: &mut AccountTx, user: UserId, agent: &str) -> Result<Vec<ScopeId>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_scalar!(
        "SELECT r.scope_id
         FROM session_reads AS r
         JOIN agents AS a ON a.account_id = r.account_id AND a.user_id = r.user_id AND a.agent = r.agent
         WHERE r.account_id = $1 AND r.user_id = $2 AND r.agent = $3
           AND a.last_seen_at >= app.now() - make_interval(mins => $4) AND r.last_at >= a.session_started_at
         ORDER BY r.scope_id",
        account,
        user.uuid(),
        agent,
        PAUSE_MINUTES,
    )
    .fetch_all(tx.conn())
    .await
    .map(|nodes| nodes.into_iter().map(ScopeId).collect())
    .map_err(from_sqlx)
}
