//! Storing a memory.

use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::{MemoryId, ScopeId, TokenId, UserId};
use crate::store::tx::{AccountTx, from_sqlx};

/// A memory to be stored: cleaned, redacted and validated.
#[derive(Debug, Clone)]
pub struct NewMemory {
    /// Its id.
    pub id: MemoryId,
    /// Its small number.
    pub number: i64,
    /// Where it lives.
    pub scope: ScopeId,
    /// Its own path below the node.
    pub path: String,
    /// What it is.
    pub kind: String,
    /// The remember family's type.
    pub memory_type: Option<String>,
    /// The subject's name, in the facts family.
    pub name: Option<String>,
    /// The workspaces family's project, an attribute.
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
    /// 100 for what a member wrote; a derived text has the least of its sources.
    pub trust: i16,
    /// The hash of the folded text; absent where it never folds.
    pub fold_hash: Option<Vec<u8>>,
    /// Secrets that were cut.
    pub redactions: i32,
    /// Hidden characters that were removed.
    pub characters_cleaned: i32,
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
    /// The member who is answerable.
    pub author: UserId,
    /// The agent, of the grant.
    pub author_agent: String,
    /// The OAuth client.
    pub author_client: Option<String>,
    /// The device label, of the grant.
    pub author_device: Option<String>,
    /// The grant.
    pub author_grant: Option<TokenId>,
    /// Who wrote it where it came from.
    pub imported_author: Option<String>,
    /// When it was recorded where it came from; now, where absent.
    pub recorded_at: Option<DateTime<Utc>>,
    /// When it happened.
    pub occurred_at: Option<DateTime<Utc>>,
    /// From when it is true.
    pub valid_from: Option<DateTime<Utc>>,
    /// Until when it is true.
    pub valid_to: Option<DateTime<Utc>>,
    /// When it may be dropped.
    pub expires_at: Option<DateTime<Utc>>,
    /// Free words, `file:`, `service:`, `doc:` topics.
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
    /// The hash of the folded text alone.
    pub text_hash: Option<Vec<u8>>,
    /// Set where the text reads like instructions.
    pub label: Option<&'static str>,
    /// The summary that it is an item of, and its place there.
    pub summary: Option<(Uuid, i16)>,
    /// Why the version was made.
    pub change_reason: Option<String>,
    /// The lineage that it goes on with, and its revision there; a new lineage of its own where absent.
    pub continues: Option<(MemoryId, i32)>,
    /// Whether newer news is there already, so that it is stored as history.
    pub is_late: bool,
    /// The moment from which the store says it; now, where absent.
    pub stored_at: Option<DateTime<Utc>>,
}

/// What storing came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Insertion {
    /// The memory that says it: the new one, or the one that said it already.
    pub id: MemoryId,
    /// Whether it was stored now.
    pub stored: bool,
    /// How often it has been said.
    pub seen_count: i32,
    /// The moment under which the legs find it.
    pub occurred_at: DateTime<Utc>,
}

/// Stores a memory, or counts the active one of the same scope, kind and folded text as seen again: one statement, so that
/// any number of identical saves at once leave one active record.
///
/// # Errors
/// Conflict where the external id or semantic key is taken.
pub async fn insert(tx: &mut AccountTx, new: &NewMemory) -> Result<Insertion, AppError> {
    let account = tx.account().uuid();
    let row = sqlx::query!(
        r#"INSERT INTO memories AS held
             (account_id, id, number, scope_id, path, kind, memory_type, name, project, content, content_chars, context,
              importance, confidence, metadata, lineage_id, trust, fold_hash, redactions, characters_cleaned, session,
              session_position, external_id, decided_by, claimed_agent, author_user_id, author_agent, author_client,
              author_device, author_grant_id, imported_author, recorded_at, occurred_at, valid_from, valid_to, expires_at,
              tags, importance_word, branch, source_format, text_hash, label, summary_id, summary_place, change_reason,
              revision, status, stored_at, superseded_at)
           VALUES ($1, $2::uuid, $3, $4, $5, $6, $7, $8, $9, $10, char_length($10), $11,
                   $12, $13, $14, coalesce($44::uuid, $2::uuid), $15, $16, $17, $18, $19,
                   $20, $21, $22, $23, $24, $25, $26,
                   $27, $28, $29, coalesce($30, app.now()), $31, $32, $33, $34,
                   $35, $36, $37, $38, $39, $40, $41, $42, $43,
                   $45, $46, coalesce($47, app.now()),
                   CASE WHEN $46 = 'superseded' THEN coalesce($47, app.now()) END)
           ON CONFLICT (account_id, scope_id, fold_hash) WHERE status = 'active' AND fold_hash IS NOT NULL
             DO UPDATE SET seen_count = held.seen_count + 1, last_seen_at = app.now()
           RETURNING id, id = $2::uuid AS "stored!", seen_count, coalesce(occurred_at, recorded_at) AS "occurred_at!""#,
        account,
        new.id.uuid(),
        new.number,
        new.scope.0,
        new.path,
        new.kind,
        new.memory_type,
        new.name,
        new.project,
        new.content,
        new.context,
        new.importance,
        new.confidence,
        new.metadata,
        new.trust,
        new.fold_hash,
        new.redactions,
        new.characters_cleaned,
        new.session,
        new.session_position,
        new.external_id,
        new.decided_by,
        new.claimed_agent,
        new.author.uuid(),
        new.author_agent,
        new.author_client,
        new.author_device,
        new.author_grant.map(TokenId::uuid),
        new.imported_author,
        new.recorded_at,
        new.occurred_at,
        new.valid_from,
        new.valid_to,
        new.expires_at,
        new.tags.as_deref(),
        new.importance_word,
        new.branch,
        new.source_format,
        new.text_hash,
        new.label,
        new.summary.map(|(summary, _)| summary),
        new.summary.map(|(_, place)| place),
        new.change_reason,
        new.continues.map(|(lineage, _)| lineage.uuid()),
        new.continues.map_or(1, |(_, revision)| revision),
        if new.is_late { "superseded" } else { "active" },
        new.stored_at,
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)?;
    if row.stored {
        tx.count_usage(1, i64::try_from(new.content.len()).unwrap_or(i64::MAX));
        insert_topics(tx, account, new).await?;
    }
    Ok(Insertion { id: row.id.into(), stored: row.stored, seen_count: row.seen_count, occurred_at: row.occurred_at })
}

async fn insert_topics(tx: &mut AccountTx, account: Uuid, new: &NewMemory) -> Result<(), AppError> {
    if !new.topics.is_empty() {
        sqlx::query!(
            "INSERT INTO memory_topics (account_id, memory_id, topic, scope_id)
             SELECT $1, $2, given.topic, $3 FROM unnest($4::text[]) AS given (topic)
             ON CONFLICT DO NOTHING",
            account,
            new.id.uuid(),
            new.scope.0,
            &new.topics
        )
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    }
    if !new.links.is_empty() {
        sqlx::query!(
            "INSERT INTO memory_links (account_id, memory_id, position, url, scope_id)
             SELECT $1, $2, given.place::smallint, given.url, $3 FROM unnest($4::text[]) WITH ORDINALITY AS given (url, place)",
            account,
            new.id.uuid(),
            new.scope.0,
            &new.links
        )
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    }
    Ok(())
}
