//! Time. Order and expiry are decided by the database; the process asks its own clock only to check tokens and to make
//! them. Tests set the clock; nothing sleeps.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, SecondsFormat, Utc};

/// The process's clock: the system's, or one that a test moves.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    fixed: Option<Arc<AtomicI64>>,
}

impl Clock {
    /// A clock that stands still until a test moves it.
    #[must_use]
    pub fn fixed(at: DateTime<Utc>) -> Self {
        Self { fixed: Some(Arc::new(AtomicI64::new(at.timestamp_millis()))) }
    }

    /// The time now.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the system's clock")]
    pub fn now(&self) -> DateTime<Utc> {
        match &self.fixed {
            Some(millis) => DateTime::from_timestamp_millis(millis.load(Ordering::SeqCst)).unwrap_or_default(),
            None => Utc::now(),
        }
    }

    /// Moves a fixed clock forward; the system's clock is left alone.
    pub fn advance(&self, by: chrono::Duration) {
        if let Some(millis) = &self.fixed {
            millis.fetch_add(by.num_milliseconds(), Ordering::SeqCst);
        }
    }

    /// What a transaction's clock is set to: nothing outside tests.
    #[must_use]
    pub fn for_transaction(&self) -> Option<String> {
        self.fixed.as_ref().map(|_| rfc3339(self.now()))
    }
}

/// RFC 3339 in UTC with `Z`, with as much of a second as is known: the form in which times are served.
#[must_use]
pub fn rfc3339(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

/// How long ago something was, in words: “3 days ago”.
#[must_use]
pub fn age(then: DateTime<Utc>, now: DateTime<Utc>) -> String {
    let seconds = (now - then).num_seconds().max(0);
    let (count, unit) = match seconds {
        0..=59 => return "just now".to_owned(),
        60..=3_599 => (seconds / 60, "minute"),
        3_600..=86_399 => (seconds / 3_600, "hour"),
        86_400..=2_591_999 => (seconds / 86_400, "day"),
        2_592_000..=31_535_999 => (seconds / 2_592_000, "month"),
        _ => (seconds / 31_536_000, "year"),
    };
    if count == 1 { format!("1 {unit} ago") } else { format!("{count} {unit}s ago") }
}
