//! The tables `term_frequencies` and `term_totals`: how many current chunks of each node hold a term. Kept per node and
//! summed over the nodes that a question searches, none of which is hidden from the reader: rows he cannot see change
//! nothing in his ranking, and a name that stands in every text of one project is no rare word there.

use std::collections::BTreeMap;

use crate::error::AppError;
use crate::ids::ScopeId;
use crate::store::tx::{AccountTx, from_sqlx};

/// Two writers who add to one node wait for each other only when they draw the same shard and hold a term in common.
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

/// What a query's terms amount to in the nodes that it searches.
#[derive(Debug, Clone, Default)]
pub struct Frequencies {
    /// Chunks in all.
    pub chunks: f64,
    /// Words of a chunk on average.
    pub mean_words: f64,
    /// Chunks that hold each term, in the order in which the terms were given.
    pub by_term: Vec<f64>,
}

/// Adds what has changed to what had changed before, so that a call applies all of it at once.
pub fn merge(changes: &mut BTreeMap<ScopeId, FrequencyChange>, further: BTreeMap<ScopeId, FrequencyChange>) {
    for (scope, further) in further {
        let change = changes.entry(scope).or_default();
        change.chunks += further.chunks;
        change.words += further.words;
        for (term, count) in further.terms {
            *change.terms.entry(term).or_default() += count;
        }
    }
}

/// Applies changes: once in a call, as its last locks, and in the order of nodes, so that nobody waits in a circle.
///
/// # Errors
/// Unavailable without a database.
pub async fn apply(tx: &mut AccountTx, changes: &BTreeMap<ScopeId, FrequencyChange>) -> Result<(), AppError> {
    let account = tx.account().uuid();
    let shard = i16::try_from(crate::ids::new_uuid().as_u128() % SHARDS).unwrap_or(0);
    for (scope, change) in changes {
        let (terms, counts) = terms_where(change, |count| count < 0);
        lock(tx, *scope, !terms.is_empty()).await?;
        if !terms.is_empty() {
            take_away(tx, *scope, &terms, &counts).await?;
        }
        let (terms, counts) = terms_where(change, |count| count > 0);
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

fn terms_where(change: &FrequencyChange, wanted: fn(i32) -> bool) -> (Vec<String>, Vec<i32>) {
    change.terms.iter().filter(|(_, count)| wanted(**count)).map(|(term, count)| (term.clone(), *count)).unzip()
}

/// Whoever adds shares a node's counts with the others who add; whoever takes away has them alone. Rows would not do: who takes
/// away locks terms of every shard and then adds others, and two who do that wait for each other whatever the order.
async fn lock(tx: &mut AccountTx, scope: ScopeId, takes_away: bool) -> Result<(), AppError> {
    let key = format!("annals/terms/{}/{}", tx.account(), scope.0);
    if takes_away {
        sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", key)
            .fetch_one(tx.conn())
            .await
            .map_err(from_sqlx)?;
    } else {
        sqlx::query!("SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))", key)
            .fetch_one(tx.conn())
            .await
            .map_err(from_sqlx)?;
    }
    Ok(())
}

/// Takes counts away, and the rows of terms that no chunk holds any more: they are words of what was forgotten. The node's
/// counts are locked against every other writer, so that their sum is certain.
async fn take_away(tx: &mut AccountTx, scope: ScopeId, terms: &[String], counts: &[i32]) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "UPDATE term_frequencies AS held
         SET chunks = held.chunks + given.chunks
         FROM unnest($3::text[], $4::int[]) AS given (term, chunks)
         CROSS JOIN LATERAL (
           SELECT f.shard FROM term_frequencies AS f
           WHERE f.account_id = $1 AND f.scope_id = $2 AND f.term = given.term
           ORDER BY f.chunks DESC, f.shard
           LIMIT 1
         ) AS fullest
         WHERE held.account_id = $1 AND held.scope_id = $2 AND held.term = given.term AND held.shard = fullest.shard",
        account,
        scope.0,
        terms,
        counts,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    sqlx::query!(
        "DELETE FROM term_frequencies
         WHERE account_id = $1 AND scope_id = $2 AND term IN (
           SELECT f.term FROM term_frequencies AS f
           WHERE f.account_id = $1 AND f.scope_id = $2 AND f.term = ANY ($3)
           GROUP BY f.term
           HAVING sum(f.chunks) = 0)",
        account,
        scope.0,
        terms,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// What the terms amount to in these nodes, or in every readable one; policies leave only readable nodes either way. One
/// statement, since each costs a call another round trip.
///
/// # Errors
/// Unavailable without a database.
pub async fn of(tx: &mut AccountTx, terms: &[String], nodes: Option<&[ScopeId]>) -> Result<Frequencies, AppError> {
    let account = tx.account().uuid();
    let nodes: Option<Vec<i32>> = nodes.map(|nodes| nodes.iter().map(|node| node.0).collect());
    let row = sqlx::query!(
        r#"SELECT coalesce(sum(total.chunks), 0)::float8 AS "chunks!", coalesce(sum(total.words), 0)::float8 AS "words!",
                  ARRAY(SELECT coalesce((SELECT sum(held.chunks)
                                         FROM term_frequencies AS held
                                         WHERE held.account_id = $1 AND held.term = given.term
                                           AND held.scope_id = ANY (coalesce($3::int[], app.readable_nodes()))), 0)::float8
                        FROM unnest($2::text[]) WITH ORDINALITY AS given (term, place)
                        ORDER BY given.place) AS "by_term!"
           FROM term_totals AS total
           WHERE total.account_id = $1 AND total.scope_id = ANY (coalesce($3::int[], app.readable_nodes()))"#,
        account,
        terms,
        nodes.as_deref(),
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)?;
    let mean_words = if row.chunks > 0.0 { row.words / row.chunks } else { 0.0 };
    Ok(Frequencies { chunks: row.chunks, mean_words, by_term: row.by_term })
}
