//! SQL outside the store, on the transaction that an operation holds.

use crate::op::Cx;

/// Runs a statement.
pub async fn query(cx: &mut Cx<'_>) -> bool {
    sqlx::query("SELECT content FROM memories").execute(cx.tx.conn()).await.is_ok()
}
