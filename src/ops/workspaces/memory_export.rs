//! `memory_export`: a workspace's records, a page at a time (contract, workspaces family; rulings 34, 40 and 46).

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::AppError;
use crate::ids::MemoryId;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::workspaces::number::Whole;
use crate::ops::workspaces::record::{Record, notice, records};
use crate::ops::workspaces::sizes::{LARGEST, fit, weight};
use crate::ops::workspaces::workspace::{ScopeArgument, ScopeView, Wanted, readable};
use crate::store::memories::get_many;
use crate::store::{changes, workspace_records};
use crate::text::Limit;

#[derive(Clone, Copy)]
pub struct MemoryExport;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryExportInput {
    /// The workspace; your own where nothing is said.
    #[serde(default, deserialize_with = "crate::op::object")]
    scope: ScopeArgument,
    /// The next_after of the page before; 0 for the first.
    #[serde(default)]
    after: Whole<0>,
    /// How many records at most.
    #[serde(default)]
    limit: Limit<50, 50>,
}

pub struct Prepared {
    wanted: Wanted,
    after: i64,
    limit: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MemoryExportOutput {
    /// The workspace.
    scope: ScopeView,
    /// The tags that its records count as having.
    scope_tags: Vec<String>,
    /// The records in the order in which they came, superseded ones too.
    records: Vec<Record>,
    /// Where the next page begins. It stays good: records that come later are found after it.
    next_after: i64,
    /// Whether there is more now.
    more: bool,
    /// What else there is to know.
    notice: String,
}

impl Operation for MemoryExport {
    type Input = MemoryExportInput;
    type Prepared = Prepared;
    type Output = MemoryExportOutput;

    const SPEC: Spec = Spec {
        name: "memory_export",
        title: "Export a workspace",
        help: "Gives a workspace's records out, a page at a time, in the order in which they came. A page ends early where it \
               would be too long; a text that is too long by itself is cut and says so, and memory_get reads on.",
        family: Family::Workspaces,
        permissions: &[Permission::MemoryRead],
        mcp_permissions: &[],
        role: Role::Viewer,
        effect: Effect::Read,
        route: Route::new(Method::Post, "/v1/workspace/export"),
        surfaces: Surfaces::All,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::Never,
        errors: &[],
        example: |_| json!({"after": 0, "limit": 50}),
    };

    async fn prepare(env: &Environment, _: &Caller, input: MemoryExportInput) -> Result<Prepared, AppError> {
        let wanted = input.scope.wanted()?;
        // Whoever has just saved finds it: what is committed gets its position now, unless it is being numbered already.
        changes::number(&env.store).await?;
        Ok(Prepared { wanted, after: input.after.0, limit: input.limit.get() })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<MemoryExportOutput, AppError> {
        let workspace = readable(cx, &prepared.wanted).await?;
        let listed =
            workspace_records::after_position(cx.tx, workspace.node, prepared.after, prepared.limit + 1).await?;
        let count = listed.len();
        let positions: HashMap<MemoryId, i64> = listed.iter().map(|(position, id)| (*id, *position)).collect();
        let ids: Vec<MemoryId> = listed.iter().take(prepared.limit).map(|(_, id)| *id).collect();
        let mut rows = get_many(cx.tx, &ids).await?;
        rows.sort_by_key(|row| positions.get(&row.id()).copied());
        let mut order: Vec<i64> = rows.iter().filter_map(|row| positions.get(&row.id()).copied()).collect();
        let surface = cx.caller.surface();
        let mut room = LARGEST - 1_000;
        let mut page = Vec::new();
        for mut record in records(cx, rows).await? {
            if page.is_empty() {
                fit(&mut record, surface, 0);
            }
            match room.checked_sub(weight(surface, &record) + 2) {
                Some(left) => room = left,
                None if page.is_empty() => room = 0,
                None => break,
            }
            page.push(record);
        }
        order.truncate(page.len());
        let notice = notice(&page);
        Ok(MemoryExportOutput {
            scope: workspace.scope,
            scope_tags: workspace.scope_tags,
            next_after: order.last().copied().unwrap_or(prepared.after),
            more: page.len() < count,
            records: page,
            notice,
        })
    }

    fn text(_: &MemoryExportOutput) -> String {
        String::new()
    }
}
