//! What is said of a summary that was recorded, and of its items.

use schemars::JsonSchema;
use serde::Serialize;

use crate::ids::MemoryId;
use crate::ops::decisions::item::SafeItem;
use crate::ops::storing::{Conflict, Outcome, Similar, Stored};

/// The summary as it was recorded.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecordedSummary {
    /// Its id.
    pub id: String,
    /// The space or other scope that it lives in; empty for the account's root.
    pub space_id: String,
    /// compaction, end, turns or manual.
    pub trigger: String,
    /// Who spoke, as the agent named itself: a claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The session's label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// When it was recorded, in UTC.
    pub created_at: String,
    /// Secrets that were cut from the prose and the labels.
    pub redactions: u32,
}

/// What became of an item.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecordedItem {
    /// Its place in the call, from 0.
    pub index: usize,
    /// The memory that says it.
    pub id: String,
    /// created, seen_again where an active memory said it already, or superseded_previous where it replaced one.
    pub outcome: String,
    /// How often it has been said.
    pub seen_count: i32,
    /// Secrets that were cut from it.
    pub redactions: u32,
    /// The memories that it replaced.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<String>,
    /// instructions, where the text reads like instructions to an assistant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Active memories of the same scope that may say the same; a later call may replace one of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub similar: Vec<Similar>,
    /// Active memories of the same scope that say something else: a number, a name or a negation differs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<Conflict>,
}

/// What became of an item.
pub fn recorded(place: usize, item: &SafeItem, stored: &Stored) -> RecordedItem {
    let outcome = match stored.outcome {
        Outcome::SeenAgain | Outcome::Echo => "seen_again",
        Outcome::Stored | Outcome::StoredAsHistory if stored.superseded.is_empty() => "created",
        Outcome::Stored | Outcome::StoredAsHistory => "superseded_previous",
    };
    RecordedItem {
        index: place,
        id: stored.id.to_string(),
        outcome: outcome.to_owned(),
        seen_count: stored.seen_count,
        redactions: item.redactions,
        supersedes: stored.superseded.iter().map(MemoryId::to_string).collect(),
        label: stored.is_labelled.then(|| "instructions".to_owned()),
        similar: stored.similar.clone(),
        conflicts: stored.conflicts.clone(),
    }
}
