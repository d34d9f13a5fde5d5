//! What happened to a record and to those it replaced, from the table `changes`.

use chrono::{DateTime, Utc};

use crate::error::AppError;
use crate::ids::MemoryId;
use crate::store::tx::{AccountTx, from_sqlx};

/// Characters of a text that a history shows.
pub const SHOWN: i32 = 1_000;

/// Something that happened to a record.
#[derive(Debug)]
pub struct HistoryRow {
    /// Its place in the history, from 1.
    pub sequence: i64,
    /// created, seen_again, superseded, resolved, hidden, restored, redacted or erased.
    pub what: String,
    /// When.
    pub at: DateTime<Utc>,
    /// The member's name in paths.
    pub user_slug: String,
    /// The member's name for people.
    pub user_name: String,
    /// The agent.
    pub agent: String,
    /// The record's number; absent where it has been erased.
    pub number: Option<i64>,
    /// Its version.
    pub revision: Option<i32>,
    /// How it stood before it was hidden, or stands.
    pub standing: Option<String>,
    /// The beginning of its text, unless it is hidden.
    pub beginning: Option<String>,
    /// How many characters the whole text has, unless it is hidden.
    pub content_chars: Option<i32>,
    /// Why the version was made.
    pub change_reason: Option<String>,
    /// Why it was hidden.
    pub forgotten_reason: Option<String>,
    /// The number of the record that it replaced.
    pub previous_number: Option<i64>,
    /// The version that it replaced.
    pub previous_revision: Option<i32>,
    /// The beginning of the text that it replaced, unless that is hidden.
    pub previous_beginning: Option<String>,
    /// How many characters the text that it replaced has, unless that is hidden.
    pub previous_chars: Option<i32>,
    /// The number of the record that replaced it.
    pub superseded_by: Option<i64>,
}

/// What happened to a record and to its predecessors, oldest first, after a place in that history. A replacement is one
/// entry, that of the new version, as long as the history reaches it.
///
/// # Errors
/// Unavailable without a database.
pub async fn list(tx: &mut AccountTx, id: MemoryId, after: i64, limit: usize) -> Result<Vec<HistoryRow>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_as!(
        HistoryRow,
        r#"WITH RECURSIVE chain AS (
             SELECT $2::uuid AS id
             UNION
             SELECT s.superseded_id
             FROM chain AS c
             JOIN supersessions AS s ON s.account_id = $1 AND s.superseding_id = c.id
           ),
           members AS (
             SELECT id FROM chain
             UNION
             SELECT t.memory_id
             FROM memories AS m
             JOIN tombstones AS t ON t.account_id = m.account_id AND t.lineage_id = m.lineage_id AND t.revision < m.revision
             WHERE m.account_id = $1 AND m.id = $2
           ),
           events AS (
             SELECT row_number() OVER (ORDER BY c.event_id) AS sequence, c.what, c.at, c.user_id, c.agent, c.record_id
             FROM changes AS c
             WHERE c.account_id = $1 AND c.record_kind = 'memory' AND c.record_id IN (SELECT id FROM members)
               AND NOT (c.what IN ('superseded', 'resolved') AND EXISTS (
                 SELECT FROM supersessions AS s
                 WHERE s.account_id = $1 AND s.superseded_id = c.record_id AND s.superseding_id IN (SELECT id FROM members)))
           )
           SELECT e.sequence AS "sequence!", e.what, e.at, u.slug AS user_slug, u.display_name AS user_name, e.agent,
                  m.number AS "number?", m.revision AS "revision?",
                  coalesce(m.status_before, m.status) AS "standing?",
                  CASE WHEN m.status <> 'forgotten' THEN left(m.content, $5) END AS beginning,
                  CASE WHEN m.status <> 'forgotten' THEN m.content_chars END AS content_chars,
                  m.change_reason AS "change_reason?", m.forgotten_reason AS "forgotten_reason?",
                  p.number AS "previous_number?", p.revision AS "previous_revision?",
                  p.beginning AS "previous_beginning?", p.content_chars AS "previous_chars?",
                  n.number AS "superseded_by?"
           FROM events AS e
           JOIN memberships AS u ON u.account_id = $1 AND u.user_id = e.user_id
           LEFT JOIN memories AS m ON m.account_id = $1 AND m.id = e.record_id
           LEFT JOIN LATERAL (
             SELECT o.number, o.revision,
                    CASE WHEN o.status <> 'forgotten' THEN left(o.content, $5) END AS beginning,
                    CASE WHEN o.status <> 'forgotten' THEN o.content_chars END AS content_chars
             FROM supersessions AS s
             JOIN memories AS o ON o.account_id = s.account_id AND o.id = s.superseded_id
             WHERE s.account_id = $1 AND s.superseding_id = e.record_id
             ORDER BY s.created_at, s.superseded_id
             LIMIT 1
           ) AS p ON true
           LEFT JOIN LATERAL (
             SELECT o.number
             FROM supersessions AS s
             JOIN memories AS o ON o.account_id = s.account_id AND o.id = s.superseding_id
             WHERE s.account_id = $1 AND s.superseded_id = e.record_id
           ) AS n ON true
           WHERE e.sequence > $3
           ORDER BY e.sequence
           LIMIT $4"#,
        account,
        id.uuid(),
        after,
        i64::try_from(limit).unwrap_or(i64::MAX),
        SHOWN,
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}
