//! What is said of a text that was to be saved.

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::AppError;
use crate::op::Cx;
use crate::ops::storing::{Outcome, Stored};
use crate::ops::workspaces::quality::Quality;
use crate::ops::workspaces::record::{Record, one};
use crate::ops::workspaces::safe_record::Cut;
use crate::ops::workspaces::sizes::fit;
use crate::store::{memories, workspace_records};

/// A neighbour by meaning.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SimilarRecord {
    /// The record.
    id: i64,
    /// Cosine similarity.
    score: f64,
}

/// A neighbour that says something else.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ConflictingRecord {
    /// The record.
    id: i64,
    /// What differs.
    why: String,
}

/// What became of the text. A text that the quality gate refuses has saved and quality alone.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SavedRecord {
    /// The record that says it.
    #[serde(flatten)]
    pub record: Option<Record>,
    /// Whether a record says it now.
    pub saved: bool,
    /// Whether a record said it already, so that nothing new was stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deduplicated: Option<bool>,
    /// Whether secrets or private sections were cut from what was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub privacy_redacted: Option<bool>,
    /// How many private sections were dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub privacy_redacted_sections: Option<u32>,
    /// How many secrets were cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redactions: Option<u32>,
    /// Records of the same workspace that may say the same; one of them may be what to update.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similar: Option<Vec<SimilarRecord>>,
    /// Records of the same workspace that say something else: a number, a name or a negation differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflicts: Option<Vec<ConflictingRecord>>,
    /// What the quality gate says, where it refused or was only asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<Quality>,
    /// Whether it would be stored, where that was asked alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub would_save: Option<bool>,
}

/// What is said of a text that is stored, by a new record or by one that said it before.
///
/// # Errors
/// Unavailable without a database.
pub async fn saved(cx: &mut Cx<'_>, stored: &Stored, cut: Cut) -> Result<SavedRecord, AppError> {
    let row =
        memories::get(cx.tx, stored.id).await?.ok_or_else(|| AppError::internal("what was stored is not there"))?;
    let mut record = one(cx, row).await?;
    fit(&mut record, cx.caller.surface(), 0);
    let ids = stored.similar.iter().map(|one| &one.id).chain(stored.conflicts.iter().map(|one| &one.id));
    let ids: Vec<_> = ids.filter_map(|id| id.parse().ok()).collect();
    let beside = if ids.is_empty() { Vec::new() } else { workspace_records::standing(cx.tx, &ids).await? };
    let number = |id: &str| beside.iter().find(|one| one.id.to_string() == id).map(|one| one.number);
    let similar =
        stored.similar.iter().filter_map(|one| Some(SimilarRecord { id: number(&one.id)?, score: one.score }));
    let conflicts = stored
        .conflicts
        .iter()
        .filter_map(|one| Some(ConflictingRecord { id: number(&one.id)?, why: one.why.clone() }));
    let (similar, conflicts): (Vec<_>, Vec<_>) = (similar.collect(), conflicts.collect());
    Ok(SavedRecord {
        record: Some(record),
        saved: true,
        deduplicated: Some(stored.outcome == Outcome::SeenAgain),
        similar: (!similar.is_empty()).then_some(similar),
        conflicts: (!conflicts.is_empty()).then_some(conflicts),
        ..told(cut, None)
    })
}

/// What is said of a text that the quality gate refused.
pub fn refused(quality: Quality) -> SavedRecord {
    SavedRecord {
        privacy_redacted: None,
        privacy_redacted_sections: None,
        redactions: None,
        ..told(Cut::default(), Some(quality))
    }
}

/// What is said of every text: what was cut from it.
pub fn told(cut: Cut, quality: Option<Quality>) -> SavedRecord {
    SavedRecord {
        record: None,
        saved: false,
        deduplicated: None,
        privacy_redacted: Some(cut.is_any()),
        privacy_redacted_sections: Some(cut.sections),
        redactions: Some(cut.redactions),
        similar: None,
        conflicts: None,
        quality,
        would_save: None,
    }
}
