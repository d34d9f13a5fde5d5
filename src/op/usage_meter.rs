//! What accounts use in a month, counted in this replica's memory between two flushes. What the month has come to is known
//! from the last flush: a limit is held to within some seconds, not to the call, and costs a call no query.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;

use crate::embed::{EmbedError, Embedder, Model, Purpose};
use crate::error::AppError;
use crate::ids::AccountId;
use crate::op::{Family, Meaning, Spec};
use crate::store::usage::{MonthUse, exceeded};

/// After so many flushes without a call an account is forgotten.
const IDLE_FLUSHES: u32 = 300;

/// What one account used.
#[derive(Debug, Default, Clone)]
struct Counted {
    /// Calls since the last flush.
    calls: i64,
    /// Texts turned into vectors since the last flush.
    embeddings: i64,
    /// What the month had come to at the last flush.
    month: Option<MonthUse>,
    /// Flushes since its last call.
    idle: u32,
}

/// The counters of this replica. Cheap to clone.
#[derive(Clone, Default)]
pub struct UsageMeter {
    accounts: Arc<Mutex<HashMap<AccountId, Counted>>>,
}

/// What is to be written of one account.
#[derive(Debug, Clone, Copy)]
pub struct Unwritten {
    /// The account.
    pub account: AccountId,
    /// Its calls.
    pub calls: i64,
    /// Its texts.
    pub embeddings: i64,
}

impl UsageMeter {
    /// Counts a call. Administration goes on at the limit, so that admins see what is used and can do something about it.
    ///
    /// # Errors
    /// Quota exceeded, where the month's calls are used up.
    pub(in crate::op) fn count_call(&self, account: AccountId, spec: &Spec) -> Result<(), AppError> {
        let Ok(mut accounts) = self.accounts.lock() else { return Ok(()) };
        let counted = accounts.entry(account).or_default();
        counted.idle = 0;
        let used = counted.month.map_or(0, |month| month.calls) + counted.calls;
        let limit = counted.month.and_then(|month| month.limits.calls_per_month);
        match limit {
            Some(limit) if used >= limit && spec.family != Family::Administration => {
                Err(exceeded("calls_per_month", used, limit))
            }
            _ => {
                counted.calls += 1;
                Ok(())
            }
        }
    }

    /// Counts texts that are to be turned into vectors; says whether the month's limit allows them.
    fn count_embeddings(&self, account: AccountId, texts: usize) -> bool {
        let Ok(mut accounts) = self.accounts.lock() else { return true };
        let counted = accounts.entry(account).or_default();
        let texts = i64::try_from(texts).unwrap_or(i64::MAX);
        let used = counted.month.map_or(0, |month| month.embeddings) + counted.embeddings;
        let limit = counted.month.and_then(|month| month.limits.embeddings_per_month);
        let fits = limit.is_none_or(|limit| used.saturating_add(texts) <= limit);
        if fits {
            counted.embeddings += texts;
        }
        fits
    }

    /// Takes what was counted since the last time, in the order of the accounts.
    #[must_use]
    pub fn take(&self) -> Vec<Unwritten> {
        let Ok(mut accounts) = self.accounts.lock() else { return Vec::new() };
        accounts.retain(|_, counted| {
            counted.idle += 1;
            counted.idle < IDLE_FLUSHES || counted.calls + counted.embeddings > 0
        });
        let mut unwritten: Vec<Unwritten> = accounts
            .iter_mut()
            .filter(|(_, counted)| counted.idle == 1 || counted.calls + counted.embeddings > 0)
            .map(|(account, counted)| Unwritten {
                account: *account,
                calls: std::mem::take(&mut counted.calls),
                embeddings: std::mem::take(&mut counted.embeddings),
            })
            .collect();
        unwritten.sort_unstable_by_key(|counted| counted.account);
        unwritten
    }

    /// Puts back what could not be written.
    pub fn put_back(&self, unwritten: &[Unwritten]) {
        let Ok(mut accounts) = self.accounts.lock() else { return };
        for one in unwritten {
            let counted = accounts.entry(one.account).or_default();
            counted.calls += one.calls;
            counted.embeddings += one.embeddings;
        }
    }

    /// Remembers what the month has come to.
    pub fn learn(&self, account: AccountId, month: MonthUse) {
        if let Ok(mut accounts) = self.accounts.lock() {
            accounts.entry(account).or_default().month = Some(month);
        }
    }

    /// What this account has used that is not yet written.
    #[must_use]
    pub fn unwritten(&self, account: AccountId) -> (i64, i64) {
        let accounts = self.accounts.lock();
        accounts
            .ok()
            .and_then(|accounts| accounts.get(&account).map(|one| (one.calls, one.embeddings)))
            .unwrap_or((0, 0))
    }

    /// A model whose work is counted for an account. Past the limit there is none, and words alone find, as every reply says.
    #[must_use]
    pub(in crate::op) fn metered(&self, meaning: Meaning, account: AccountId) -> Meaning {
        match meaning {
            Meaning::On { embedder, model } => {
                Meaning::On { embedder: Arc::new(Metered { inner: embedder, meter: self.clone(), account }), model }
            }
            off @ Meaning::Off { .. } => off,
        }
    }
}

/// An embedder whose texts are counted.
struct Metered {
    inner: Arc<dyn Embedder>,
    meter: UsageMeter,
    account: AccountId,
}

#[async_trait]
impl Embedder for Metered {
    fn model(&self) -> &Model {
        self.inner.model()
    }

    async fn embed(&self, texts: &[String], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        if self.meter.count_embeddings(self.account, texts.len()) {
            return self.inner.embed(texts, purpose).await;
        }
        let reason = "the account's limit of embeddings per month is reached".to_owned();
        Err(EmbedError::Unavailable { reason, retry_after: None })
    }
}
