//! Leaves a dead endpoint alone.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::embed::EmbedError;

/// The longest rest that an endpoint can ask for: a wrong header must not switch meaning off for a day.
const LONGEST_REST: Duration = Duration::from_mins(2);

/// Counts failures in a row; after enough of them it lets nobody through for a while, then one caller to try.
pub(super) struct Breaker {
    failures_before_rest: u32,
    rest: Duration,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    failures: u32,
    /// Nobody passes before this. When the time has come, the caller that passes moves it on, so that only one at a time
    /// tries a sick endpoint; it needs no clean-up when that caller hangs up.
    closed_until: Option<Instant>,
}

impl Breaker {
    pub(super) fn new(failures_before_rest: u32, rest: Duration) -> Self {
        Self { failures_before_rest: failures_before_rest.max(1), rest, state: Mutex::default() }
    }

    /// Lets the caller through, or says how long the endpoint is still left alone.
    pub(super) fn admit(&self) -> Result<(), EmbedError> {
        let now = Instant::now();
        let mut state = self.state();
        let Some(until) = state.closed_until else { return Ok(()) };
        if now < until {
            return Err(EmbedError::Unavailable {
                reason: "the embedding endpoint failed several times in a row and is left alone for some seconds"
                    .into(),
                retry_after: Some(until - now),
            });
        }
        state.closed_until = Some(now + self.rest);
        Ok(())
    }

    pub(super) fn succeeded(&self) {
        *self.state() = State::default();
    }

    /// Notes a failure, and the rest that the endpoint asked for when the caller is not going to wait for it. True when the
    /// endpoint is to be left alone from now on.
    pub(super) fn failed(&self, asked: Option<Duration>) -> bool {
        let mut state = self.state();
        state.failures = state.failures.saturating_add(1);
        let rest = match asked {
            Some(asked) => Some(asked.min(LONGEST_REST)),
            None if state.failures >= self.failures_before_rest => Some(self.rest),
            None => None,
        };
        if let Some(rest) = rest {
            state.closed_until = Some(Instant::now() + rest);
        }
        rest.is_some()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
