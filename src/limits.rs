//! What an account may hold and use: set by the operator, never by the account itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The limits of an account. One that is absent is no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Limits {
    /// How many memories it may hold, hidden and replaced ones counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memories: Option<i64>,
    /// How many bytes their texts may have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<i64>,
    /// How many calls it may make in a calendar month, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls_per_month: Option<i64>,
    /// How many texts may be turned into vectors in a calendar month, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embeddings_per_month: Option<i64>,
    /// From which share of a limit on admins are warned.
    pub soft_percent: i64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memories: None, bytes: None, calls_per_month: None, embeddings_per_month: None, soft_percent: 80 }
    }
}

impl Limits {
    /// Whether so much is at or past the share of a limit at which admins are warned.
    #[must_use]
    pub fn warns(&self, used: i64, limit: i64) -> bool {
        i128::from(used) * 100 >= i128::from(limit) * i128::from(self.soft_percent)
    }
}

/// How much of a limit is used, in whole percent, rounded down.
#[must_use]
pub fn percent(used: i64, limit: i64) -> i64 {
    let share = if limit <= 0 { 100 } else { i128::from(used.max(0)) * 100 / i128::from(limit) };
    i64::try_from(share).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_begins_exactly_at_the_soft_share() {
        let limits = Limits::default();
        assert!(!limits.warns(79, 100));
        assert!(limits.warns(80, 100));
        assert!(limits.warns(i64::MAX, i64::MAX));
        assert!(limits.warns(0, 0));
    }

    #[test]
    fn percent_rounds_down_and_takes_any_number() {
        assert_eq!(percent(799, 1_000), 79);
        assert_eq!(percent(3, 2), 150);
        assert_eq!(percent(0, 0), 100);
        assert_eq!(percent(i64::MAX, 1), i64::MAX);
    }
}
