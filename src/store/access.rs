//! The statement that begins a call: it checks that grant and membership are still good, resolves the nodes that the call
//! reaches, and sets what the policies read.

use chrono::{DateTime, Utc};

use crate::auth::{Authorized, Caller, Permission, Role};
use crate::error::{AppError, ErrorCode};
use crate::ids::ScopeId;
use crate::store::tx::{AccountTx, from_sqlx};

/// What a call reaches, as it stands in this very transaction.
#[derive(Debug, Clone)]
pub struct Access {
    /// What the caller is in the account now.
    pub role: Role,
    /// The caller's name in paths: `people/<slug>`.
    pub slug: String,
    /// The caller's name for people.
    pub display_name: String,
    /// What the grant allows now: it may have been narrowed since the token was made.
    pub permissions: Vec<Permission>,
    /// The agent's name, of the grant and never of the request.
    pub agent: String,
    /// The device label of the grant.
    pub device: Option<String>,
    /// The node that the grant is bound to; empty for the root.
    pub bound_path: Option<String>,
    /// Nodes that may be read.
    pub readable: Vec<ScopeId>,
    /// Nodes that may be written.
    pub writable: Vec<ScopeId>,
}

impl Access {
    /// Whether a node may be read.
    #[must_use]
    pub fn reads(&self, node: ScopeId) -> bool {
        self.readable.binary_search(&node).is_ok()
    }

    /// Whether a node may be written.
    #[must_use]
    pub fn writes(&self, node: ScopeId) -> bool {
        self.writable.binary_search(&node).is_ok()
    }
}

/// Enters the account for a call.
///
/// # Errors
/// Unauthenticated where the grant or membership no longer holds, insufficient scope where the grant was narrowed,
/// forbidden where the role does not allow the operation.
pub async fn enter(
    tx: &mut AccountTx,
    proof: &Authorized<'_>,
    timeout_ms: i32,
    test_clock: Option<String>,
) -> Result<Access, AppError> {
    let caller = proof.caller();
    let row = sqlx::query!(
        r#"SELECT state AS "state!", role, slug, display_name, granted, agent, device, bound_path, readable, writable
           FROM app.enter($1, $2, $3, $4, $5)"#,
        caller.account().uuid(),
        caller.user().uuid(),
        caller.token().map(crate::ids::TokenId::uuid),
        timeout_ms,
        test_clock,
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)?;

    if row.state != "ok" {
        let ended = AppError::new(ErrorCode::Unauthenticated, "The token is not valid, has expired or was revoked.");
        return Err(ended.with("error", "invalid_token"));
    }
    let role: Role = row.role.unwrap_or_default().parse().map_err(AppError::internal)?;
    let permissions = match row.granted {
        Some(names) => allowed(&names.iter().filter_map(|name| name.parse().ok()).collect::<Vec<_>>(), caller),
        None => caller.permissions().to_vec(),
    };
    let access = Access {
        role,
        slug: row.slug.unwrap_or_default(),
        display_name: row.display_name.unwrap_or_default(),
        permissions,
        agent: row.agent.unwrap_or_else(|| "annals-cli".to_owned()),
        device: row.device,
        bound_path: row.bound_path,
        readable: row.readable.unwrap_or_default().into_iter().map(ScopeId).collect(),
        writable: row.writable.unwrap_or_default().into_iter().map(ScopeId).collect(),
    };
    proof.holds_for(&access.permissions)?;
    let above = |permission: &&Permission| permission.least_role() > role;
    if role < proof.role() || proof.permissions().iter().any(|permission| above(&permission)) {
        return Err(AppError::new(
            ErrorCode::Forbidden,
            format!("Your role in this account, {}, does not allow this.", role.name()),
        ));
    }
    Ok(access)
}

/// What grant and token both allow: either may be the narrower.
fn allowed(granted: &[Permission], caller: &Caller) -> Vec<Permission> {
    let mut both: Vec<Permission> = granted.iter().copied().filter(|held| caller.may(*held)).collect();
    let carried = caller.permissions().iter().copied().filter(|held| granted.iter().any(|given| given.implies(*held)));
    both.extend(carried);
    both.sort_unstable();
    both.dedup();
    both
}

/// Resolves anew which nodes the call reaches, by the same function as at its start: another call may have made one since.
///
/// # Errors
/// Unavailable without a database.
pub async fn resolve_again(tx: &mut AccountTx, access: &mut Access, caller: &Caller) -> Result<(), AppError> {
    let row = sqlx::query!(
        "SELECT readable, writable
         FROM app.enter($1, $2, $3, (SELECT setting::int FROM pg_settings WHERE name = 'statement_timeout'),
                        current_setting('app.test_clock', true))",
        caller.account().uuid(),
        caller.user().uuid(),
        caller.token().map(crate::ids::TokenId::uuid),
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)?;
    access.readable = row.readable.unwrap_or_default().into_iter().map(ScopeId).collect();
    access.writable = row.writable.unwrap_or_default().into_iter().map(ScopeId).collect();
    Ok(())
}

/// Lets the rest of the call reach a node that it has just made: the policies read the nodes that were resolved at its
/// start. The caller of this function has checked that the node above may be written.
///
/// # Errors
/// Unavailable without a database.
pub async fn extend(tx: &mut AccountTx, access: &mut Access, node: ScopeId) -> Result<(), AppError> {
    for reached in [&mut access.readable, &mut access.writable] {
        if let Err(place) = reached.binary_search(&node) {
            reached.insert(place, node);
        }
    }
    sqlx::query!(
        "SELECT set_config('app.readable_nodes', array_append(app.readable_nodes(), $1)::text, true) AS readable,
                set_config('app.writable_nodes', array_append(app.writable_nodes(), $1)::text, true) AS writable",
        node.0
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// The database's moment, by which everything is ordered.
///
/// # Errors
/// Unavailable without a database.
pub async fn now(tx: &mut AccountTx) -> Result<DateTime<Utc>, AppError> {
    sqlx::query_scalar!(r#"SELECT app.now() AS "now!""#).fetch_one(tx.conn()).await.map_err(from_sqlx)
}
