//! `memory_update`: replaces a record by a new version of it (contract, workspaces family).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Profile, Role};
use crate::error::{AppError, ErrorCode};
use crate::ids::MemoryId;
use crate::op::{
    Arguments, Cx, Effect, Environment, Family, FirstBlock, Hidden, Method, Operation, Retry, Route, Spec, Surfaces,
};
use crate::ops::indexing::{self, Index};
use crate::ops::safety::{SafeText, Safety};
use crate::ops::storing::{Draft, store_one};
use crate::ops::workspaces::number::{CallKey, Whole};
use crate::ops::workspaces::quality::Quality;
use crate::ops::workspaces::revision::lock_current;
use crate::ops::workspaces::safe_record::Cut;
use crate::ops::workspaces::saved_record::{SavedRecord, saved};
use crate::ops::workspaces::workspace::{ScopeArgument, ScopeView, Wanted, key_scope, writable};
use crate::store::memories::{self, MemoryRow};
use crate::store::{gate_counts, workspace_records};
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct MemoryUpdate;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryUpdateInput {
    /// A UUID of yours for this call: sent again with the same arguments, it gets the first answer again.
    #[serde(default)]
    #[expect(dead_code, reason = "the kernel reads it from the arguments; here it is only checked")]
    request_id: Option<CallKey>,
    /// The workspace; your own where nothing is said.
    #[serde(default, deserialize_with = "crate::op::object")]
    scope: ScopeArgument,
    /// The record's id.
    id: Whole<1>,
    /// The record's revision as you read it: where it has another by now, nothing is changed.
    expected_revision: Whole<1>,
    /// What it says from now on.
    content: BoundedText<1, 200_000>,
    /// Why it changes.
    reason: BoundedText<1, 2000>,
    /// Why the text is stored although the quality gate would refuse it.
    #[serde(default)]
    override_gate: Option<BoundedText<1, 2000>>,
}

pub struct Prepared {
    wanted: Wanted,
    id: i64,
    expected_revision: i64,
    content: SafeText,
    reason: String,
    cut: Cut,
    quality: Quality,
    is_overridden: bool,
    number: i64,
    index: Index,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MemoryUpdateOutput {
    /// The workspace.
    scope: ScopeView,
    /// The tags that its records count as having.
    scope_tags: Vec<String>,
    /// The new record; previous_id names the one that it replaced.
    data: SavedRecord,
}

const EVERY_PROFILE: &[Profile] = &Profile::ALL;

impl Operation for MemoryUpdate {
    type Input = MemoryUpdateInput;
    type Prepared = Prepared;
    type Output = MemoryUpdateOutput;

    const SPEC: Spec = Spec {
        name: "memory_update",
        title: "Update a record",
        help: "Replaces what a record says: a new record takes its place and the old one stays readable as superseded. Needs \
               the revision that you read, so that nobody's change is lost.",
        family: Family::Workspaces,
        permissions: &[Permission::MemoryWrite],
        mcp_permissions: &[],
        role: Role::Member,
        effect: Effect::Put,
        route: Route::new(Method::Post, "/v1/workspace/update"),
        surfaces: Surfaces::All,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[Hidden { field: "override_gate", profiles: EVERY_PROFILE }],
        retry: Retry::ByField("request_id"),
        errors: &[ErrorCode::NotFound, ErrorCode::Conflict, ErrorCode::KeyReused, ErrorCode::InProgress],
        example: |sample| json!({"scope": {"kind": "shared"}, "id": sample.record_number, "expected_revision": 1, "content": "The billing API pools its connections by session.", "reason": "Prepared statements need it."}),
    };

    async fn prepare(env: &Environment, caller: &Caller, input: MemoryUpdateInput) -> Result<Prepared, AppError> {
        let wanted = input.scope.wanted()?;
        let safety = Safety::of(env, caller).await?;
        let mut cut = Cut::default();
        let content = cut.needed(safety, "content", &input.content)?;
        let reason = cut.needed(safety, "reason", &input.reason)?.text;
        let mut quality = Quality::of(&content);
        if !env.policies_of(caller).await?.quality_gate && !content.only_secret {
            quality.reasons.clear();
        }
        let (mut indexes, _) = indexing::index(env, &[(content.text.as_str(), &[])]).await;
        let index = indexes.pop().unwrap_or_default();
        let number = env.numbers.take(&env.store, caller.account(), 1).await?.first().copied().unwrap_or_default();
        Ok(Prepared {
            wanted,
            id: input.id.0,
            expected_revision: input.expected_revision.0,
            content,
            reason,
            cut,
            quality,
            is_overridden: input.override_gate.is_some(),
            number,
            index,
        })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<MemoryUpdateOutput, AppError> {
        let workspace = writable(cx, &prepared.wanted).await?;
        let held = lock_current(cx, workspace.node, prepared.id, prepared.expected_revision).await?;
        if !prepared.quality.passes() {
            if !prepared.is_overridden {
                return Err(gated(&prepared.quality));
            }
            gate_counts::count(cx.tx, &prepared.quality.reasons, true).await?;
        }
        let row = memories::get(cx.tx, held.id).await?.ok_or_else(|| AppError::not_found("record"))?;
        let path = row.path.clone();
        let draft = next_version(row, prepared.content, prepared.reason, prepared.number);
        let tags = draft.tags.clone().unwrap_or_default();
        let text = draft.content.as_ref().map_or("", |content| content.text.as_str());
        let index = prepared.index.with_topics(text, &tags);
        let stored = match store_one(cx, workspace.node, &path, &draft, &index, &[held.id]).await {
            Ok(stored) => stored,
            Err(error) => return Err(said_already(cx, error).await?),
        };
        let data = saved(cx, &stored, prepared.cut).await?;
        Ok(MemoryUpdateOutput { scope: workspace.scope, scope_tags: workspace.scope_tags, data })
    }

    fn text(_: &MemoryUpdateOutput) -> String {
        String::new()
    }

    fn key_scope(arguments: &Arguments) -> String {
        key_scope(arguments)
    }
}

/// The same record with another text.
fn next_version(row: MemoryRow, content: SafeText, reason: String, number: i64) -> Draft {
    Draft {
        kind: row.kind,
        content: Some(content),
        number,
        memory_type: row.memory_type,
        name: row.name,
        project: row.project,
        context: row.context,
        importance: row.importance,
        importance_word: row.importance_word,
        confidence: row.confidence,
        metadata: row.metadata.as_object().cloned().unwrap_or_default(),
        decided_by: row.decided_by,
        topics: row.topics,
        links: row.links,
        tags: row.tags,
        branch: row.branch,
        source_format: row.source_format,
        change_reason: Some(reason),
        folds: true,
        ..Draft::default()
    }
}

fn gated(quality: &Quality) -> AppError {
    AppError::new(ErrorCode::Conflict, "Replacement rejected by quality gate")
        .with("quality", json!({"score": quality.score, "reasons": quality.reasons, "advice": quality.advice}))
}

/// A text that another active record says already replaces nothing: that record is named by its number.
async fn said_already(cx: &mut Cx<'_>, error: AppError) -> Result<AppError, AppError> {
    let current = error.members.get("current").and_then(|id| id.as_str()).and_then(|id| id.parse::<MemoryId>().ok());
    let Some(current) = current else { return Ok(error) };
    let current = workspace_records::standing(cx.tx, &[current]).await?.pop();
    let refused = AppError::new(ErrorCode::Conflict, "Another record of this workspace says this already");
    Ok(match current {
        Some(current) => refused.with("current_id", current.number).with("current_revision", current.revision),
        None => refused,
    })
}
