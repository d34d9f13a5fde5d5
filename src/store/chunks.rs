//! The table `chunks`: the terms of each piece of a text, and the candidates that words find.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::{MemoryId, ScopeId};
use crate::store::frequencies::FrequencyChange;
use crate::store::tx::{AccountTx, from_sqlx};

/// A piece of a memory's text, to be stored.
#[derive(Debug)]
pub struct NewChunk {
    /// Its place in the memory.
    pub chunk: i16,
    /// Where it begins, in characters.
    pub start_char: i32,
    /// How long it is, in characters.
    pub char_count: i32,
    /// How many words it has.
    pub word_count: i32,
    /// Its terms in the text form of a tsvector.
    pub terms: String,
}

/// What is asked of the legs besides the query: each leg filters before it cuts.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// These nodes alone; absent means every readable one, empty means none.
    pub nodes: Option<Vec<ScopeId>>,
    /// Nodes of which only records at `rest` count.
    pub partly: Vec<ScopeId>,
    /// A path inside the nodes `partly`.
    pub rest: Option<String>,
    /// Whether what lies below `rest` counts too.
    pub rest_below: bool,
    /// These kinds alone.
    pub kinds: Option<Vec<String>>,
    /// This memory type alone.
    pub memory_type: Option<String>,
    /// What this agent wrote alone.
    pub agent: Option<String>,
    /// What was written on the device of this label alone.
    pub device: Option<String>,
    /// What belongs to this project of the workspaces family alone.
    pub project: Option<String>,
    /// Not before.
    pub since: Option<DateTime<Utc>>,
    /// Before.
    pub until: Option<DateTime<Utc>>,
}

/// A chunk that words found, with how often it holds each term that was counted.
#[derive(Debug)]
pub struct WordCandidate {
    /// The memory.
    pub memory: MemoryId,
    /// The chunk of it.
    pub chunk: i16,
    /// How many words the chunk has.
    pub word_count: i32,
    /// Occurrences of each term, in the order in which the terms were given.
    pub counts: Vec<i32>,
}

/// Stores the chunks of a memory.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert(
    tx: &mut AccountTx,
    memory: MemoryId,
    scope: ScopeId,
    kind: &str,
    occurred_at: DateTime<Utc>,
    chunks: &[NewChunk],
) -> Result<(), AppError> {
    let account = tx.account().uuid();
    let numbers: Vec<i16> = chunks.iter().map(|chunk| chunk.chunk).collect();
    let starts: Vec<i32> = chunks.iter().map(|chunk| chunk.start_char).collect();
    let chars: Vec<i32> = chunks.iter().map(|chunk| chunk.char_count).collect();
    let words: Vec<i32> = chunks.iter().map(|chunk| chunk.word_count).collect();
    let terms: Vec<String> = chunks.iter().map(|chunk| chunk.terms.clone()).collect();
    sqlx::query!(
        "INSERT INTO chunks
           (account_id, memory_id, chunk, scope_id, kind, occurred_at, current, start_char, char_count, word_count, terms)
         SELECT $1, $2, given.chunk, $3, $4, $5, true, given.start_char, given.char_count, given.word_count, given.terms::tsvector
         FROM unnest($6::smallint[], $7::int[], $8::int[], $9::int[], $10::text[])
           AS given (chunk, start_char, char_count, word_count, terms)",
        account,
        memory.uuid(),
        scope.0,
        kind,
        occurred_at,
        &numbers,
        &starts,
        &chars,
        &words,
        &terms,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Candidates by words (see `app.word_candidates`). `also` are memories that are counted whatever they hold.
///
/// # Errors
/// Unavailable without a database.
pub async fn candidates(
    tx: &mut AccountTx,
    search_terms: &[String],
    count_terms: &[String],
    filter: &Filter,
    also: &[MemoryId],
    cap: i32,
) -> Result<Vec<WordCandidate>, AppError> {
    let also: Vec<Uuid> = also.iter().map(|memory| memory.uuid()).collect();
    let nodes: Option<Vec<i32>> = filter.nodes.as_ref().map(|nodes| nodes.iter().map(|node| node.0).collect());
    let partly: Vec<i32> = filter.partly.iter().map(|node| node.0).collect();
    let rows = sqlx::query!(
        r#"SELECT memory_id AS "memory_id!", chunk AS "chunk!", word_count AS "word_count!", counts AS "counts!"
           FROM app.word_candidates($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)"#,
        search_terms,
        count_terms,
        nodes.as_deref(),
        filter.kinds.as_deref(),
        filter.memory_type.as_deref(),
        filter.agent.as_deref(),
        filter.device.as_deref(),
        &partly,
        filter.rest.as_deref(),
        filter.rest_below,
        filter.since,
        filter.until,
        &also,
        cap,
        filter.project.as_deref(),
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(rows
        .into_iter()
        .map(|row| WordCandidate {
            memory: row.memory_id.into(),
            chunk: row.chunk,
            word_count: row.word_count,
            counts: row.counts,
        })
        .collect())
}

/// Where a chunk lies in its memory's text, in characters: start and length, by memory and chunk.
///
/// # Errors
/// Unavailable without a database.
pub async fn places(tx: &mut AccountTx, wanted: &[(MemoryId, i16)]) -> Result<Vec<(MemoryId, usize, usize)>, AppError> {
    let account = tx.account().uuid();
    let (memories, chunks): (Vec<Uuid>, Vec<i16>) =
        wanted.iter().map(|(memory, chunk)| (memory.uuid(), *chunk)).unzip();
    let rows = sqlx::query!(
        "SELECT c.memory_id, c.start_char, c.char_count
         FROM unnest($2::uuid[], $3::smallint[]) AS given (memory_id, chunk)
         JOIN chunks AS c ON c.account_id = $1 AND c.memory_id = given.memory_id AND c.chunk = given.chunk",
        account,
        &memories,
        &chunks,
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let start = usize::try_from(row.start_char).unwrap_or(0);
            (row.memory_id.into(), start, usize::try_from(row.char_count).unwrap_or(0))
        })
        .collect())
}

/// Takes memories out of the words leg: they stay findable where past rows are asked for. Returns what the counts lose.
///
/// # Errors
/// Unavailable without a database.
pub async fn retire(tx: &mut AccountTx, memories: &[MemoryId]) -> Result<BTreeMap<ScopeId, FrequencyChange>, AppError> {
    let lost = loss(tx, memories).await?;
    let account = tx.account().uuid();
    let ids: Vec<Uuid> = memories.iter().map(|memory| memory.uuid()).collect();
    sqlx::query!(
        "UPDATE chunks SET current = false WHERE account_id = $1 AND memory_id = ANY ($2) AND current",
        account,
        &ids
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(lost)
}

/// Removes the chunks of memories. Returns what the counts lose.
///
/// # Errors
/// Unavailable without a database.
pub async fn delete(tx: &mut AccountTx, memories: &[MemoryId]) -> Result<BTreeMap<ScopeId, FrequencyChange>, AppError> {
    let lost = loss(tx, memories).await?;
    let account = tx.account().uuid();
    let ids: Vec<Uuid> = memories.iter().map(|memory| memory.uuid()).collect();
    sqlx::query!("DELETE FROM chunks WHERE account_id = $1 AND memory_id = ANY ($2)", account, &ids)
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(lost)
}

async fn loss(tx: &mut AccountTx, memories: &[MemoryId]) -> Result<BTreeMap<ScopeId, FrequencyChange>, AppError> {
    let account = tx.account().uuid();
    let ids: Vec<Uuid> = memories.iter().map(|memory| memory.uuid()).collect();
    let mut lost: BTreeMap<ScopeId, FrequencyChange> = BTreeMap::new();
    let totals = sqlx::query!(
        r#"SELECT scope_id, count(*) AS "chunks!", coalesce(sum(word_count), 0) AS "words!"
           FROM chunks
           WHERE account_id = $1 AND memory_id = ANY ($2) AND current
           GROUP BY scope_id"#,
        account,
        &ids
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    for row in totals {
        let change = lost.entry(ScopeId(row.scope_id)).or_default();
        change.chunks = -row.chunks;
        change.words = -row.words;
    }
    let terms = sqlx::query!(
        r#"SELECT c.scope_id, held.term AS "term!", count(*)::int AS "chunks!"
           FROM chunks AS c CROSS JOIN LATERAL unnest(tsvector_to_array(c.terms)) AS held (term)
           WHERE c.account_id = $1 AND c.memory_id = ANY ($2) AND c.current
           GROUP BY c.scope_id, held.term"#,
        account,
        &ids
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    for row in terms {
        lost.entry(ScopeId(row.scope_id)).or_default().terms.insert(row.term, -row.chunks);
    }
    Ok(lost)
}
