//! `memory_delete`: hides a record (contract, workspaces family; ruling 37).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::{AppError, ErrorCode};
use crate::op::{
    Arguments, Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces,
};
use crate::ops::safety::Safety;
use crate::ops::workspaces::number::{CallKey, Whole};
use crate::ops::workspaces::revision::lock_current;
use crate::ops::workspaces::safe_record::Cut;
use crate::ops::workspaces::workspace::{ScopeArgument, ScopeView, Wanted, key_scope, writable};
use crate::store::memories;
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct MemoryDelete;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryDeleteInput {
    /// A UUID of yours for this call: sent again with the same arguments, it gets the first answer again.
    #[serde(default)]
    #[expect(dead_code, reason = "the kernel reads it from the arguments; here it is only checked")]
    request_id: Option<CallKey>,
    /// The workspace; your own where nothing is said.
    #[serde(default, deserialize_with = "crate::op::object")]
    scope: ScopeArgument,
    /// The record's id.
    id: Whole<1>,
    /// The record's revision as you read it: where it has another by now, nothing is deleted.
    expected_revision: Whole<1>,
    /// Why it goes.
    reason: BoundedText<1, 2000>,
}

pub struct Prepared {
    wanted: Wanted,
    id: i64,
    expected_revision: i64,
    reason: String,
}

/// A record that is hidden now.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DeletedRecord {
    /// The record's id.
    id: i64,
    /// Which version it was.
    revision: i32,
    /// Always true.
    deleted: bool,
    /// deleted.
    status: String,
    /// For how many days an admin of the account can have it restored.
    restorable_days: u16,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MemoryDeleteOutput {
    /// The workspace.
    scope: ScopeView,
    /// The tags that its records count as having.
    scope_tags: Vec<String>,
    /// What became of it.
    data: DeletedRecord,
}

impl Operation for MemoryDelete {
    type Input = MemoryDeleteInput;
    type Prepared = Prepared;
    type Output = MemoryDeleteOutput;

    const SPEC: Spec = Spec {
        name: "memory_delete",
        title: "Delete a record",
        help: "Hides a record from every search, list and read; retention erases it later. Needs the revision that you read \
               and a reason, which the record's history keeps.",
        family: Family::Workspaces,
        permissions: &[Permission::MemoryWrite],
        mcp_permissions: &[],
        role: Role::Member,
        effect: Effect::Remove,
        route: Route::new(Method::Post, "/v1/workspace/delete"),
        surfaces: Surfaces::All,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::ByField("request_id"),
        errors: &[ErrorCode::NotFound, ErrorCode::Conflict, ErrorCode::KeyReused, ErrorCode::InProgress],
        example: |sample| json!({"scope": {"kind": "shared"}, "id": sample.record_number, "expected_revision": 1, "reason": "No longer true."}),
    };

    async fn prepare(env: &Environment, caller: &Caller, input: MemoryDeleteInput) -> Result<Prepared, AppError> {
        let wanted = input.scope.wanted()?;
        let safety = Safety::of(env, caller).await?;
        let reason = Cut::default().needed(safety, "reason", &input.reason)?.text;
        Ok(Prepared { wanted, id: input.id.0, expected_revision: input.expected_revision.0, reason })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<MemoryDeleteOutput, AppError> {
        let workspace = writable(cx, &prepared.wanted).await?;
        let held = lock_current(cx, workspace.node, prepared.id, prepared.expected_revision).await?;
        let text_hash = memories::lock_version(cx.tx, held.id).await?.and_then(|version| version.text_hash);
        memories::hide(cx.tx, held.id, Some(&prepared.reason)).await?;
        cx.acts.hashes(text_hash, None);
        cx.acts.memory("hidden", held.id, workspace.node);
        let restorable_days = crate::store::accounts::policies(cx.tx).await?.retention_days;
        let data = DeletedRecord {
            id: held.number,
            revision: held.revision,
            deleted: true,
            status: "deleted".to_owned(),
            restorable_days,
        };
        Ok(MemoryDeleteOutput { scope: workspace.scope, scope_tags: workspace.scope_tags, data })
    }

    fn text(_: &MemoryDeleteOutput) -> String {
        String::new()
    }

    fn key_scope(arguments: &Arguments) -> String {
        key_scope(arguments)
    }
}
