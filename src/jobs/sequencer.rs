//! The sequencer: numbers committed changes, a few milliseconds after their commit (design, section 7). Every replica runs
//! one; a lock of each cycle decides which of them numbers. Where it stops, the feed is late, never wrong.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::timeout;

use crate::store::changes::number;
use crate::store::tx::Store;

/// How long a change of another replica waits at the most, where that replica's own sequencer does not run.
const IDLE: Duration = Duration::from_millis(200);

/// How long it rests when the database cannot be reached.
const REST: Duration = Duration::from_secs(1);

/// Numbers changes for as long as the process lives. The bell rings after each commit of this process.
pub async fn run_sequencer(store: Store, bell: Arc<Notify>, news: Arc<Notify>) {
    loop {
        match number(&store).await {
            // Whatever was committed meanwhile is numbered at once.
            Ok(numbered) if numbered > 0 => news.notify_waiters(),
            Ok(_) => {
                // Whether the bell rang or time ran out, the next cycle looks.
                let _ = timeout(IDLE, bell.notified()).await;
            }
            Err(error) => {
                tracing::warn!(code = error.code.name(), cause = error.causes(), "changes could not be numbered");
                tokio::time::sleep(REST).await;
            }
        }
    }
}
