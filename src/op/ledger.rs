//! The read ledger's short memory: what was written moments ago need not be written again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Duration, Utc};

use crate::ids::{AccountId, ScopeId, TokenId, UserId};

/// A mark that is younger than this is not renewed. It is small against the pause of 30 minutes that ends a session.
const FRESH_SECONDS: i64 = 10;

/// Past this many agents the memory starts anew: it only saves writes.
const MOST_AGENTS: usize = 10_000;

/// The token stands with it: each one's last use is written too.
type Agent = (AccountId, UserId, String, Option<TokenId>);

/// When the agent's own mark (no node) and those of its nodes were written.
type Marks = HashMap<Option<ScopeId>, DateTime<Utc>>;

/// Which marks this replica wrote moments ago.
#[derive(Clone, Default)]
pub struct Ledger {
    marks: Arc<Mutex<HashMap<Agent, Marks>>>,
}

impl Ledger {
    /// The nodes whose mark is not fresh; the flag says whether the agent's own mark is not.
    #[must_use]
    pub fn stale(&self, agent: &Agent, shown: &[ScopeId], now: DateTime<Utc>) -> (Vec<ScopeId>, bool) {
        let Ok(marks) = self.marks.lock() else { return (shown.to_vec(), true) };
        let Some(known) = marks.get(agent) else { return (shown.to_vec(), true) };
        let is_fresh = |node: Option<ScopeId>| {
            known.get(&node).is_some_and(|at| now - *at < Duration::seconds(FRESH_SECONDS) && now >= *at)
        };
        (shown.iter().copied().filter(|node| !is_fresh(Some(*node))).collect(), !is_fresh(None))
    }

    /// Remembers that marks were written.
    pub fn written(&self, agent: Agent, shown: &[ScopeId], now: DateTime<Utc>) {
        let Ok(mut marks) = self.marks.lock() else { return };
        if marks.len() >= MOST_AGENTS && !marks.contains_key(&agent) {
            marks.clear();
        }
        let known = marks.entry(agent).or_default();
        known.insert(None, now);
        for node in shown {
            known.insert(Some(*node), now);
        }
    }
}
