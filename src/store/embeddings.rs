//! The tables `embeddings` (current rows, scanned exactly within an account) and `embeddings_past`.

use chrono::{DateTime, Utc};
use pgvector::HalfVector;
use sqlx::{Postgres, QueryBuilder, Row};
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::{MemoryId, ScopeId};
use crate::store::chunks::Filter;
use crate::store::tx::{AccountTx, from_sqlx};

/// A chunk that meaning found.
#[derive(Debug, Clone, Copy)]
pub struct MeaningCandidate {
    /// The memory.
    pub memory: MemoryId,
    /// The chunk of it.
    pub chunk: i16,
    /// Cosine similarity, −1 to 1.
    pub cosine: f32,
}

/// Stores the vectors of a memory's chunks. Vectors are of unit length.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert(
    tx: &mut AccountTx,
    memory: MemoryId,
    scope: ScopeId,
    kind: &str,
    occurred_at: DateTime<Utc>,
    model: i16,
    vectors: &[(i16, Vec<f32>)],
) -> Result<(), AppError> {
    let account = tx.account().uuid();
    let chunks: Vec<i16> = vectors.iter().map(|(chunk, _)| *chunk).collect();
    let halves: Vec<HalfVector> = vectors.iter().map(|(_, vector)| HalfVector::from_f32_slice(vector)).collect();
    sqlx::query!(
        "INSERT INTO embeddings (account_id, memory_id, chunk, model, scope_id, kind, occurred_at, vector)
         SELECT $1, $2, given.chunk, $3, $4, $5, $6, given.vector
         FROM unnest($7::smallint[], $8::halfvec[]) AS given (chunk, vector)",
        account,
        memory.uuid(),
        model,
        scope.0,
        kind,
        occurred_at,
        &chunks,
        halves as _,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// The chunks nearest to a vector, nearest first: exact, over the rows that the call reads. The `+ 0` keeps every
/// approximate index out of the plan: with a filter those answer short (design, section 6).
///
/// # Errors
/// Unavailable without a database.
pub async fn nearest(
    tx: &mut AccountTx,
    model: i16,
    vector: &[f32],
    filter: &Filter,
    limit: i64,
) -> Result<Vec<MeaningCandidate>, AppError> {
    let account = tx.account().uuid();
    let vector = HalfVector::from_f32_slice(vector);
    let mut query = QueryBuilder::<Postgres>::new("SELECT e.memory_id, e.chunk, (0 - (e.vector <#> ");
    query
        .push_bind(vector.clone())
        .push("))::float4 AS cosine FROM embeddings AS e WHERE e.account_id = ")
        .push_bind(account);
    query.push(" AND e.model = ").push_bind(model);
    push_filter(&mut query, filter);
    query
        .push(" ORDER BY (e.vector <#> ")
        .push_bind(vector)
        .push(") + 0, e.memory_id, e.chunk LIMIT ")
        .push_bind(limit);
    let rows = query.build().fetch_all(tx.conn()).await.map_err(from_sqlx)?;
    rows.iter().map(read_candidate).collect()
}

/// The similarity of these memories' chunks to a vector.
///
/// # Errors
/// Unavailable without a database.
pub async fn similarities(
    tx: &mut AccountTx,
    model: i16,
    vector: &[f32],
    memories: &[MemoryId],
) -> Result<Vec<MeaningCandidate>, AppError> {
    let account = tx.account().uuid();
    let ids: Vec<Uuid> = memories.iter().map(|memory| memory.uuid()).collect();
    let rows = sqlx::query(
        "SELECT e.memory_id, e.chunk, (0 - (e.vector <#> $2))::float4 AS cosine
         FROM embeddings AS e
         WHERE e.account_id = $1 AND e.memory_id = ANY ($3) AND e.model = $4",
    )
    .bind(account)
    .bind(HalfVector::from_f32_slice(vector))
    .bind(ids)
    .bind(model)
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    rows.iter().map(read_candidate).collect()
}

/// Moves the vectors of memories that are no longer current.
///
/// # Errors
/// Unavailable without a database.
pub async fn retire(tx: &mut AccountTx, memories: &[MemoryId]) -> Result<(), AppError> {
    let account = tx.account().uuid();
    let ids: Vec<Uuid> = memories.iter().map(|memory| memory.uuid()).collect();
    sqlx::query!(
        "WITH moved AS (
           DELETE FROM embeddings WHERE account_id = $1 AND memory_id = ANY ($2)
           RETURNING account_id, memory_id, chunk, model, scope_id, kind, occurred_at, vector
         )
         INSERT INTO embeddings_past (account_id, memory_id, chunk, model, scope_id, kind, occurred_at, vector)
         SELECT account_id, memory_id, chunk, model, scope_id, kind, occurred_at, vector FROM moved",
        account,
        &ids
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Removes the vectors of memories, past ones too.
///
/// # Errors
/// Unavailable without a database.
pub async fn delete(tx: &mut AccountTx, memories: &[MemoryId]) -> Result<(), AppError> {
    let account = tx.account().uuid();
    let ids: Vec<Uuid> = memories.iter().map(|memory| memory.uuid()).collect();
    sqlx::query!("DELETE FROM embeddings WHERE account_id = $1 AND memory_id = ANY ($2)", account, &ids)
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    sqlx::query!("DELETE FROM embeddings_past WHERE account_id = $1 AND memory_id = ANY ($2)", account, &ids)
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(())
}

fn push_filter(query: &mut QueryBuilder<Postgres>, filter: &Filter) {
    if let Some(nodes) = &filter.nodes {
        query.push(" AND e.scope_id = ANY (").push_bind(nodes.iter().map(|node| node.0).collect::<Vec<_>>()).push(")");
    }
    if let Some(kinds) = &filter.kinds {
        query.push(" AND e.kind = ANY (").push_bind(kinds.clone()).push(")");
    }
    if let Some(since) = filter.since {
        query.push(" AND e.occurred_at >= ").push_bind(since);
    }
    if let Some(until) = filter.until {
        query.push(" AND e.occurred_at < ").push_bind(until);
    }
    if [&filter.rest, &filter.memory_type, &filter.agent, &filter.device, &filter.project]
        .iter()
        .any(|asked| asked.is_some())
    {
        query.push(" AND EXISTS (SELECT FROM memories AS m WHERE m.account_id = e.account_id AND m.id = e.memory_id");
        if let Some(memory_type) = &filter.memory_type {
            query.push(" AND m.memory_type = ").push_bind(memory_type.clone());
        }
        if let Some(agent) = &filter.agent {
            query.push(" AND m.author_agent = ").push_bind(agent.clone());
        }
        if let Some(device) = &filter.device {
            query.push(" AND m.author_device = ").push_bind(device.clone());
        }
        if let Some(project) = &filter.project {
            query.push(" AND coalesce(m.project, 'general') = ").push_bind(project.clone());
        }
        if let Some(rest) = &filter.rest {
            query
                .push(" AND (m.scope_id <> ALL (")
                .push_bind(filter.partly.iter().map(|node| node.0).collect::<Vec<_>>());
            query.push(") OR m.path = ").push_bind(rest.clone());
            if filter.rest_below {
                query.push(" OR starts_with(m.path, ").push_bind(format!("{rest}/")).push(")");
            }
            query.push(")");
        }
        query.push(")");
    }
}

fn read_candidate(row: &sqlx::postgres::PgRow) -> Result<MeaningCandidate, AppError> {
    Ok(MeaningCandidate {
        memory: row.try_get::<Uuid, _>("memory_id").map_err(from_sqlx)?.into(),
        chunk: row.try_get("chunk").map_err(from_sqlx)?,
        cosine: row.try_get("cosine").map_err(from_sqlx)?,
    })
}
