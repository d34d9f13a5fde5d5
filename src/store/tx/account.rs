//! A transaction that can see exactly one account.

#[expect(clippy::disallowed_types, reason = "this room holds the transactions")]
use sqlx::{PgConnection, Postgres, Transaction};

use crate::error::AppError;
use crate::ids::AccountId;
use crate::store::tx::errors::from_sqlx;
use crate::store::usage::{self, UsageDelta};

/// A transaction for one account, bound by row-level security. [`Store::account`](super::Store::account) begins one for a
/// call that was authorised; dropping it rolls back. Its connection is visible to `store` alone.
#[must_use]
#[expect(clippy::disallowed_types, reason = "one of the two places that hold a transaction")]
pub struct AccountTx {
    inner: Transaction<'static, Postgres>,
    account: AccountId,
    usage: UsageDelta,
}

impl AccountTx {
    #[expect(clippy::disallowed_types, reason = "one of the two places that hold a transaction")]
    pub(in crate::store::tx) fn new(inner: Transaction<'static, Postgres>, account: AccountId) -> Self {
        Self { inner, account, usage: UsageDelta::default() }
    }

    /// The account that it belongs to.
    #[must_use]
    pub const fn account(&self) -> AccountId {
        self.account
    }

    /// The connection, on which the rooms of the store run their statements.
    #[expect(clippy::disallowed_types, reason = "the connection, for the rooms of the store alone")]
    pub(in crate::store) fn conn(&mut self) -> &mut PgConnection {
        &mut self.inner
    }

    /// Counts memories and bytes of text that the transaction stored, or erased where negative.
    pub(in crate::store) const fn count_usage(&mut self, memories: i64, bytes: i64) {
        self.usage.memories += memories;
        self.usage.bytes += bytes;
    }

    /// Commits, after what was stored is held against the account's limits: no operation can forget to. By value: an
    /// operation holds a reference and so cannot.
    ///
    /// # Errors
    /// Quota exceeded where a limit would be passed, which undoes everything; unavailable where the database cannot be
    /// reached; conflict where it refuses.
    pub async fn commit(mut self) -> Result<(), AppError> {
        let delta = self.usage;
        if delta != UsageDelta::default()
            && let Err(refusal) = usage::settle(&mut self, delta).await
        {
            // Where even that fails, the connection is closed and the refusal stands.
            let _ = self.roll_back().await;
            return Err(refusal);
        }
        self.inner.commit().await.map_err(from_sqlx)
    }

    /// Undoes everything, and lets go of what is locked before the caller goes on: a transaction that is only dropped does so a
    /// little later.
    ///
    /// # Errors
    /// Unavailable where the database cannot be reached.
    pub async fn roll_back(self) -> Result<(), AppError> {
        self.inner.rollback().await.map_err(from_sqlx)
    }
}
