//! How long to wait, how often to ask again.

use std::time::Duration;

use crate::embed::Purpose;

/// How long to wait for an endpoint and how often to ask again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patience {
    /// To reach the host.
    pub connect: Duration,
    /// For one request, connection included.
    pub request: Duration,
    /// For one batch of queries with all its attempts: somebody is waiting, and words can answer.
    pub query_budget: Duration,
    /// For one batch of texts to store with all its attempts.
    pub passage_budget: Duration,
    /// Requests for one batch, the first included.
    pub attempts: u32,
    /// The wait after the first failure; it doubles with each further one.
    pub first_wait: Duration,
    /// The wait does not grow beyond this.
    pub longest_wait: Duration,
    /// Failures in a row after which the endpoint is left alone.
    pub failures_before_rest: u32,
    /// How long it is left alone.
    pub rest: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(2),
            request: Duration::from_secs(10),
            query_budget: Duration::from_secs(4),
            passage_budget: Duration::from_secs(20),
            attempts: 3,
            first_wait: Duration::from_millis(250),
            longest_wait: Duration::from_secs(5),
            failures_before_rest: 5,
            rest: Duration::from_secs(20),
        }
    }
}

impl Patience {
    pub(super) fn budget(&self, purpose: Purpose) -> Duration {
        match purpose {
            Purpose::Query => self.query_budget,
            Purpose::Passage => self.passage_budget,
        }
    }

    /// How long to wait after the given attempt (1 is the first) has failed: what the endpoint asked for, else between half
    /// and all of the doubled wait, so that many callers do not come back at the same moment.
    pub(super) fn wait(&self, attempt: u32, retry_after: Option<Duration>) -> Duration {
        if let Some(asked) = retry_after {
            return asked;
        }
        let doubled = self.first_wait.saturating_mul(2_u32.saturating_pow(attempt.saturating_sub(1)));
        let full = doubled.min(self.longest_wait);
        // Without randomness the wait is the full one, which is safe too.
        let share = getrandom::u32().map_or(1.0, |random| 0.5 + 0.5 * f64::from(random) / f64::from(u32::MAX));
        full.mul_f64(share)
    }
}
