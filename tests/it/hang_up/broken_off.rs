//! A future that is dropped at a moment of one's choice.

use std::pin::pin;
use std::task::Poll;

/// Polls a future this often and drops it where it is not done by then: each poll takes it to its next wait.
pub async fn polled_at_most<T>(polls: usize, future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    let mut left = polls;
    std::future::poll_fn(|context| {
        left = left.saturating_sub(1);
        match future.as_mut().poll(context) {
            Poll::Ready(value) => Poll::Ready(Some(value)),
            Poll::Pending if left == 0 => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}
