//! The tables `summaries` and `summary_items`: what a session decided, in prose, and the memories that it recorded.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::{MemoryId, ScopeId, SummaryId, UserId};
use crate::store::tx::{AccountTx, from_sqlx};

/// A summary to be stored: cleaned and redacted.
#[derive(Debug)]
pub struct NewSummary<'a> {
    /// Its id.
    pub id: SummaryId,
    /// Where it lives.
    pub scope: ScopeId,
    /// The agent that the call named: a claim.
    pub claimed_agent: Option<&'a str>,
    /// The session's label.
    pub session: Option<&'a str>,
    /// compaction, end, turns or manual.
    pub trigger: &'static str,
    /// The summary in prose; empty where there are only items.
    pub text: &'a str,
    /// How many items it has.
    pub items: usize,
    /// Secrets that were cut from the text.
    pub redactions: u32,
    /// The member who is answerable.
    pub author: UserId,
    /// The agent, of the grant.
    pub author_agent: &'a str,
}

/// A summary as it is served.
#[derive(Debug)]
pub struct SummaryRow {
    /// Its id.
    pub id: Uuid,
    /// Where it lives.
    pub scope_id: i32,
    /// The agent that the call named: a claim.
    pub claimed_agent: Option<String>,
    /// The session's label.
    pub session: Option<String>,
    /// compaction, end, turns or manual.
    pub trigger: String,
    /// The summary in prose.
    pub text: String,
    /// How many items it has.
    pub item_count: i16,
    /// Secrets that were cut from the text.
    pub redactions: i32,
    /// The member's name for people.
    pub author_name: String,
    /// The agent, of the grant.
    pub author_agent: String,
    /// When it was recorded.
    pub created_at: DateTime<Utc>,
}

/// An item of a summary: the memory as it stands now, or the gap that it left.
#[derive(Debug)]
pub struct ItemRow {
    /// The summary.
    pub summary_id: Uuid,
    /// Its place there, from 0.
    pub place: i16,
    /// The memory.
    pub memory_id: Uuid,
    /// Where the memory lives.
    pub scope_id: Option<i32>,
    /// What it is; absent where it is gone or not the reader's to see.
    pub kind: Option<String>,
    /// active, superseded or resolved.
    pub status: Option<String>,
    /// The beginning of its text.
    pub text: Option<String>,
    /// When it was deleted.
    pub deleted_at: Option<DateTime<Utc>>,
}

/// Stores a summary.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert(tx: &mut AccountTx, new: &NewSummary<'_>) -> Result<DateTime<Utc>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_scalar!(
        "INSERT INTO summaries
           (account_id, id, scope_id, claimed_agent, session, trigger, text, item_count, redactions, author_user_id, author_agent)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         RETURNING created_at",
        account,
        new.id.uuid(),
        new.scope.0,
        new.claimed_agent,
        new.session,
        new.trigger,
        new.text,
        i16::try_from(new.items).unwrap_or(i16::MAX),
        i32::try_from(new.redactions).unwrap_or(i32::MAX),
        new.author.uuid(),
        new.author_agent,
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Stores which memories a summary's items are, in their order.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert_items(
    tx: &mut AccountTx,
    summary: SummaryId,
    scope: ScopeId,
    memories: &[MemoryId],
) -> Result<(), AppError> {
    let account = tx.account().uuid();
    let memories: Vec<Uuid> = memories.iter().map(|memory| memory.uuid()).collect();
    sqlx::query!(
        "INSERT INTO summary_items (account_id, summary_id, place, memory_id, scope_id)
         SELECT $1, $2, (given.place - 1)::smallint, given.memory, $3
         FROM unnest($4::uuid[]) WITH ORDINALITY AS given (memory, place)",
        account,
        summary.uuid(),
        scope.0,
        &memories,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Which summaries are asked for.
#[derive(Debug, Default)]
pub struct SummaryFilter {
    /// These nodes alone; every readable one where absent.
    pub nodes: Option<Vec<ScopeId>>,
    /// What this agent wrote, by its token or by its own claim.
    pub agent: Option<String>,
    /// What was written in the session of this label.
    pub session: Option<String>,
    /// What the store held at this moment.
    pub as_of: Option<DateTime<Utc>>,
}

/// A page, newest first; `after` is the last row of the page before.
///
/// # Errors
/// Unavailable without a database.
pub async fn page(
    tx: &mut AccountTx,
    filter: &SummaryFilter,
    after: Option<(DateTime<Utc>, Uuid)>,
    limit: usize,
) -> Result<Vec<SummaryRow>, AppError> {
    let account = tx.account().uuid();
    let nodes: Option<Vec<i32>> = filter.nodes.as_ref().map(|nodes| nodes.iter().map(|node| node.0).collect());
    let (at, id) = after.map_or((None, None), |(at, id)| (Some(at), Some(id)));
    sqlx::query_as!(
        SummaryRow,
        r#"SELECT s.id, s.scope_id, s.claimed_agent, s.session, s.trigger, s.text, s.item_count, s.redactions,
                  u.display_name AS author_name, s.author_agent, s.created_at
           FROM summaries AS s
           JOIN memberships AS u ON u.account_id = s.account_id AND u.user_id = s.author_user_id
           WHERE s.account_id = $1
             AND ($2::int[] IS NULL OR s.scope_id = ANY ($2))
             AND ($3::text IS NULL OR $3 IN (s.claimed_agent, s.author_agent))
             AND ($4::text IS NULL OR s.session = $4)
             AND ($5::timestamptz IS NULL OR s.created_at <= $5)
             AND ($6::timestamptz IS NULL OR (s.created_at, s.id) < ($6, $7))
           ORDER BY s.created_at DESC, s.id DESC
           LIMIT $8"#,
        account,
        nodes.as_deref(),
        filter.agent,
        filter.session,
        filter.as_of,
        at,
        id,
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// The items of summaries, each text cut to so many characters and one more.
///
/// # Errors
/// Unavailable without a database.
pub async fn items(tx: &mut AccountTx, summaries: &[Uuid], longest: usize) -> Result<Vec<ItemRow>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_as!(
        ItemRow,
        r#"SELECT i.summary_id, i.place, i.memory_id, m.scope_id AS "scope_id?", m.kind AS "kind?", m.status AS "status?",
                  left(m.content, $3) AS text, coalesce(gone.erased_at, hidden.forgotten_at) AS deleted_at
           FROM summary_items AS i
           LEFT JOIN memories AS m ON m.account_id = i.account_id AND m.id = i.memory_id AND m.status <> 'forgotten'
           LEFT JOIN memories AS hidden
             ON hidden.account_id = i.account_id AND hidden.id = i.memory_id AND hidden.status = 'forgotten'
           LEFT JOIN tombstones AS gone ON gone.account_id = i.account_id AND gone.memory_id = i.memory_id
           WHERE i.account_id = $1 AND i.summary_id = ANY ($2)
           ORDER BY i.summary_id, i.place"#,
        account,
        summaries,
        i32::try_from(longest + 1).unwrap_or(i32::MAX),
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}
