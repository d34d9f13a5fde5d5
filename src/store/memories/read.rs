//! Reading memories. Policies leave only what the call may read.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::{MemoryId, ScopeId};
use crate::store::tx::{AccountTx, from_sqlx};

/// A memory as it is served, with the names of its place and people.
#[derive(Debug, Clone)]
pub struct MemoryRow {
    /// Its id.
    pub id: Uuid,
    /// Its small number.
    pub number: i64,
    /// The node it lives in.
    pub scope_id: i32,
    /// The node's path.
    pub scope_path: String,
    /// Its own path below the node.
    pub path: String,
    /// What it is.
    pub kind: String,
    /// The remember family's type.
    pub memory_type: Option<String>,
    /// The subject's name.
    pub name: Option<String>,
    /// The workspaces family's project.
    pub project: Option<String>,
    /// The text.
    pub content: String,
    /// Text that goes with it.
    pub context: Option<String>,
    /// 0 to 1.
    pub importance: Option<f32>,
    /// 0 to 1.
    pub confidence: Option<f32>,
    /// What a client keeps beside it.
    pub metadata: Value,
    /// The versions of one thing.
    pub lineage_id: Uuid,
    /// Which version.
    pub revision: i32,
    /// active, superseded, resolved or forgotten.
    pub status: String,
    /// How often it has been said.
    pub seen_count: i32,
    /// The session's label.
    pub session: Option<String>,
    /// The place in the session.
    pub session_position: Option<i32>,
    /// The id in the system that it was imported from.
    pub external_id: Option<String>,
    /// Who decided: a claim.
    pub decided_by: Option<String>,
    /// The agent that a call named: a claim.
    pub claimed_agent: Option<String>,
    /// The member's name in paths.
    pub author_slug: String,
    /// The member's name for people.
    pub author_name: String,
    /// The agent, of the grant.
    pub author_agent: String,
    /// The device label.
    pub author_device: Option<String>,
    /// Who wrote it where it came from.
    pub imported_author: Option<String>,
    /// When it was recorded.
    pub recorded_at: DateTime<Utc>,
    /// When it happened.
    pub occurred_at: Option<DateTime<Utc>>,
    /// From when it is true.
    pub valid_from: Option<DateTime<Utc>>,
    /// Until when it is true.
    pub valid_to: Option<DateTime<Utc>>,
    /// When it may be dropped.
    pub expires_at: Option<DateTime<Utc>>,
    /// When it was replaced.
    pub superseded_at: Option<DateTime<Utc>>,
    /// When its text was replaced by redaction.
    pub redacted_at: Option<DateTime<Utc>>,
    /// The memory that replaced it.
    pub superseded_by: Option<Uuid>,
    /// The memories that it replaced.
    pub supersedes: Vec<Uuid>,
    /// Topics.
    pub topics: Vec<String>,
    /// Links.
    pub links: Vec<String>,
    /// The workspaces family's tags.
    pub tags: Option<Vec<String>>,
    /// low, medium, high or critical.
    pub importance_word: Option<String>,
    /// The branch of the workspaces family.
    pub branch: Option<String>,
    /// auto or conversation.
    pub source_format: Option<String>,
    /// Set where the text reads like instructions.
    pub label: Option<String>,
    /// Why the version was made.
    pub change_reason: Option<String>,
    /// When it was said last.
    pub last_seen_at: DateTime<Utc>,
    /// When its row last changed.
    pub updated_at: DateTime<Utc>,
    /// Secrets that were cut.
    pub redactions: i32,
    /// How far it is trusted, 0 to 100.
    pub trust: i16,
}

impl MemoryRow {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> MemoryId {
        self.id.into()
    }

    /// Its whole path: the node's and its own.
    #[must_use]
    pub fn full_path(&self) -> String {
        crate::scope_path::join(&self.scope_path, &self.path)
    }

    /// Who wrote it, for a reader: the author where it came from, else the agent and the member.
    #[must_use]
    pub fn writer(&self) -> String {
        match &self.imported_author {
            Some(author) => author.clone(),
            None => format!("{} for {}", self.author_agent, self.author_name),
        }
    }

    /// The moment that it is about.
    #[must_use]
    pub fn moment(&self) -> DateTime<Utc> {
        self.occurred_at.unwrap_or(self.recorded_at)
    }
}

/// One memory that is not forgotten.
///
/// # Errors
/// Unavailable without a database.
pub async fn get(tx: &mut AccountTx, id: MemoryId) -> Result<Option<MemoryRow>, AppError> {
    Ok(get_many(tx, &[id]).await?.pop())
}

/// These memories, save forgotten ones, in no order.
///
/// # Errors
/// Unavailable without a database.
pub async fn get_many(tx: &mut AccountTx, ids: &[MemoryId]) -> Result<Vec<MemoryRow>, AppError> {
    let account = tx.account().uuid();
    let ids: Vec<Uuid> = ids.iter().map(|id| id.uuid()).collect();
    sqlx::query_as!(
        MemoryRow,
        r#"SELECT m.id, m.number, m.scope_id, n.path AS scope_path, m.path, m.kind, m.memory_type, m.name, m.project,
                  m.content, m.context, m.importance, m.confidence, m.metadata, m.lineage_id, m.revision, m.status,
                  m.seen_count, m.session, m.session_position, m.external_id, m.decided_by, m.claimed_agent,
                  u.slug AS author_slug, u.display_name AS author_name, m.author_agent, m.author_device,
                  m.imported_author, m.recorded_at, m.occurred_at, m.valid_from, m.valid_to, m.expires_at,
                  m.superseded_at, m.redacted_at, m.tags, m.importance_word, m.branch, m.source_format, m.label,
                  m.change_reason, m.last_seen_at, m.updated_at, m.redactions, m.trust,
                  (SELECT s.superseding_id FROM supersessions AS s
                   WHERE s.account_id = m.account_id AND s.superseded_id = m.id) AS superseded_by,
                  ARRAY(SELECT s.superseded_id FROM supersessions AS s
                        WHERE s.account_id = m.account_id AND s.superseding_id = m.id
                        ORDER BY s.created_at, s.superseded_id) AS "supersedes!",
                  ARRAY(SELECT t.topic FROM memory_topics AS t
                        WHERE t.account_id = m.account_id AND t.memory_id = m.id
                        ORDER BY t.topic) AS "topics!",
                  ARRAY(SELECT l.url FROM memory_links AS l
                        WHERE l.account_id = m.account_id AND l.memory_id = m.id
                        ORDER BY l.position) AS "links!"
           FROM memories AS m
           JOIN scope_nodes AS n ON n.account_id = m.account_id AND n.id = m.scope_id
           JOIN memberships AS u ON u.account_id = m.account_id AND u.user_id = m.author_user_id
           WHERE m.account_id = $1 AND m.id = ANY ($2) AND m.status <> 'forgotten'"#,
        account,
        &ids
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Locks a memory for the rest of the transaction and says where it lives and how it stands, forgotten or not. Its neighbours
/// in its chain are locked with it, in the order of ids: who takes it away joins them, and two who take neighbours away must
/// not wait for each other.
///
/// # Errors
/// Unavailable without a database.
pub async fn lock(tx: &mut AccountTx, id: MemoryId) -> Result<Option<(ScopeId, String)>, AppError> {
    let account = tx.account().uuid();
    let rows = sqlx::query!(
        "SELECT id, scope_id, status FROM memories
         WHERE account_id = $1
           AND id IN (SELECT $2::uuid
                      UNION SELECT s.superseded_id FROM supersessions AS s WHERE s.account_id = $1 AND s.superseding_id = $2
                      UNION SELECT s.superseding_id FROM supersessions AS s WHERE s.account_id = $1 AND s.superseded_id = $2)
         ORDER BY id
         FOR UPDATE",
        account,
        id.uuid()
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    let row = rows.into_iter().find(|row| row.id == id.uuid());
    Ok(row.map(|row| (ScopeId(row.scope_id), row.status)))
}

/// Which of these external ids the node holds already; a memory's own id counts as one, since an export gives it where there
/// is no other.
///
/// # Errors
/// Unavailable without a database.
pub async fn seen_external(tx: &mut AccountTx, scope: ScopeId, ids: &[String]) -> Result<HashSet<String>, AppError> {
    let account = tx.account().uuid();
    let own: Vec<Option<Uuid>> = ids.iter().map(|id| id.parse::<MemoryId>().ok().map(MemoryId::uuid)).collect();
    sqlx::query_scalar!(
        r#"SELECT external_id AS "external_id!" FROM memories
           WHERE account_id = $1 AND scope_id = $2 AND external_id = ANY ($3)
           UNION
           SELECT given.external_id
           FROM unnest($3::text[], $4::uuid[]) AS given (external_id, own_id)
           JOIN memories AS m ON m.account_id = $1 AND m.scope_id = $2 AND m.id = given.own_id"#,
        account,
        scope.0,
        ids,
        &own as _,
    )
    .fetch_all(tx.conn())
    .await
    .map(|ids| ids.into_iter().collect())
    .map_err(from_sqlx)
}

/// A page of everything in these nodes that is not forgotten, oldest first; `after` is the last row of the page before.
///
/// # Errors
/// Unavailable without a database.
pub async fn export_page(
    tx: &mut AccountTx,
    nodes: &[ScopeId],
    after: Option<(DateTime<Utc>, MemoryId)>,
    limit: usize,
) -> Result<Vec<MemoryRow>, AppError> {
    let account = tx.account().uuid();
    let nodes: Vec<i32> = nodes.iter().map(|node| node.0).collect();
    let (at, id) = after.map_or((None, None), |(at, id)| (Some(at), Some(id.uuid())));
    let ids = sqlx::query_scalar!(
        "SELECT id FROM memories
         WHERE account_id = $1 AND scope_id = ANY ($2) AND status <> 'forgotten'
           AND ($3::timestamptz IS NULL OR (recorded_at, id) > ($3, $4))
         ORDER BY recorded_at, id
         LIMIT $5",
        account,
        &nodes,
        at,
        id,
        i64::try_from(limit).unwrap_or(i64::MAX)
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    let ids: Vec<MemoryId> = ids.into_iter().map(MemoryId::from).collect();
    let mut rows = get_many(tx, &ids).await?;
    rows.sort_by_key(|row| (row.recorded_at, row.id));
    Ok(rows)
}
