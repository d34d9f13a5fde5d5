//! `memory_history`: what happened to a record and to those it replaced (contract, workspaces family; ruling 34).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::clock::rfc3339;
use crate::error::{AppError, ErrorCode};
use crate::op::{
    Arguments, Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces,
};
use crate::ops::workspaces::number::Whole;
use crate::ops::workspaces::record::{Author, NOTICE};
use crate::ops::workspaces::sizes::{LARGEST, weight};
use crate::ops::workspaces::workspace::{ScopeArgument, ScopeView, Wanted, key_scope, readable};
use crate::store::record_history::{self, HistoryRow};
use crate::store::workspace_records;
use crate::text::Limit;

#[derive(Clone, Copy)]
pub struct MemoryHistory;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryHistoryInput {
    /// The workspace; your own where nothing is said.
    #[serde(default, deserialize_with = "crate::op::object")]
    scope: ScopeArgument,
    /// The record's id.
    id: Whole<1>,
    /// The sequence of the last entry that you have; 0 for all.
    #[serde(default)]
    after: Whole<0>,
    /// How many entries at most.
    #[serde(default)]
    limit: Limit<50, 50>,
}

pub struct Prepared {
    wanted: Wanted,
    id: i64,
    after: i64,
    limit: usize,
}

/// How a record stood.
#[derive(Debug, Serialize, JsonSchema)]
pub struct State {
    /// The record; absent where it has been erased.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<i64>,
    /// Which version.
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<i32>,
    /// active, superseded, resolved, deleted or erased.
    status: String,
    /// The beginning of its text, where the entry is about the text and it is not deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    /// How many characters the whole text has, where content is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    content_chars: Option<i32>,
    /// The record that replaced it, where the entry is about that.
    #[serde(skip_serializing_if = "Option::is_none")]
    superseded_by: Option<i64>,
}

/// Something that happened.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HistoryEntry {
    /// Its place in the history, from 1.
    sequence: i64,
    /// create, confirm (said again), update, supersede, resolve, delete, restore, redact or erase.
    action: String,
    /// How the record stood before; absent for one that was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<State>,
    /// How the record stands after.
    after: State,
    /// Who did it.
    actor: Author,
    /// Why, where that was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// When, in UTC.
    at: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MemoryHistoryOutput {
    /// The workspace.
    scope: ScopeView,
    /// The tags that its records count as having.
    scope_tags: Vec<String>,
    /// What happened, oldest first.
    entries: Vec<HistoryEntry>,
    /// The sequence to go on after.
    next_after: i64,
    /// Whether there is more.
    more: bool,
    /// What else there is to know.
    notice: String,
}

impl Operation for MemoryHistory {
    type Input = MemoryHistoryInput;
    type Prepared = Prepared;
    type Output = MemoryHistoryOutput;

    const SPEC: Spec = Spec {
        name: "memory_history",
        title: "Read a record's history",
        help: "Lists what happened to a record and to those it replaced, oldest first: who changed what, why and when. Works \
               for deleted records too, without their text.",
        family: Family::Workspaces,
        permissions: &[Permission::MemoryRead],
        mcp_permissions: &[],
        role: Role::Viewer,
        effect: Effect::Read,
        route: Route::new(Method::Post, "/v1/workspace/history"),
        surfaces: Surfaces::All,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::Never,
        errors: &[ErrorCode::NotFound],
        example: |sample| json!({"scope": {"kind": "shared"}, "id": sample.record_number}),
    };

    async fn prepare(_: &Environment, _: &Caller, input: MemoryHistoryInput) -> Result<Prepared, AppError> {
        let wanted = input.scope.wanted()?;
        Ok(Prepared { wanted, id: input.id.0, after: input.after.0, limit: input.limit.get() })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<MemoryHistoryOutput, AppError> {
        let workspace = readable(cx, &prepared.wanted).await?;
        let found = workspace_records::find(cx.tx, workspace.node, prepared.id).await?;
        let found = found.ok_or_else(|| AppError::not_found("record"))?;
        let rows = record_history::list(cx.tx, found.id, prepared.after, prepared.limit + 1).await?;
        cx.acts.shown(workspace.node);
        let (count, limit) = (rows.len(), prepared.limit);
        let mut room = LARGEST - 1_000;
        let mut entries = Vec::new();
        for row in rows.into_iter().take(limit) {
            let entry = entry(&row);
            let Some(left) = room.checked_sub(weight(cx.caller.surface(), &entry) + 2) else { break };
            room = left;
            entries.push(entry);
        }
        Ok(MemoryHistoryOutput {
            scope: workspace.scope,
            scope_tags: workspace.scope_tags,
            next_after: entries.last().map_or(prepared.after, |entry| entry.sequence),
            more: entries.len() < count,
            entries,
            notice: NOTICE.to_owned(),
        })
    }

    fn text(_: &MemoryHistoryOutput) -> String {
        String::new()
    }

    fn key_scope(arguments: &Arguments) -> String {
        key_scope(arguments)
    }
}

fn entry(row: &HistoryRow) -> HistoryEntry {
    let is_update = row.previous_number.is_some();
    let own = |status: &str| State {
        id: row.number,
        revision: row.revision,
        status: status.to_owned(),
        content: None,
        content_chars: None,
        superseded_by: None,
    };
    let with_text =
        |status: &str| State { content: row.beginning.clone(), content_chars: row.content_chars, ..own(status) };
    let previous = || State {
        id: row.previous_number,
        revision: row.previous_revision,
        content: row.previous_beginning.clone(),
        content_chars: row.previous_chars,
        ..own("active")
    };
    let replaced = |status: &str| State { superseded_by: row.superseded_by, ..own(status) };
    let (action, before, after, reason) = match row.what.as_str() {
        "created" if is_update => ("update", Some(previous()), with_text("active"), row.change_reason.clone()),
        "created" => ("create", None, with_text("active"), row.change_reason.clone()),
        "seen_again" => ("confirm", Some(own("active")), own("active"), None),
        "superseded" => ("supersede", Some(with_text("active")), replaced("superseded"), None),
        "resolved" => ("resolve", Some(with_text("active")), replaced("resolved"), None),
        "hidden" => (
            "delete",
            Some(own(row.standing.as_deref().unwrap_or("active"))),
            own("deleted"),
            row.forgotten_reason.clone(),
        ),
        "restored" => ("restore", Some(own("deleted")), own(row.standing.as_deref().unwrap_or("active")), None),
        "redacted" => ("redact", Some(own("active")), own("active"), None),
        _ => ("erase", Some(own("active")), own("erased"), None),
    };
    HistoryEntry {
        sequence: row.sequence,
        action: action.to_owned(),
        before,
        after,
        actor: Author {
            user_id: row.user_slug.clone(),
            display_name: row.user_name.clone(),
            client: row.agent.clone(),
        },
        reason,
        at: rfc3339(row.at),
    }
}
