//! An item of a summary: what a session decided, learned, asked or did, as it comes in and as it may be kept.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::error::AppError;
use crate::ids::MemoryId;
use crate::ops::safety::{SafeText, Safety};
use crate::ops::topics::{checked_links, checked_topics};
use crate::text::BoundedText;

/// The most items of one summary.
pub const MOST_ITEMS: usize = 50;

/// What an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ItemKind {
    Decision,
    Preference,
    Fact,
    Question,
    Handoff,
    Done,
}

impl ItemKind {
    /// The kind as the store spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Preference => "preference",
            Self::Fact => "fact",
            Self::Question => "question",
            Self::Handoff => "handoff",
            Self::Done => "done",
        }
    }

    /// Whether the same thing said twice is one memory: work done and handed over is not, a session's is its own.
    pub const fn folds(self) -> bool {
        !matches!(self, Self::Handoff | Self::Done)
    }
}

/// An item as a call gives it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// decision, preference, fact, question, handoff or done.
    kind: ItemKind,
    /// What was decided, learned, asked or done, so that it can be understood alone; at most 8,000 characters.
    text: BoundedText<1, 8000>,
    /// Who decided: a member's id or a name. Kept as a claim.
    #[serde(default)]
    decided_by: Option<BoundedText<0, 200>>,
    /// Free words, file:<path>, service:<name>, doc:<kind> <number>; 20 at most.
    #[serde(default)]
    #[schemars(length(max = 20))]
    topics: Vec<BoundedText<1, 200>>,
    /// Pull requests, documents, incidents: http or https URLs, 20 at most.
    #[serde(default)]
    #[schemars(length(max = 20))]
    links: Vec<BoundedText<1, 2000>>,
    /// The id of the active memory that it replaces; an answer replaces its question.
    #[serde(default)]
    supersedes: Option<BoundedText<0, 40>>,
}

/// An item that may be kept.
#[derive(Debug)]
pub struct SafeItem {
    /// What it is.
    pub kind: ItemKind,
    /// Its text.
    pub text: SafeText,
    /// Who decided: a claim.
    pub decided_by: Option<String>,
    /// Topics.
    pub topics: Vec<String>,
    /// Links.
    pub links: Vec<String>,
    /// The memory that it replaces.
    pub supersedes: Option<MemoryId>,
    /// Secrets that were cut from all of it.
    pub redactions: u32,
}

impl Item {
    /// Cleans and redacts an item.
    ///
    /// # Errors
    /// Invalid input naming the field inside the item, such as `links[2]`.
    pub fn made_safe(self, safety: Safety) -> Result<SafeItem, AppError> {
        let text = safety.text("text", &self.text)?;
        let decided_by = match self.decided_by.filter(|by| !by.trim().is_empty()) {
            Some(by) => Some(safety.text("decided_by", &by)?),
            None => None,
        };
        let topics: Vec<String> = self.topics.into_iter().map(BoundedText::into_inner).collect();
        let links: Vec<String> = self.links.into_iter().map(BoundedText::into_inner).collect();
        let supersedes = match self.supersedes.filter(|id| !id.is_empty()) {
            Some(id) => Some(id.parse().map_err(|problem| AppError::invalid("supersedes", problem))?),
            None => None,
        };
        let in_lists = safety.count(topics.iter().chain(&links));
        Ok(SafeItem {
            kind: self.kind,
            redactions: text.redactions + decided_by.as_ref().map_or(0, |by| by.redactions) + in_lists,
            text,
            decided_by: decided_by.map(|by| by.text),
            topics: checked_topics(safety, &topics)?,
            links: checked_links(safety, &links)?,
            supersedes,
        })
    }
}

/// A refusal of something inside an item, told with the item's place.
pub fn at_item(place: usize, mut refusal: AppError) -> AppError {
    let Some(field) = refusal.field.take() else { return refusal };
    let whole = format!("items[{place}].{field}");
    let rest = refusal.detail.strip_prefix(field.as_str()).unwrap_or(&refusal.detail);
    refusal.detail = match rest.strip_prefix(": ") {
        Some(problem) => format!("{whole}: {problem}").into(),
        None => format!("{whole}: {}", refusal.detail).into(),
    };
    refusal.field = Some(whole);
    refusal
}
