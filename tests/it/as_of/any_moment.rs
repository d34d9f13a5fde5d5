//! Random histories, asked about at many moments.

use std::collections::BTreeMap;

use annals::clock::Clock;
use chrono::{DateTime, Duration, Utc};

use super::model::Model;
use super::random_history::{History, STEPS};
use crate::catalogue::assert_none;
use crate::support::{Chance, Service, Wish};

const SEEDS: [u64; 4] = [11, 23, 47, 101];

#[tokio::test]
async fn at_any_moment_the_store_says_what_a_simple_model_says() {
    let started: DateTime<Utc> = "2027-03-01T00:00:00Z".parse().unwrap();
    let clock = Clock::fixed(started);
    let service = Service::start(|_| {}, clock.clone());
    let (mut faults, mut steps) = (Vec::new(), BTreeMap::<&str, usize>::new());
    for seed in SEEDS {
        let account = service.account().await;
        let wish = Wish { holds: Duration::days(900), ..Wish::default() };
        let mut history = History {
            account: &account,
            client: account.client_with(wish).await,
            clock: clock.clone(),
            chance: Chance::new(seed),
            model: Model::default(),
            started: clock.now(),
            counts: BTreeMap::new(),
        };
        for _ in 0..STEPS {
            history.step().await;
        }
        faults.extend(history.compare().await.into_iter().map(|fault| format!("seed {seed}: {fault}")));
        for (what, count) in history.counts {
            *steps.entry(what).or_default() += count;
        }
    }
    assert_none(&faults);
    for what in ["save", "remember", "import", "item", "replace", "update", "again", "hide", "erase", "redact"] {
        assert!(steps.get(what).copied().unwrap_or_default() >= 5, "{what} was hardly tried: {steps:?}");
    }
}
