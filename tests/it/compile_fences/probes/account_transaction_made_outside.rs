//! An account transaction around a connection of one's own.

use sqlx::{Postgres, Transaction};

use crate::ids::AccountId;
use crate::store::tx::AccountTx;

/// Makes one.
pub fn transaction(inner: Transaction<'static, Postgres>, account: AccountId) -> AccountTx {
    AccountTx::new(inner, account)
}
