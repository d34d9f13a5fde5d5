//! Writes what this replica counted of its accounts' calls and embeddings, and learns what the month has come to.

use std::time::Duration;

use crate::clock::Clock;
use crate::error::AppError;
use crate::op::{Rates, Unwritten, UsageMeter};
use crate::store::tx::{Store, SystemPurpose};
use crate::store::usage::count_month;

/// A month's limit is held to within this much time.
const PAUSE: Duration = Duration::from_secs(2);

/// After so many rounds buckets that are full again are dropped.
const ROUNDS: u32 = 30;

/// Flushes for as long as the process lives.
pub async fn run_usage(store: Store, meter: UsageMeter, rates: Rates, clock: Clock) {
    let mut round = 0_u32;
    loop {
        tokio::time::sleep(PAUSE).await;
        flush_usage(&store, &meter, &clock).await;
        round = (round + 1) % ROUNDS;
        if round == 0 {
            rates.drop_idle();
        }
    }
}

/// Writes what was counted since the last time. What could not be written is written the next time.
pub async fn flush_usage(store: &Store, meter: &UsageMeter, clock: &Clock) {
    let unwritten = meter.take();
    if unwritten.is_empty() {
        return;
    }
    if let Err(error) = write(store, meter, clock, &unwritten).await {
        meter.put_back(&unwritten);
        tracing::warn!(code = error.code.name(), cause = error.causes(), "usage could not be written");
    }
}

async fn write(store: &Store, meter: &UsageMeter, clock: &Clock, unwritten: &[Unwritten]) -> Result<(), AppError> {
    let now = clock.for_transaction();
    let mut tx = store.system(SystemPurpose::Usage).await?;
    let mut months = Vec::new();
    for one in unwritten {
        let month = count_month(&mut tx, one.account, one.calls, one.embeddings, now.as_deref()).await?;
        months.push((one.account, month));
    }
    tx.commit().await?;
    for (account, month) in months {
        meter.learn(account, month);
    }
    Ok(())
}
