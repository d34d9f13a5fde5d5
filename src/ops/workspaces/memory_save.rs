//! `memory_save`: saves a record into one workspace (contract, `team-server-memory-save.txt`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Profile, Role};
use crate::error::{AppError, ErrorCode};
use crate::op::{
    Arguments, Cx, Effect, Environment, Family, FirstBlock, Hidden, Method, Operation, Retry, Route, Spec, Surfaces,
};
use crate::ops::indexing::{self, Index};
use crate::ops::safety::{SafeText, Safety};
use crate::ops::storing::{Draft, Outcome, store_one};
use crate::ops::workspaces::number::CallKey;
use crate::ops::workspaces::quality::Quality;
use crate::ops::workspaces::record::GENERAL;
use crate::ops::workspaces::record_fields::{Importance, RecordType, SourceFormat};
use crate::ops::workspaces::safe_record::Cut;
use crate::ops::workspaces::saved_record::{SavedRecord, refused, saved, told};
use crate::ops::workspaces::workspace::{ScopeArgument, ScopeView, Wanted, Workspace, key_scope, writable};
use crate::store::{gate_counts, workspace_records};
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct MemorySave;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemorySaveInput {
    /// A UUID of yours for this call: sent again with the same arguments, it gets the first answer again.
    #[serde(default)]
    request_id: Option<CallKey>,
    /// The workspace; your own where nothing is said.
    #[serde(default, deserialize_with = "crate::op::object")]
    scope: ScopeArgument,
    /// What to keep: self-contained, without secrets. <private> sections are left out.
    content: BoundedText<1, 200_000>,
    /// What it is.
    #[serde(default, rename = "type")]
    kind: RecordType,
    /// The project that it belongs to.
    #[serde(default)]
    project: Option<BoundedText<1, 128>>,
    /// Words to find it by, 64 at most; none may begin with scope:, team: or user:.
    #[serde(default)]
    #[schemars(length(max = 64))]
    tags: Vec<BoundedText<1, 128>>,
    /// What else a reader needs to understand it.
    #[serde(default)]
    context: Option<BoundedText<0, 200_000>>,
    /// How much it matters.
    #[serde(default)]
    importance: Importance,
    /// Whether the text was taken from a conversation.
    #[serde(default)]
    source_format: SourceFormat,
    /// The branch of the code that it is about.
    #[serde(default)]
    branch: Option<BoundedText<0, 128>>,
    /// Says what would happen, and stores nothing.
    #[serde(default)]
    dry_run: bool,
    /// Why the text is stored although the quality gate would refuse it.
    #[serde(default)]
    override_gate: Option<BoundedText<1, 2000>>,
}

/// A record ready to be stored.
pub struct Prepared {
    wanted: Wanted,
    content: SafeText,
    draft: Draft,
    index: Index,
    cut: Cut,
    quality: Quality,
    dry_run: bool,
    is_overridden: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MemorySaveOutput {
    /// The workspace.
    scope: ScopeView,
    /// The tags that its records count as having.
    scope_tags: Vec<String>,
    /// What became of it.
    data: SavedRecord,
}

const EVERY_PROFILE: &[Profile] = &Profile::ALL;

impl Operation for MemorySave {
    type Input = MemorySaveInput;
    type Prepared = Prepared;
    type Output = MemorySaveOutput;

    const SPEC: Spec = Spec {
        name: "memory_save",
        title: "Save a record",
        help: "Keeps a fact, decision, solution, lesson or convention in one workspace: your own unless scope names a team's \
               or the shared one. The author is taken from the token. Answers with the record, or with what the quality \
               gate misses in it.",
        family: Family::Workspaces,
        permissions: &[Permission::MemoryWrite],
        mcp_permissions: &[],
        role: Role::Member,
        effect: Effect::Put,
        route: Route::new(Method::Post, "/v1/workspace/save"),
        surfaces: Surfaces::All,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[
            Hidden { field: "dry_run", profiles: EVERY_PROFILE },
            Hidden { field: "override_gate", profiles: EVERY_PROFILE },
        ],
        retry: Retry::ByField("request_id"),
        errors: &[ErrorCode::Conflict, ErrorCode::KeyReused, ErrorCode::InProgress],
        example: |_| json!({"content": "The billing API pools its connections by transaction.", "type": "decision", "project": "billing-api", "tags": ["postgres", "pooling"], "importance": "high"}),
    };

    async fn prepare(env: &Environment, caller: &Caller, input: MemorySaveInput) -> Result<Prepared, AppError> {
        let wanted = input.scope.wanted()?;
        if input.dry_run && input.request_id.is_some() {
            return Err(AppError::invalid("request_id", "is for calls that store; leave it out of a dry run"));
        }
        let safety = Safety::of(env, caller).await?;
        let mut cut = Cut::default();
        let content = cut.needed(safety, "content", &input.content)?;
        let tags = cut.tags(safety, input.tags.iter().map(|tag| &**tag))?;
        let (importance_word, importance) = input.importance.word_and_share();
        let project = cut.optional(safety, "project", input.project.as_deref().unwrap_or_default())?;
        let source_format = match input.source_format {
            SourceFormat::Auto => "auto",
            SourceFormat::Conversation => "conversation",
        };
        let draft = Draft {
            kind: input.kind.name().to_owned(),
            content: Some(content.clone()),
            project: project.filter(|project| project != GENERAL),
            context: cut.optional(safety, "context", input.context.as_deref().unwrap_or_default())?,
            branch: cut.optional(safety, "branch", input.branch.as_deref().unwrap_or_default())?,
            change_reason: cut.optional(safety, "override_gate", input.override_gate.as_deref().unwrap_or_default())?,
            importance: Some(importance),
            importance_word: Some(importance_word.to_owned()),
            source_format: Some(source_format.to_owned()),
            tags: Some(tags),
            folds: true,
            ..Draft::default()
        };
        let mut quality = Quality::of(&content);
        if !env.policies_of(caller).await?.quality_gate && !content.only_secret {
            quality.reasons.clear();
            quality.advice.clear();
        }
        let mut prepared = Prepared {
            wanted,
            is_overridden: input.override_gate.is_some(),
            dry_run: input.dry_run,
            index: Index::default(),
            content,
            draft,
            cut,
            quality,
        };
        if prepared.is_stored() {
            let topics = prepared.draft.tags.clone().unwrap_or_default();
            let (mut indexes, _) = indexing::index(env, &[(prepared.content.text.as_str(), topics.as_slice())]).await;
            prepared.index = indexes.pop().unwrap_or_default();
            prepared.draft.number =
                env.numbers.take(&env.store, caller.account(), 1).await?.first().copied().unwrap_or_default();
        }
        Ok(prepared)
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<MemorySaveOutput, AppError> {
        let workspace = writable(cx, &prepared.wanted).await?;
        if prepared.dry_run {
            let would_save = prepared.quality.passes() || prepared.is_overridden;
            let data = SavedRecord { would_save: Some(would_save), ..told(prepared.cut, Some(prepared.quality)) };
            return Ok(answer(workspace, data));
        }
        if !prepared.quality.passes() {
            gate_counts::count(cx.tx, &prepared.quality.reasons, prepared.is_overridden).await?;
            if !prepared.is_overridden {
                return Ok(answer(workspace, refused(prepared.quality)));
            }
        }
        let mut draft = prepared.draft;
        if prepared.quality.passes() {
            draft.change_reason = None;
        }
        let stored = store_one(cx, workspace.node, "", &draft, &prepared.index, &[]).await?;
        if stored.outcome == Outcome::Echo {
            let mut ids: Vec<i64> =
                workspace_records::standing(cx.tx, &stored.echo_of).await?.iter().map(|one| one.number).collect();
            ids.sort_unstable();
            let quality = Quality::echo(ids);
            gate_counts::count(cx.tx, &quality.reasons, false).await?;
            return Ok(answer(workspace, refused(quality)));
        }
        let data = saved(cx, &stored, prepared.cut).await?;
        Ok(answer(workspace, data))
    }

    fn text(_: &MemorySaveOutput) -> String {
        String::new()
    }

    fn key_scope(arguments: &Arguments) -> String {
        key_scope(arguments)
    }
}

impl Prepared {
    fn is_stored(&self) -> bool {
        !self.dry_run && (self.quality.passes() || self.is_overridden)
    }
}

fn answer(workspace: Workspace, data: SavedRecord) -> MemorySaveOutput {
    MemorySaveOutput { scope: workspace.scope, scope_tags: workspace.scope_tags, data }
}
