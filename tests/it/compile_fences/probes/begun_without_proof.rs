//! An account transaction begun on a caller's word.

use crate::auth::{Authorized, Caller};
use crate::error::AppError;
use crate::store::access::Access;
use crate::store::tx::{AccountTx, Store};

/// Begins one.
pub async fn begin(store: &Store, caller: &Caller, _proof: &Authorized<'_>) -> Result<(AccountTx, Access), AppError> {
    let permit = caller;
    store.account(permit).await
}
