//! Cursors: what a page token holds. It is sealed before it leaves, so that clients cannot read, alter or make one; it is
//! bound to the account, the principal and the filter, so that a token of another page, filter or person is refused.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::ids::{AccountId, UserId};

/// Where a page ended, and of what.
#[derive(Debug, Serialize, Deserialize)]
pub struct Cursor<P> {
    account: AccountId,
    user: UserId,
    filter: String,
    position: P,
}

impl<P: Serialize + DeserializeOwned> Cursor<P> {
    /// A cursor after this position.
    #[must_use]
    pub fn new(account: AccountId, user: UserId, filter: String, position: P) -> Self {
        Self { account, user, filter, position }
    }

    /// The bytes to be sealed.
    #[must_use]
    pub fn plain(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The position, where the opened bytes are a cursor of this account, person and filter.
    #[must_use]
    pub fn position(plain: &[u8], account: AccountId, user: UserId, filter: &str) -> Option<P> {
        let cursor: Self = serde_json::from_slice(plain).ok()?;
        (cursor.account == account && cursor.user == user && cursor.filter == filter).then_some(cursor.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_holds_for_its_account_person_and_filter_alone() {
        let (account, user) = (AccountId::generate(), UserId::generate());
        let plain = Cursor::new(account, user, "kind=fact".to_owned(), 7_i64).plain();
        assert_eq!(Cursor::<i64>::position(&plain, account, user, "kind=fact"), Some(7));
        assert_eq!(Cursor::<i64>::position(&plain, AccountId::generate(), user, "kind=fact"), None);
        assert_eq!(Cursor::<i64>::position(&plain, account, UserId::generate(), "kind=fact"), None);
        assert_eq!(Cursor::<i64>::position(&plain, account, user, "kind=note"), None);
        assert_eq!(Cursor::<i64>::position(b"{}", account, user, "kind=fact"), None);
    }
}
