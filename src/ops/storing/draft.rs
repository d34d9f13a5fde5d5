//! A memory as an operation drafts it.

use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;

use crate::ops::safety::SafeText;

/// A memory to be stored, as an operation drafts it.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// What it is.
    pub kind: String,
    /// The text.
    pub content: Option<SafeText>,
    /// Its small number.
    pub number: i64,
    /// The remember family's type.
    pub memory_type: Option<String>,
    /// The subject's name.
    pub name: Option<String>,
    /// The workspaces family's project.
    pub project: Option<String>,
    /// Text that goes with it.
    pub context: Option<String>,
    /// 0 to 1.
    pub importance: Option<f32>,
    /// low, medium, high or critical.
    pub importance_word: Option<String>,
    /// 0 to 1.
    pub confidence: Option<f32>,
    /// What a client keeps beside it.
    pub metadata: serde_json::Map<String, Value>,
    /// The session's label.
    pub session: Option<String>,
    /// The place in the session.
    pub session_position: Option<i32>,
    /// The id in the system that it was imported from.
    pub external_id: Option<String>,
    /// Who decided: a claim.
    pub decided_by: Option<String>,
    /// The agent that the call named: a claim.
    pub claimed_agent: Option<String>,
    /// Who wrote it where it came from.
    pub imported_author: Option<String>,
    /// When it was recorded where it came from.
    pub recorded_at: Option<DateTime<Utc>>,
    /// When it happened.
    pub occurred_at: Option<DateTime<Utc>>,
    /// From when it is true.
    pub valid_from: Option<DateTime<Utc>>,
    /// Until when it is true.
    pub valid_to: Option<DateTime<Utc>>,
    /// When it may be dropped.
    pub expires_at: Option<DateTime<Utc>>,
    /// Topics.
    pub topics: Vec<String>,
    /// Links.
    pub links: Vec<String>,
    /// The workspaces family's tags.
    pub tags: Option<Vec<String>>,
    /// The branch of the workspaces family.
    pub branch: Option<String>,
    /// auto or conversation.
    pub source_format: Option<String>,
    /// The summary that it is an item of, and its place there.
    pub summary: Option<(Uuid, i16)>,
    /// Why the version was made.
    pub change_reason: Option<String>,
    /// Whether the same thing said twice is stored once.
    pub folds: bool,
    /// The moment from which the store says it, where several memories are stored as one; now, where absent.
    pub moment: Option<DateTime<Utc>>,
}
