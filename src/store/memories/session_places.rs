//! How memories stand in their sessions.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::MemoryId;
use crate::store::tx::{AccountTx, from_sqlx};

/// A memory among those of its session.
#[derive(Debug, Clone, Copy)]
pub struct Standing {
    /// The memory.
    pub id: MemoryId,
    /// The moment that it is about.
    pub moment: DateTime<Utc>,
    /// Whether it belongs to a session and has a place there.
    pub in_session: bool,
    /// The one before it in its session.
    pub before: Option<MemoryId>,
    /// The one after it in its session.
    pub after: Option<MemoryId>,
}

struct Row {
    id: Uuid,
    moment: DateTime<Utc>,
    in_session: bool,
    before: Option<Uuid>,
    after: Option<Uuid>,
}

/// How these memories stand in their sessions.
///
/// # Errors
/// Unavailable without a database.
pub async fn standings(tx: &mut AccountTx, ids: &[MemoryId]) -> Result<Vec<Standing>, AppError> {
    let account = tx.account().uuid();
    let ids: Vec<Uuid> = ids.iter().map(|id| id.uuid()).collect();
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT m.id, coalesce(m.occurred_at, m.recorded_at) AS "moment!",
                  m.session IS NOT NULL AND m.session_position IS NOT NULL AS "in_session!",
                  (SELECT b.id FROM memories AS b
                   WHERE b.account_id = m.account_id AND b.scope_id = m.scope_id AND b.session = m.session
                     AND b.session_position = m.session_position::bigint - 1 AND b.status = 'active' LIMIT 1) AS "before?",
                  (SELECT a.id FROM memories AS a
                   WHERE a.account_id = m.account_id AND a.scope_id = m.scope_id AND a.session = m.session
                     AND a.session_position = m.session_position::bigint + 1 AND a.status = 'active' LIMIT 1) AS "after?"
           FROM memories AS m
           WHERE m.account_id = $1 AND m.id = ANY ($2)"#,
        account,
        &ids
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    let standing = |row: Row| Standing {
        id: row.id.into(),
        moment: row.moment,
        in_session: row.in_session,
        before: row.before.map(MemoryId::from),
        after: row.after.map(MemoryId::from),
    };
    Ok(rows.into_iter().map(standing).collect())
}
