//! A system transaction without a purpose.

use sqlx::{Postgres, Transaction};

use crate::store::tx::SystemTx;

/// Makes one.
pub fn transaction(inner: Transaction<'static, Postgres>) -> SystemTx {
    SystemTx::new(inner)
}
