//! Listing memories: newest first, filtered, as of now or of any moment before.
//!
//! Two kinds of time are kept apart. *As of* asks what the store said at a moment: a memory counts from `stored_at` until it
//! was replaced. *Valid at* asks what was true at a moment, as far as the store knows: a memory counts from its `valid_from`
//! (else when it happened, else when it was recorded) until its `valid_to` or until what replaced it became true.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::{Postgres, QueryBuilder, Row};
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::{MemoryId, ScopeId};
use crate::store::memories::MemoryRow;
use crate::store::tx::{AccountTx, from_sqlx};

/// The moments that are asked about; now, where absent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct At {
    /// What the store said at this moment.
    pub as_of: Option<DateTime<Utc>>,
    /// What was true at this moment.
    pub valid_at: Option<DateTime<Utc>>,
}

impl At {
    /// Whether nothing but the present is asked about.
    #[must_use]
    pub const fn is_now(self) -> bool {
        self.as_of.is_none() && self.valid_at.is_none()
    }

    /// Shows a memory as it stood then: what replaced it later had not been said yet.
    pub fn turn_back(self, row: &mut MemoryRow) {
        if let Some(as_of) = self.as_of
            && row.superseded_at.is_some_and(|at| at > as_of)
        {
            "active".clone_into(&mut row.status);
            row.superseded_at = None;
            row.superseded_by = None;
        }
    }
}

/// Which memories are asked for. Policies leave of them only what the call may read; hidden ones are never among them.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// These nodes alone; every readable one where absent, none where empty.
    pub nodes: Option<Vec<ScopeId>>,
    /// These kinds alone.
    pub kinds: Option<Vec<String>>,
    /// active, superseded or resolved alone.
    pub status: Option<&'static str>,
    /// What this agent wrote, by its token or by its own claim.
    pub agent: Option<String>,
    /// What was written in the session of this label.
    pub session: Option<String>,
    /// What carries exactly this topic.
    pub topic: Option<String>,
    /// What matches this regular expression in its text or in a topic, whatever its letter case.
    pub naming: Option<String>,
    /// The moments that are asked about.
    pub at: At,
}

/// A page, newest first; `after` is the last row of the page before.
///
/// # Errors
/// Unavailable without a database.
pub async fn page(
    tx: &mut AccountTx,
    selection: &Selection,
    after: Option<(DateTime<Utc>, Uuid)>,
    limit: usize,
) -> Result<Vec<(MemoryId, DateTime<Utc>)>, AppError> {
    let account = tx.account().uuid();
    let mut query =
        QueryBuilder::<Postgres>::new("SELECT m.id, m.recorded_at FROM memories AS m WHERE m.account_id = ");
    query.push_bind(account);
    push_selection(&mut query, selection);
    if let Some((at, id)) = after {
        query.push(" AND (m.recorded_at, m.id) < (").push_bind(at).push(", ").push_bind(id).push(")");
    }
    query.push(" ORDER BY m.recorded_at DESC, m.id DESC LIMIT ").push_bind(i64::try_from(limit).unwrap_or(i64::MAX));
    let rows = query.build().fetch_all(tx.conn()).await.map_err(from_sqlx)?;
    rows.iter()
        .map(|row| {
            let id: Uuid = row.try_get("id").map_err(from_sqlx)?;
            Ok((id.into(), row.try_get("recorded_at").map_err(from_sqlx)?))
        })
        .collect()
}

/// Whether a memory is one of a selection.
///
/// # Errors
/// Unavailable without a database.
pub async fn is_selected(tx: &mut AccountTx, id: MemoryId, selection: &Selection) -> Result<bool, AppError> {
    let account = tx.account().uuid();
    let mut query = QueryBuilder::<Postgres>::new("SELECT EXISTS (SELECT FROM memories AS m WHERE m.account_id = ");
    query.push_bind(account).push(" AND m.id = ").push_bind(id.uuid());
    push_selection(&mut query, selection);
    query.push(")");
    query.build_query_scalar().fetch_one(tx.conn()).await.map_err(from_sqlx)
}

/// The conditions of a selection, on the alias `m`.
pub(super) fn push_selection(query: &mut QueryBuilder<Postgres>, selection: &Selection) {
    query.push(" AND m.status <> 'forgotten'");
    if let Some(nodes) = &selection.nodes {
        query.push(" AND m.scope_id = ANY (").push_bind(nodes.iter().map(|node| node.0).collect::<Vec<_>>()).push(")");
    }
    if let Some(kinds) = &selection.kinds {
        query.push(" AND m.kind = ANY (").push_bind(kinds.clone()).push(")");
    }
    if let Some(agent) = &selection.agent {
        query.push(" AND ").push_bind(agent.clone()).push(" IN (m.claimed_agent, m.author_agent)");
    }
    if let Some(session) = &selection.session {
        query.push(" AND m.session = ").push_bind(session.clone());
    }
    if let Some(topic) = &selection.topic {
        query
            .push(" AND EXISTS (SELECT FROM memory_topics AS t WHERE t.account_id = m.account_id AND t.memory_id = m.id AND t.topic = ")
            .push_bind(topic.clone())
            .push(")");
    }
    if let Some(naming) = &selection.naming {
        query.push(" AND (m.content ~* ").push_bind(naming.clone());
        query
            .push(" OR EXISTS (SELECT FROM memory_topics AS t WHERE t.account_id = m.account_id AND t.memory_id = m.id AND t.topic ~* ")
            .push_bind(naming.clone())
            .push("))");
    }
    if let Some(as_of) = selection.at.as_of {
        query.push(" AND m.stored_at <= ").push_bind(as_of);
    }
    if let Some(status) = selection.status {
        query.push(" AND ");
        push_status(query, selection.at);
        query.push(" = ").push_bind(status);
    }
    if let Some(valid_at) = selection.at.valid_at {
        query.push(" AND coalesce(m.valid_from, m.occurred_at, m.recorded_at) <= ").push_bind(valid_at);
        query.push(" AND least(coalesce(m.valid_to, 'infinity'), CASE WHEN ");
        push_is_active(query, selection.at);
        query.push(
            " THEN 'infinity' ELSE coalesce(
                (SELECT coalesce(n.valid_from, n.occurred_at, n.recorded_at)
                 FROM supersessions AS s
                 JOIN memories AS n ON n.account_id = s.account_id AND n.id = s.superseding_id
                 WHERE s.account_id = m.account_id AND s.superseded_id = m.id),
                m.superseded_at, 'infinity') END) > ",
        );
        query.push_bind(valid_at);
    }
}

/// Whether the memory was active at the moment that is asked about.
pub(super) fn push_is_active(query: &mut QueryBuilder<Postgres>, at: At) {
    match at.as_of {
        Some(as_of) => {
            query.push("(m.superseded_at IS NULL OR m.superseded_at > ").push_bind(as_of).push(")");
        }
        None => {
            query.push("(m.status = 'active')");
        }
    }
}

fn push_status(query: &mut QueryBuilder<Postgres>, at: At) {
    query.push("CASE WHEN ");
    push_is_active(query, at);
    query.push(" THEN 'active' ELSE m.status END");
}

/// A version in a chain of replacements.
#[derive(Debug, Clone)]
pub struct Link {
    /// The memory.
    pub id: MemoryId,
    /// active, superseded or resolved.
    pub status: String,
    /// When it was recorded.
    pub recorded_at: DateTime<Utc>,
}

/// What a memory replaced and what replaced it, directly or over others, oldest first, itself among them; as of a moment, what
/// was stored then, as it stood then.
///
/// # Errors
/// Unavailable without a database.
pub async fn chain_of(tx: &mut AccountTx, id: MemoryId, at: At) -> Result<Vec<Link>, AppError> {
    let account = tx.account().uuid();
    let rows = sqlx::query!(
        r#"WITH RECURSIVE before AS (
             SELECT $2::uuid AS id, 0 AS step
             UNION
             SELECT s.superseded_id, b.step - 1
             FROM before AS b JOIN supersessions AS s ON s.account_id = $1 AND s.superseding_id = b.id
             WHERE b.step > -200
           ),
           after AS (
             SELECT $2::uuid AS id, 0 AS step
             UNION
             SELECT s.superseding_id, a.step + 1
             FROM after AS a JOIN supersessions AS s ON s.account_id = $1 AND s.superseded_id = a.id
             WHERE a.step < 200
           )
           SELECT m.id, m.status, m.recorded_at, m.stored_at, m.superseded_at
           FROM (SELECT id, min(step) AS step FROM (TABLE before UNION TABLE after) AS every GROUP BY id) AS chain
           JOIN memories AS m ON m.account_id = $1 AND m.id = chain.id AND m.status <> 'forgotten'
           ORDER BY chain.step, m.recorded_at, m.id"#,
        account,
        id.uuid()
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    let was_active = |superseded_at: Option<DateTime<Utc>>| {
        at.as_of.is_some_and(|as_of| superseded_at.is_some_and(|replaced| replaced > as_of))
    };
    Ok(rows
        .into_iter()
        .filter(|row| at.as_of.is_none_or(|as_of| row.stored_at <= as_of))
        .map(|row| Link {
            id: row.id.into(),
            status: if was_active(row.superseded_at) { "active".to_owned() } else { row.status },
            recorded_at: row.recorded_at,
        })
        .collect())
}
