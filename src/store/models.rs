//! The table `embedding_models`: a small number for each model, which every vector carries.

use crate::error::AppError;
use crate::store::tx::{SystemTx, from_sqlx};

/// The number of a model; a model that was not known gets one.
///
/// # Errors
/// Unavailable without a database.
pub async fn register(tx: &mut SystemTx, name: &str, dimensions: i32, digest: &str) -> Result<i16, AppError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended('annals/embedding-models', 0))")
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    sqlx::query!(
        "INSERT INTO embedding_models (name, dimensions, digest)
         SELECT $1, $2, $3
         WHERE NOT EXISTS (SELECT FROM embedding_models WHERE name = $1 AND dimensions = $2 AND digest = $3)",
        name,
        dimensions,
        digest
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    sqlx::query_scalar!(
        "SELECT id FROM embedding_models WHERE name = $1 AND dimensions = $2 AND digest = $3",
        name,
        dimensions,
        digest
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)
}
