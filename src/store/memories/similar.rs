//! Finding memories by similarity alone, and by every word (ruling 42). Past versions are asked too where that is wanted.

use pgvector::HalfVector;
use sqlx::{Postgres, QueryBuilder, Row};
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::MemoryId;
use crate::store::memories::Selection;
use crate::store::memories::list::{push_is_active, push_selection};
use crate::store::tx::{AccountTx, from_sqlx};

/// The memories most similar to a vector, each by its best chunk: active ones first, then by similarity, then newest. Without
/// `inactive` only active ones; where it is asked what was true at a moment, whatever was.
///
/// # Errors
/// Unavailable without a database.
pub async fn most_similar(
    tx: &mut AccountTx,
    model: i16,
    vector: &[f32],
    selection: &Selection,
    inactive: bool,
    limit: usize,
) -> Result<Vec<(MemoryId, f32)>, AppError> {
    let account = tx.account().uuid();
    let vector = HalfVector::from_f32_slice(vector);
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut query = QueryBuilder::<Postgres>::new("");
    if !inactive && selection.at.is_now() {
        // What is current has its own table, whose covering index answers alone.
        push_scores(&mut query, "embeddings", account, model, &vector, selection);
        query.push(" ORDER BY cosine DESC, e.memory_id DESC LIMIT ").push_bind(limit);
    } else {
        query.push("SELECT scored.memory_id, scored.cosine FROM (");
        push_scores(&mut query, "embeddings", account, model, &vector, selection);
        query.push(" UNION ALL ");
        push_scores(&mut query, "embeddings_past", account, model, &vector, selection);
        query.push(") AS scored JOIN memories AS m ON m.id = scored.memory_id AND m.account_id = ").push_bind(account);
        push_selection(&mut query, selection);
        push_wanted(&mut query, selection, inactive);
        query.push(" ORDER BY ");
        push_is_active(&mut query, selection.at);
        query.push(" DESC, scored.cosine DESC, m.recorded_at DESC, m.id DESC LIMIT ").push_bind(limit);
    }
    let rows = query.build().fetch_all(tx.conn()).await.map_err(from_sqlx)?;
    rows.iter()
        .map(|row| {
            let id: Uuid = row.try_get("memory_id").map_err(from_sqlx)?;
            Ok((id.into(), row.try_get("cosine").map_err(from_sqlx)?))
        })
        .collect()
}

fn push_scores(
    query: &mut QueryBuilder<Postgres>,
    table: &'static str,
    account: Uuid,
    model: i16,
    vector: &HalfVector,
    selection: &Selection,
) {
    query.push("SELECT e.memory_id, max(0 - (e.vector <#> ").push_bind(vector.clone());
    query.push("))::float4 AS cosine FROM ").push(table).push(" AS e WHERE e.account_id = ").push_bind(account);
    query.push(" AND e.model = ").push_bind(model);
    if let Some(nodes) = &selection.nodes {
        query.push(" AND e.scope_id = ANY (").push_bind(nodes.iter().map(|node| node.0).collect::<Vec<_>>()).push(")");
    }
    if let Some(kinds) = &selection.kinds {
        query.push(" AND e.kind = ANY (").push_bind(kinds.clone()).push(")");
    }
    query.push(" GROUP BY e.memory_id");
}

/// The memories that hold every one of these terms in their text or topics, which are given rarest first: active ones first,
/// then newest. With `without_model`, only those that have no vector of that model.
///
/// # Errors
/// Unavailable without a database.
pub async fn holding(
    tx: &mut AccountTx,
    terms: &[String],
    without_model: Option<i16>,
    selection: &Selection,
    inactive: bool,
    limit: usize,
) -> Result<Vec<MemoryId>, AppError> {
    if terms.is_empty() {
        return Ok(Vec::new());
    }
    let account = tx.account().uuid();
    let past = inactive || !selection.at.is_now();
    let mut query = QueryBuilder::<Postgres>::new("SELECT m.id FROM app.memories_holding(");
    query.push_bind(terms).push(", ").push_bind(past);
    query.push(") AS found JOIN memories AS m ON m.id = found.memory_id AND m.account_id = ").push_bind(account);
    push_selection(&mut query, selection);
    push_wanted(&mut query, selection, inactive);
    if let Some(model) = without_model {
        for table in ["embeddings", "embeddings_past"] {
            query.push(" AND NOT EXISTS (SELECT FROM ").push(table);
            query
                .push(" AS e WHERE e.account_id = m.account_id AND e.memory_id = m.id AND e.model = ")
                .push_bind(model)
                .push(")");
        }
    }
    query.push(" ORDER BY ");
    push_is_active(&mut query, selection.at);
    query.push(" DESC, m.recorded_at DESC, m.id DESC LIMIT ").push_bind(i64::try_from(limit).unwrap_or(i64::MAX));
    let rows = query.build().fetch_all(tx.conn()).await.map_err(from_sqlx)?;
    rows.iter().map(|row| row.try_get::<Uuid, _>("id").map(MemoryId::from).map_err(from_sqlx)).collect()
}

/// Without `inactive` only what was active then, unless it is asked what was true.
fn push_wanted(query: &mut QueryBuilder<Postgres>, selection: &Selection, inactive: bool) {
    if !inactive && selection.at.valid_at.is_none() {
        query.push(" AND ");
        push_is_active(query, selection.at);
    }
}
