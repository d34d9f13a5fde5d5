//! What this replica remembers for moments: documents that could not be had, key sets, and who looked at the metadata. It
//! only saves work; losing it changes no answer.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;

use chrono::{DateTime, Duration, Utc};
use serde_json::Value;

/// A document that could not be had is not asked for again so soon.
const FAILURE_SECONDS: i64 = 60;

/// How long a key set is used.
const KEYS_SECONDS: i64 = 300;

/// A key set that lacks a key is asked for again, though not before it has this age.
const KEYS_RETRY_SECONDS: i64 = 30;

/// A look at the metadata is noted once in so long.
const LOOK_SECONDS: i64 = 60;

/// Past this size a map starts anew.
const MOST: usize = 10_000;

type Map<K, V> = Mutex<HashMap<K, (V, DateTime<Utc>)>>;

/// The memory.
#[derive(Default)]
pub struct ShortMemory {
    failures: Map<String, ()>,
    key_sets: Map<String, Vec<Value>>,
    looks: Map<Vec<u8>, ()>,
}

impl ShortMemory {
    /// Whether a URL failed moments ago.
    #[must_use]
    pub fn failed_lately(&self, url: &str, now: DateTime<Utc>) -> bool {
        get(&self.failures, url, now, FAILURE_SECONDS).is_some()
    }

    /// Remembers that a URL failed.
    pub fn failed(&self, url: &str, now: DateTime<Utc>) {
        put(&self.failures, url.to_owned(), (), now);
    }

    /// The key set of a URL; where a key is missing from it, one that is young enough not to be asked for again.
    #[must_use]
    pub fn key_set(&self, url: &str, lacks_key: bool, now: DateTime<Utc>) -> Option<Vec<Value>> {
        get(&self.key_sets, url, now, if lacks_key { KEYS_RETRY_SECONDS } else { KEYS_SECONDS })
    }

    /// Remembers a key set.
    pub fn keep_key_set(&self, url: &str, keys: Vec<Value>, now: DateTime<Utc>) {
        put(&self.key_sets, url.to_owned(), keys, now);
    }

    /// Whether an address looks at the metadata for the first time in a while.
    #[must_use]
    pub fn is_new_look(&self, address: &[u8], now: DateTime<Utc>) -> bool {
        let is_new = get(&self.looks, address, now, LOOK_SECONDS).is_none();
        if is_new {
            put(&self.looks, address.to_owned(), (), now);
        }
        is_new
    }
}

fn get<K, Q, V>(map: &Map<K, V>, key: &Q, now: DateTime<Utc>, seconds: i64) -> Option<V>
where
    K: Eq + Hash + std::borrow::Borrow<Q>,
    Q: Eq + Hash + ?Sized,
    V: Clone,
{
    let map = map.lock().ok()?;
    let (value, at) = map.get(key)?;
    (now - *at < Duration::seconds(seconds) && now >= *at).then(|| value.clone())
}

fn put<K: Eq + Hash, V>(map: &Map<K, V>, key: K, value: V, now: DateTime<Utc>) {
    let Ok(mut map) = map.lock() else { return };
    if map.len() >= MOST && !map.contains_key(&key) {
        map.clear();
    }
    map.insert(key, (value, now));
}
