//! Policies are needed before a call has its transaction, since nothing slow runs inside one. They are asked for in a short
//! read and kept for two seconds.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Duration, Utc};

use crate::auth::{Caller, Need, Role, authorize};
use crate::error::AppError;
use crate::ids::AccountId;
use crate::op::Environment;
use crate::policies::Policies;
use crate::store::accounts;

const KEPT_SECONDS: i64 = 2;

/// Past this many accounts the memory starts anew.
const MOST_ACCOUNTS: usize = 10_000;

/// Policies and when they were read.
type Kept = (Policies, DateTime<Utc>);

/// The policies that this replica read moments ago, by account.
#[derive(Clone, Default)]
pub struct PolicyCache {
    kept: Arc<Mutex<HashMap<AccountId, Kept>>>,
}

impl PolicyCache {
    /// Forgets an account's policies: they are changing.
    pub fn forget(&self, account: AccountId) {
        if let Ok(mut kept) = self.kept.lock() {
            kept.remove(&account);
        }
    }

    fn get(&self, account: AccountId, now: DateTime<Utc>) -> Option<Policies> {
        let kept = self.kept.lock().ok()?;
        let (policies, at) = kept.get(&account)?;
        (now >= *at && now - *at < Duration::seconds(KEPT_SECONDS)).then(|| policies.clone())
    }

    fn put(&self, account: AccountId, policies: Policies, now: DateTime<Utc>) {
        let Ok(mut kept) = self.kept.lock() else { return };
        if kept.len() >= MOST_ACCOUNTS {
            kept.clear();
        }
        kept.insert(account, (policies, now));
    }
}

impl Environment {
    /// The policies of a caller's account.
    ///
    /// # Errors
    /// Unauthenticated where the grant no longer holds; unavailable without a database.
    pub async fn policies_of(&self, caller: &Caller) -> Result<Policies, AppError> {
        let now = self.clock.now();
        if let Some(policies) = self.policies.get(caller.account(), now) {
            return Ok(policies);
        }
        let need = Need { permissions: &[], mcp_permissions: &[], role: Role::Viewer, writes: false };
        let (mut tx, _) = self.store.account(&authorize(caller, &need)?).await?;
        let policies = accounts::policies(&mut tx).await?;
        tx.commit().await?;
        self.policies.put(caller.account(), policies.clone(), now);
        Ok(policies)
    }
}
