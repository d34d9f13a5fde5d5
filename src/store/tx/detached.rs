//! Work that a client's hang-up cannot drop.

use std::future::Future;

use crate::error::AppError;

/// Runs a call's database work in a task of its own: when a client hangs up, the server drops the future that waits, and
/// the task still commits or rolls back in full (security.md, finding 1).
///
/// # Errors
/// What the work says; internal where it panics.
#[expect(clippy::disallowed_methods, reason = "the one place that detaches a call's work from its connection")]
pub async fn detached<T, F>(work: F) -> Result<T, AppError>
where
    T: Send + 'static,
    F: Future<Output = Result<T, AppError>> + Send + 'static,
{
    match tokio::spawn(work).await {
        Ok(result) => result,
        Err(failure) => {
            Err(AppError::internal(if failure.is_panic() { "a call panicked" } else { "a call was cancelled" }))
        }
    }
}
