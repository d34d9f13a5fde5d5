//! The tables `term_frequencies` and `term_totals`: how many current chunks of each node hold a term. Kept per node and
//! summed over the nodes that a reader reaches, so that rows he cannot see change nothing in his ranking.

use std::collections::BTreeMap;

use crate::error::AppError;
use crate::ids::ScopeId;
use crate::store::tx::{AccountTx, from_sqlx};

/// Two writers of one node wait for each other only when they draw the same shard.
const SHARDS: u128 = 8;

/// A change of one node's counts.
#[derive(Debug, Default)]
pub struct FrequencyChange {
    /// Chunks added, less chunks taken away.
    pub chunks: i64,
    /// Their words.
    pub words: i64,
    /// Chunks by term; in order, so that two writers lock rows in the same order.
    pub terms: BTreeMap<String, i32>,
}

/// What a query's terms amount to in the nodes that the call reads.
#[derive(Debug, Clone, Default)]
pub struct Frequencies {
    /// Chunks in all.
    pub chunks: f64,
    /// Words of a chunk on average.
    pub mean_words: f64,
    /// Chunks that hold each term, in the order in which the terms were given.
    pub by_term: Vec<f64>,
}

/// Applies changes.
///
/// # Errors
/// Unavailable without a database.
pub async fn apply(tx: &mut AccountTx, changes: &BTreeMap<ScopeId, FrequencyChange>) -> Result<(), AppError> {
    let account = tx.account().uuid();
    let shard = i16::try_from(crate::ids::new_uuid().as_u128() % SHARDS).unwrap_or(0);
    for (scope, change) in changes {
        let (terms, counts): (Vec<String>, Vec<i32>) =
            change.terms.iter().map(|(term, count)| (term.clone(), *count)).unzip();
        sqlx::query!(
            "INSERT INTO term_frequencies AS held (account_id, scope_id, term, shard, chunks)
             SELECT $1, $2, given.term, $3, given.chunks
             FROM unnest($4::text[], $5::int[]) AS given (term, chunks)
             ORDER BY given.term
             ON CONFLICT (account_id, scope_id, term, shard) DO UPDATE SET chunks = held.chunks + excluded.chunks",
            account,
            scope.0,
            shard,
            &terms,
            &counts,
        )
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
        sqlx::query!(
            "INSERT INTO term_totals AS held (account_id, scope_id, shard, chunks, words)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (account_id, scope_id, shard)
               DO UPDATE SET chunks = held.chunks + excluded.chunks, words = held.words + excluded.words",
            account,
            scope.0,
            shard,
            change.chunks,
            change.words,
        )
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    }
    Ok(())
}

/// What the terms amount to. Policies leave only readable nodes.
///
/// # Errors
/// Unavailable without a database.
pub async fn of(tx: &mut AccountTx, terms: &[String]) -> Result<Frequencies, AppError> {
    let account = tx.account().uuid();
    let totals = sqlx::query!(
        r#"SELECT coalesce(sum(chunks), 0)::float8 AS "chunks!", coalesce(sum(words), 0)::float8 AS "words!"
           FROM term_totals
           WHERE account_id = $1"#,
        account
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)?;
    let by_term = sqlx::query_scalar!(
        r#"SELECT coalesce((SELECT sum(held.chunks)
                            FROM term_frequencies AS held
                            WHERE held.account_id = $1 AND held.term = given.term), 0)::float8 AS "chunks!"
           FROM unnest($2::text[]) WITH ORDINALITY AS given (term, place)
           ORDER BY given.place"#,
        account,
        terms
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    let mean_words = if totals.chunks > 0.0 { totals.words / totals.chunks } else { 0.0 };
    Ok(Frequencies { chunks: totals.chunks, mean_words, by_term })
}
