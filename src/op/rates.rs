//! How many calls a minute a token and an account may make, counted in this replica's memory. A bucket fills evenly and
//! holds a minute's worth, so that a burst is served and what follows it is spread.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use uuid::Uuid;

use crate::auth::Caller;
use crate::error::{AppError, ErrorCode};
use crate::ids::AccountId;

/// The length of the window, in seconds.
pub const WINDOW_SECONDS: u32 = 60;

type Limiter<K> = RateLimiter<K, DefaultKeyedStateStore<K>, DefaultClock, StateInformationMiddleware>;

/// How a caller stands with one of the two limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// token or account.
    pub name: &'static str,
    /// Calls a minute.
    pub quota: u32,
    /// Calls that may be made right now.
    pub remaining: u32,
    /// Seconds until there is one more, rounded up.
    pub reset: u64,
}

/// What became of a call at the limits.
#[derive(Debug, Clone, Default)]
pub struct Admission {
    /// Where the caller stands now, by each limit that is set.
    pub standings: Vec<Standing>,
    /// How long to wait, where the call is refused.
    pub wait: Option<Duration>,
}

/// The limits of this replica. Cheap to clone.
#[derive(Clone, Default)]
pub struct Rates {
    by_token: Option<Arc<Limit<Uuid>>>,
    by_account: Option<Arc<Limit<AccountId>>>,
}

struct Limit<K: Hash + Eq + Clone> {
    name: &'static str,
    quota: NonZeroU32,
    limiter: Limiter<K>,
}

impl<K: Hash + Eq + Clone> Limit<K> {
    fn new(name: &'static str, per_minute: u32) -> Option<Arc<Self>> {
        let quota = NonZeroU32::new(per_minute)?;
        let limiter = RateLimiter::keyed(Quota::per_minute(quota)).with_middleware::<StateInformationMiddleware>();
        Some(Arc::new(Self { name, quota, limiter }))
    }

    fn take(&self, key: &K) -> (Standing, Option<Duration>) {
        let (remaining, wait) = match self.limiter.check_key(key) {
            Ok(state) => (state.remaining_burst_capacity(), None),
            Err(until) => (0, Some(until.wait_time_from(self.limiter.clock().now()))),
        };
        let per_call = WINDOW_SECONDS.div_ceil(self.quota.get());
        let reset = wait.map_or(u64::from(per_call), |wait| wait.as_secs() + u64::from(wait.subsec_nanos() > 0));
        (Standing { name: self.name, quota: self.quota.get(), remaining, reset: reset.max(1) }, wait)
    }
}

impl Rates {
    /// Limits of so many calls a minute; 0 is none.
    #[must_use]
    pub fn new(per_token: u32, per_account: u32) -> Self {
        Self { by_token: Limit::new("token", per_token), by_account: Limit::new("account", per_account) }
    }

    /// Takes a call from the token's and the account's bucket. What the token is refused costs the account nothing, so that
    /// one token alone cannot use up what belongs to all.
    #[must_use]
    pub fn take(&self, caller: &Caller) -> Admission {
        let mut admission = Admission::default();
        if let Some(limit) = &self.by_token {
            let key = caller.token().map_or_else(|| caller.user().uuid(), crate::ids::TokenId::uuid);
            let (standing, wait) = limit.take(&key);
            admission.standings.push(standing);
            admission.wait = wait;
        }
        if admission.wait.is_none()
            && let Some(limit) = &self.by_account
        {
            let (standing, wait) = limit.take(&caller.account());
            admission.standings.push(standing);
            admission.wait = wait;
        }
        admission
    }

    /// Drops the buckets that are full again.
    pub fn drop_idle(&self) {
        if let Some(limit) = &self.by_token {
            limit.limiter.retain_recent();
            limit.limiter.shrink_to_fit();
        }
        if let Some(limit) = &self.by_account {
            limit.limiter.retain_recent();
            limit.limiter.shrink_to_fit();
        }
    }
}

impl Admission {
    /// The refusal, where there is one.
    #[must_use]
    pub fn refusal(&self) -> Option<AppError> {
        let wait = self.wait?;
        let name = self.standings.last().map_or("token", |standing| standing.name);
        // Whole seconds, rounded up: whoever waits as long as told gets through.
        let seconds = Duration::from_secs(wait.as_secs() + u64::from(wait.subsec_nanos() > 0));
        let sentence = format!("Too many calls: the limit of the {name} is reached.");
        Some(AppError::new(ErrorCode::RateLimited, sentence).with("limit", name).retry_after(seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_gets_its_minute_at_once_and_no_more_and_keys_do_not_share() {
        let limit = Limit::new("token", 3).expect("a limit");
        let taken: Vec<_> = (0..4).map(|_| limit.take(&1)).collect();
        let remaining: Vec<u32> = taken.iter().map(|(standing, _)| standing.remaining).collect();
        assert_eq!(remaining, [2, 1, 0, 0]);
        assert!(taken[..3].iter().all(|(_, wait)| wait.is_none()));
        let wait = taken[3].1.expect("refused");
        assert!(wait > Duration::from_secs(15) && wait <= Duration::from_secs(20), "{wait:?}");
        assert_eq!(taken[3].0.reset, 20);
        assert!(limit.take(&2).1.is_none());
    }

    #[test]
    fn a_limit_of_nothing_is_none() {
        assert!(Limit::<u8>::new("token", 0).is_none());
    }
}
