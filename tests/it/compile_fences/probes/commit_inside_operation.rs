//! An operation that commits before the kernel has recorded the call.

use crate::error::AppError;
use crate::op::Cx;

/// Commits.
pub async fn commit(cx: &mut Cx<'_>) -> Result<(), AppError> {
    cx.tx.commit().await
}
