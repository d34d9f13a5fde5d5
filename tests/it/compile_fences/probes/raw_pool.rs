//! A pool beside the store.

use sqlx::PgPool;

/// Reads past every account.
pub async fn read(pool: &PgPool) -> bool {
    sqlx::query("SELECT content FROM memories").execute(pool).await.is_ok()
}
