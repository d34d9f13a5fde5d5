//! The table `account_numbers`: small record numbers, reserved in blocks so that writers of one account do not wait for
//! each other. A block that a replica does not use up leaves a gap (ruling 46).

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use crate::error::AppError;
use crate::ids::AccountId;
use crate::store::tx::{Store, SystemPurpose, from_sqlx};

const BLOCK: i64 = 32;

/// The blocks that this replica holds.
#[derive(Clone, Default)]
pub struct Numbers {
    held: Arc<Mutex<HashMap<AccountId, Range<i64>>>>,
}

impl Numbers {
    /// Takes so many numbers, ascending.
    ///
    /// # Errors
    /// Unavailable without a database.
    pub async fn take(&self, store: &Store, account: AccountId, count: usize) -> Result<Vec<i64>, AppError> {
        let mut taken = self.take_held(account, count);
        let missing = i64::try_from(count - taken.len()).unwrap_or(i64::MAX);
        if missing > 0 {
            let block = missing.max(BLOCK);
            let mut tx = store.system(SystemPurpose::RecordNumbers).await?;
            let end = sqlx::query_scalar!(
                "UPDATE account_numbers SET next = next + $2 WHERE account_id = $1 RETURNING next",
                account.uuid(),
                block
            )
            .fetch_one(tx.conn())
            .await
            .map_err(from_sqlx)?;
            tx.commit().await?;
            let first = end - block;
            taken.extend(first..first + missing);
            if first + missing < end
                && let Ok(mut held) = self.held.lock()
            {
                held.insert(account, first + missing..end);
            }
        }
        Ok(taken)
    }

    fn take_held(&self, account: AccountId, count: usize) -> Vec<i64> {
        let Ok(mut held) = self.held.lock() else { return Vec::new() };
        let Some(range) = held.get_mut(&account) else { return Vec::new() };
        range.take(count).collect()
    }
}
