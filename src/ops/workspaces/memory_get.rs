//! `memory_get`: one record by its id (contract, workspaces family).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::{AppError, ErrorCode};
use crate::op::{
    Arguments, Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces,
};
use crate::ops::workspaces::number::Whole;
use crate::ops::workspaces::record::{Record, notice, one};
use crate::ops::workspaces::sizes::fit;
use crate::ops::workspaces::workspace::{ScopeArgument, ScopeView, Wanted, key_scope, readable};
use crate::store::{memories, workspace_records};

#[derive(Clone, Copy)]
pub struct MemoryGet;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryGetInput {
    /// The workspace; your own where nothing is said.
    #[serde(default, deserialize_with = "crate::op::object")]
    scope: ScopeArgument,
    /// The record's id.
    id: Whole<1>,
    /// Where in a long text to begin, in characters.
    #[serde(default)]
    offset: Whole<0>,
}

pub struct Prepared {
    wanted: Wanted,
    id: i64,
    offset: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MemoryGetOutput {
    /// The workspace.
    scope: ScopeView,
    /// The tags that its records count as having.
    scope_tags: Vec<String>,
    /// The record.
    data: Record,
    /// What else there is to know.
    notice: String,
}

impl Operation for MemoryGet {
    type Input = MemoryGetInput;
    type Prepared = Prepared;
    type Output = MemoryGetOutput;

    const SPEC: Spec = Spec {
        name: "memory_get",
        title: "Read a record",
        help: "Reads one record of a workspace by its id, superseded versions too. A text that is too long for one answer is \
               cut and says so; offset reads on.",
        family: Family::Workspaces,
        permissions: &[Permission::MemoryRead],
        mcp_permissions: &[],
        role: Role::Viewer,
        effect: Effect::Read,
        route: Route::new(Method::Post, "/v1/workspace/get"),
        surfaces: Surfaces::All,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::Never,
        errors: &[ErrorCode::NotFound],
        example: |sample| json!({"scope": {"kind": "shared"}, "id": sample.record_number}),
    };

    async fn prepare(_: &Environment, _: &Caller, input: MemoryGetInput) -> Result<Prepared, AppError> {
        let offset = usize::try_from(input.offset.0).unwrap_or(usize::MAX);
        Ok(Prepared { wanted: input.scope.wanted()?, id: input.id.0, offset })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<MemoryGetOutput, AppError> {
        let workspace = readable(cx, &prepared.wanted).await?;
        let found = workspace_records::find(cx.tx, workspace.node, prepared.id).await?;
        let row = match found {
            Some(found) => memories::get(cx.tx, found.id).await?,
            None => None,
        };
        let mut record = one(cx, row.ok_or_else(|| AppError::not_found("record"))?).await?;
        fit(&mut record, cx.caller.surface(), prepared.offset);
        let notice = notice([&record]);
        Ok(MemoryGetOutput { scope: workspace.scope, scope_tags: workspace.scope_tags, data: record, notice })
    }

    fn text(_: &MemoryGetOutput) -> String {
        String::new()
    }

    fn key_scope(arguments: &Arguments) -> String {
        key_scope(arguments)
    }
}
