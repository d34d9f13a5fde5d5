//! Pages: how long one is, and where it ended. A cursor is what a page token holds. It is sealed before it leaves, so that clients cannot read, alter or make one; it is
//! bound to the account, the principal and the filter, so that a token of another page, filter or person is refused.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Deserializer, Serialize};

use crate::ids::{AccountId, UserId};

/// How many of these fit into so many bytes, at least one: a page stops early and its token goes on from there (ruling 40).
#[must_use]
pub fn how_many_fit<T: Serialize>(items: &[T], longest: usize) -> usize {
    let mut bytes = 0;
    let fitting = items.iter().take_while(|item| {
        bytes += serde_json::to_vec(item).map_or(0, |json| json.len());
        bytes <= longest
    });
    fitting.count().max(1).min(items.len())
}

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

/// How many items a page of the decisions family has: 0 means `DEFAULT`, what is over `MAX` is cut to it, as its page says;
/// a negative number is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageSize<const DEFAULT: u32, const MAX: u32>(u32);

impl<const DEFAULT: u32, const MAX: u32> PageSize<DEFAULT, MAX> {
    fn of(asked: u64) -> Self {
        Self(match u32::try_from(asked) {
            Ok(0) => DEFAULT,
            Ok(size) => size.min(MAX),
            Err(_) => MAX,
        })
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0 as usize
    }
}

impl<const DEFAULT: u32, const MAX: u32> Default for PageSize<DEFAULT, MAX> {
    fn default() -> Self {
        Self(DEFAULT)
    }
}

impl<'de, const DEFAULT: u32, const MAX: u32> Deserialize<'de> for PageSize<DEFAULT, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = u64;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a whole number, 0 or more")
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<u64, E> {
                u64::try_from(value).map_err(|_| E::custom(format!("must be a whole number, 0 or more, not {value}")))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<u64, E> {
                Ok(value)
            }

            fn visit_f64<E: de::Error>(self, value: f64) -> Result<u64, E> {
                // Some clients send every number as a float; 5.0 is 5. What is too large is cut anyway.
                if value.fract() == 0.0 && value >= 0.0 {
                    #[expect(
                        clippy::cast_possible_truncation,
                        clippy::cast_sign_loss,
                        reason = "whole and not negative; the cast saturates"
                    )]
                    return Ok(value as u64);
                }
                Err(E::custom(format!("must be a whole number, 0 or more, not {value}")))
            }
        }

        deserializer.deserialize_any(Visitor).map(Self::of)
    }
}

impl<const DEFAULT: u32, const MAX: u32> JsonSchema for PageSize<DEFAULT, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("PageSize{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": 0})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_size_of_nothing_is_the_default_and_too_much_is_cut() {
        let read = |json: &str| serde_json::from_str::<PageSize<50, 200>>(json).map(PageSize::get);
        assert_eq!(read("0").unwrap(), 50);
        assert_eq!(read("1").unwrap(), 1);
        assert_eq!(read("200").unwrap(), 200);
        assert_eq!(read("201").unwrap(), 200);
        assert_eq!(read("1000000000").unwrap(), 200);
        assert_eq!(read("18446744073709551615").unwrap(), 200);
        assert_eq!(read("7.0").unwrap(), 7);
        for refused in ["-1", "-0.5", "1.5", "\"7\"", "true"] {
            assert!(read(refused).is_err(), "{refused}");
        }
    }

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
