//! Random histories from fixed seeds, on a clock that the test moves by an hour a step, compared with the model at many moments.
//!
//! Late news (a replacement that happened before what it replaces) is no step here: no operation that replaces takes the moment
//! at which something happened, until the facts family does.

use std::collections::BTreeMap;

use annals::clock::Clock;
use chrono::{DateTime, Duration, Utc};

use super::asking::{differences, differences_of_one};
use super::model::{Asked, Model};
use super::steps::{History, STEPS};
use crate::catalogue::assert_none;
use crate::support::{Chance, Service, Wish};

const SEEDS: [u64; 4] = [11, 23, 47, 101];
const MOMENTS: usize = 14;

impl History<'_> {
    async fn compare(&mut self) -> Vec<String> {
        let mut faults = Vec::new();
        for round in 0..MOMENTS {
            let (as_of, valid_at) = (self.moment(), self.moment());
            let asked = match round % 3 {
                0 => Asked { as_of: Some(as_of), valid_at: None },
                1 => Asked { as_of: None, valid_at: Some(valid_at) },
                _ => Asked { as_of: Some(as_of), valid_at: Some(valid_at) },
            };
            let page_size = self.one_of(&[7, 200]);
            faults.extend(differences(&self.client, &self.model, asked, page_size).await);
            for _ in 0..6 {
                let place = self.below(self.model.memories.len());
                faults.extend(differences_of_one(&self.client, &self.model, place, asked).await);
            }
        }
        let now = Asked { as_of: None, valid_at: None };
        faults.extend(differences(&self.client, &self.model, now, 200).await);
        faults
    }
}

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
