//! The account as clients see it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::clock::rfc3339;
use crate::ids::AccountId;
use crate::store::accounts::AccountRow;

/// The account.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AccountView {
    /// Its id.
    pub account_id: String,
    /// Its name for people.
    pub name: String,
    /// When it was made, in UTC.
    pub created_at: String,
}

impl AccountView {
    /// As it is stored.
    pub fn of(row: AccountRow) -> Self {
        Self {
            account_id: AccountId::from(row.account_id).to_string(),
            name: row.name,
            created_at: rfc3339(row.created_at),
        }
    }
}
