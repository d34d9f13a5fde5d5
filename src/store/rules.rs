//! The table `rules`: what binds a node and all below it.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::{RuleId, ScopeId, UserId};
use crate::store::tx::{AccountTx, from_sqlx};

/// A rule to be stored.
#[derive(Debug)]
pub struct NewRule<'a> {
    /// Its id.
    pub id: RuleId,
    /// The node that it binds, with all below.
    pub scope: ScopeId,
    /// convention, decision or correction.
    pub kind: &'static str,
    /// The agent that a correction is aimed at.
    pub agent: Option<&'a str>,
    /// The text.
    pub text: &'a str,
    /// Whether it is in force at once or awaits a person.
    pub in_force: bool,
    /// Set where the text reads like instructions.
    pub label: Option<&'static str>,
    /// Who wrote it.
    pub author: UserId,
    /// The agent of the grant.
    pub author_agent: &'a str,
}

/// A rule as it is served.
#[derive(Debug)]
pub struct RuleRow {
    /// Its id.
    pub id: Uuid,
    /// The path of the node that it binds.
    pub scope_path: String,
    /// convention, decision or correction.
    pub kind: String,
    /// The agent that a correction is aimed at.
    pub agent: Option<String>,
    /// The text.
    pub text: String,
    /// proposed, in_force, replaced, retired or rejected.
    pub state: String,
    /// Set where the text reads like instructions.
    pub label: Option<String>,
    /// The rule that replaced it.
    pub replaced_by: Option<Uuid>,
    /// The member's name for people.
    pub author_name: String,
    /// The agent of the grant.
    pub author_agent: String,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// From when it binds.
    pub in_force_at: Option<DateTime<Utc>>,
    /// Until when it bound.
    pub ended_at: Option<DateTime<Utc>>,
}

/// What a list of rules asks for.
#[derive(Debug, Default)]
pub struct RuleFilter<'a> {
    /// The nodes whose rules are asked for; all that reach the caller where absent.
    pub nodes: Option<Vec<ScopeId>>,
    /// This kind alone.
    pub kind: Option<&'a str>,
    /// This state alone.
    pub state: Option<&'a str>,
    /// Corrections aimed at this agent alone.
    pub agent: Option<&'a str>,
    /// After the last row of the page before.
    pub before: Option<(DateTime<Utc>, Uuid)>,
}

/// Stores a rule.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert(tx: &mut AccountTx, rule: &NewRule<'_>) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "INSERT INTO rules
           (account_id, id, scope_id, kind, agent, text, state, label, author_user_id, author_agent, in_force_at)
         VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $7 THEN 'in_force' ELSE 'proposed' END, $8, $9, $10,
                 CASE WHEN $7 THEN app.now() END)",
        account,
        rule.id.uuid(),
        rule.scope.0,
        rule.kind,
        rule.agent,
        rule.text,
        rule.in_force,
        rule.label,
        rule.author.uuid(),
        rule.author_agent,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Rules, newest first.
///
/// # Errors
/// Unavailable without a database.
pub async fn list(tx: &mut AccountTx, filter: &RuleFilter<'_>, limit: usize) -> Result<Vec<RuleRow>, AppError> {
    let account = tx.account().uuid();
    let nodes: Option<Vec<i32>> = filter.nodes.as_ref().map(|nodes| nodes.iter().map(|node| node.0).collect());
    let (at, id) = filter.before.map_or((None, None), |(at, id)| (Some(at), Some(id)));
    sqlx::query_as!(
        RuleRow,
        r#"SELECT r.id, n.path AS scope_path, r.kind, r.agent, r.text, r.state, r.label, r.replaced_by,
                  u.display_name AS author_name, r.author_agent, r.created_at, r.in_force_at,
                  r.ended_at
           FROM rules AS r
           JOIN scope_nodes AS n ON n.account_id = r.account_id AND n.id = r.scope_id
           JOIN memberships AS u ON u.account_id = r.account_id AND u.user_id = r.author_user_id
           WHERE r.account_id = $1
             AND ($2::int[] IS NULL OR r.scope_id = ANY ($2))
             AND ($3::text IS NULL OR r.kind = $3)
             AND ($4::text IS NULL OR r.state = $4)
             AND ($5::text IS NULL OR r.agent = $5)
             AND ($6::timestamptz IS NULL OR (r.created_at, r.id) < ($6, $7))
           ORDER BY r.created_at DESC, r.id DESC
           LIMIT $8"#,
        account,
        nodes.as_deref(),
        filter.kind,
        filter.state,
        filter.agent,
        at,
        id,
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}
