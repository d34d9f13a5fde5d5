//! Storing a memory, the same way for every operation that stores: what it replaces, whether it was said before, what it is
//! like, and what makes it findable.

mod draft;
mod neighbours;

use std::collections::BTreeMap;

use serde_json::Value;

use crate::error::{AppError, ErrorCode};
use crate::frame::reads_like_instructions;
use crate::ids::{MemoryId, ScopeId};
use crate::op::Cx;
use crate::ops::echo;
use crate::ops::indexing::{self, Index};
use crate::ops::safety::{SafeText, fold_hash, text_hash};
use crate::store::frequencies::{self, FrequencyChange};
use crate::store::memories::{self, NewMemory, Version};

pub use draft::Draft;
pub use neighbours::{Conflict, Similar};

use neighbours::find_likenesses;

/// How far a text is trusted that reads like instructions, of 100: never into rules or the head of a briefing.
pub const LOW_TRUST: i16 = 20;

/// What storing came to.
#[derive(Debug, Clone)]
pub struct Stored {
    /// The memory that says it.
    pub id: MemoryId,
    /// How it came out.
    pub outcome: Outcome,
    /// How often it has been said.
    pub seen_count: i32,
    /// Whether the text reads like instructions.
    pub is_labelled: bool,
    /// What it replaced.
    pub superseded: Vec<MemoryId>,
    /// Neighbours that may say the same.
    pub similar: Vec<Similar>,
    /// Neighbours that say something else.
    pub conflicts: Vec<Conflict>,
    /// The memories that an echo repeats.
    pub echo_of: Vec<MemoryId>,
}

/// How storing came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is stored.
    Stored,
    /// An active memory says it already.
    SeenAgain,
    /// It is stored as history: newer news is there.
    StoredAsHistory,
    /// It repeats what was served.
    Echo,
}

/// Stores a drafted memory at a place.
///
/// # Errors
/// Not found for what it shall replace and the caller may not read; conflict naming the current one where that was replaced
/// already; forbidden where it may not be changed.
pub async fn store(
    cx: &mut Cx<'_>,
    scope: ScopeId,
    path: &str,
    draft: &Draft,
    index: &Index,
    supersedes: &[MemoryId],
    changes: &mut BTreeMap<ScopeId, FrequencyChange>,
) -> Result<Stored, AppError> {
    let content = draft.content.as_ref().ok_or_else(|| AppError::internal("a draft without a text"))?;
    if draft.folds
        && supersedes.is_empty()
        && let Some(echoed) = echo::recognise(cx, &content.text).await?
    {
        return Ok(echoed);
    }
    let versions = versions_to_replace(cx, supersedes, &draft.kind).await?;
    let moment = |version: &Version| version.occurred_at;
    let is_late = draft
        .occurred_at
        .is_some_and(|at| versions.iter().any(|version| moment(version).is_some_and(|then| at < then)));
    let mut new = new_memory(cx, scope, path, draft, content, &versions, is_late);
    if !is_late {
        for version in &versions {
            // What goes and what comes share one moment: at no moment does the store say both or neither.
            new.stored_at = Some(memories::close_at(cx.tx, version, new.stored_at, changes).await?);
            let what = if version.kind == "question" { "resolved" } else { "superseded" };
            cx.acts.memory(what, version.id, version.scope);
        }
    }
    let insertion = memories::insert(cx.tx, &new).await?;
    if !insertion.stored && !versions.is_empty() {
        return Err(AppError::new(
            ErrorCode::Conflict,
            format!("The memory {} says this already, so nothing was replaced.", insertion.id),
        )
        .with("current", insertion.id.to_string()));
    }
    for version in &versions {
        if is_late {
            memories::link(cx.tx, new.id, version.id, scope).await?;
            break;
        }
        memories::link(cx.tx, version.id, new.id, scope).await?;
    }
    cx.acts.memory(if insertion.stored { "created" } else { "seen_again" }, insertion.id, scope);
    for version in &versions {
        cx.acts.hashes(version.text_hash.clone(), None);
    }
    cx.acts.hashes(None, new.text_hash.clone());
    let mut stored = Stored {
        id: insertion.id,
        outcome: match (insertion.stored, is_late) {
            (false, _) => Outcome::SeenAgain,
            (true, true) => Outcome::StoredAsHistory,
            (true, false) => Outcome::Stored,
        },
        seen_count: insertion.seen_count,
        is_labelled: new.label.is_some(),
        superseded: if is_late { Vec::new() } else { versions.iter().map(|version| version.id).collect() },
        similar: Vec::new(),
        conflicts: Vec::new(),
        echo_of: Vec::new(),
    };
    if stored.outcome == Outcome::Stored {
        find_likenesses(cx, scope, &content.text, index, &mut stored).await?;
        indexing::store(cx.tx, new.id, scope, &new.kind, insertion.occurred_at, index, changes).await?;
    }
    Ok(stored)
}

/// [`store`] for one memory, with its terms counted at once.
///
/// # Errors
/// As [`store`].
pub async fn store_one(
    cx: &mut Cx<'_>,
    scope: ScopeId,
    path: &str,
    draft: &Draft,
    index: &Index,
    supersedes: &[MemoryId],
) -> Result<Stored, AppError> {
    let mut changes = BTreeMap::new();
    let stored = store(cx, scope, path, draft, index, supersedes, &mut changes).await?;
    frequencies::apply(cx.tx, &changes).await?;
    Ok(stored)
}

/// Locks what shall be replaced, in the order of ids so that two calls do not wait for each other, and checks it.
async fn versions_to_replace(cx: &mut Cx<'_>, supersedes: &[MemoryId], kind: &str) -> Result<Vec<Version>, AppError> {
    let mut ids = supersedes.to_vec();
    ids.sort_unstable();
    ids.dedup();
    if ids.len() != supersedes.len() {
        return Err(AppError::invalid("supersedes", "names a memory twice"));
    }
    let mut versions = Vec::new();
    for id in ids {
        let version = memories::lock_version(cx.tx, id).await?.filter(|version| version.status != "forgotten");
        let version = version.ok_or_else(|| AppError::not_found("memory"))?;
        if version.status != "active" {
            return Err(replaced_already(cx, id).await?);
        }
        if !cx.access.writes(version.scope) {
            return Err(AppError::new(
                ErrorCode::Forbidden,
                "supersedes: you may read that memory's scope, not write to it.",
            ));
        }
        let answers = version.kind == "question" && matches!(kind, "decision" | "fact" | "preference" | "question");
        if version.kind != kind && !answers {
            return Err(AppError::invalid(
                "supersedes",
                format!("a {kind} cannot replace a {}; only a question is answered by another kind", version.kind),
            ));
        }
        versions.push(version);
    }
    Ok(versions)
}

/// The refusal for a memory that is current no more: it names the one that is, where that is still there.
async fn replaced_already(cx: &mut Cx<'_>, id: MemoryId) -> Result<AppError, AppError> {
    let current = memories::current_of(cx.tx, id).await?;
    let stands = memories::get(cx.tx, current).await?.is_some_and(|row| row.status == "active");
    if !stands {
        return Ok(AppError::new(
            ErrorCode::Conflict,
            format!("supersedes: {id} has been replaced, and what replaced it is gone; record the text as a new one."),
        ));
    }
    let detail = format!("supersedes: {id} has been replaced already; the current one is {current}.");
    Ok(AppError::new(ErrorCode::Conflict, detail).with("current", current.to_string()))
}

fn new_memory(
    cx: &Cx<'_>,
    scope: ScopeId,
    path: &str,
    draft: &Draft,
    content: &SafeText,
    replaced: &[Version],
    is_late: bool,
) -> NewMemory {
    // A question and its answer are two things; a newer version of the same thing goes on with its lineage.
    let continues = replaced
        .first()
        .filter(|version| version.kind == draft.kind && !is_late)
        .map(|version| (version.lineage, version.revision + 1));
    let label = reads_like_instructions(&content.text).map(|_| "instructions");
    let own_trust = if label.is_some() { LOW_TRUST } else { 100 };
    NewMemory {
        id: MemoryId::generate(),
        number: draft.number,
        scope,
        path: path.to_owned(),
        kind: draft.kind.clone(),
        memory_type: draft.memory_type.clone(),
        name: draft.name.clone(),
        project: draft.project.clone(),
        content: content.text.clone(),
        context: draft.context.clone(),
        importance: draft.importance,
        confidence: draft.confidence,
        metadata: Value::Object(draft.metadata.clone()),
        // What replaces is never trusted more than the least trusted of what it replaces.
        trust: replaced.iter().map(|version| version.trust).min().map_or(own_trust, |least| least.min(own_trust)),
        fold_hash: (draft.folds && !is_late)
            .then(|| fold_hash(&draft.kind, draft.name.as_deref(), draft.project.as_deref(), &content.text))
            .flatten(),
        redactions: i32::try_from(content.redactions).unwrap_or(i32::MAX),
        characters_cleaned: i32::try_from(content.cleaned).unwrap_or(i32::MAX),
        session: draft.session.clone(),
        session_position: draft.session_position,
        external_id: draft.external_id.clone(),
        decided_by: draft.decided_by.clone(),
        claimed_agent: draft.claimed_agent.clone(),
        author: cx.caller.user(),
        author_agent: cx.access.agent.clone(),
        author_client: cx.caller.client().map(str::to_owned),
        author_device: cx.access.device.clone(),
        author_grant: cx.caller.token(),
        imported_author: draft.imported_author.clone(),
        recorded_at: draft.recorded_at,
        occurred_at: draft.occurred_at,
        valid_from: draft.valid_from,
        valid_to: draft.valid_to,
        expires_at: draft.expires_at,
        topics: draft.topics.clone(),
        links: draft.links.clone(),
        tags: draft.tags.clone(),
        importance_word: draft.importance_word.clone(),
        branch: draft.branch.clone(),
        source_format: draft.source_format.clone(),
        text_hash: Some(text_hash(&content.text)),
        label,
        summary: draft.summary,
        change_reason: draft.change_reason.clone(),
        continues,
        is_late,
        stored_at: draft.moment,
    }
}
