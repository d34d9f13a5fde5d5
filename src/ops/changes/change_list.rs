//! `change_list`: what happened, from a position on, any number of times (ruling 35).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::clock::rfc3339;
use crate::error::AppError;
use crate::frame::one_line;
use crate::ids::{ScopeId, public_record_id};
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::page::how_many_fit;
use crate::store::changes::{self, ChangeRow};
use crate::text::Limit;

/// The longest title, in characters.
const LONGEST_TITLE: usize = 120;

/// A page stops here, in bytes, and is gone on with from its last change (ruling 40).
const LONGEST_PAGE: usize = 95_000;

#[derive(Clone, Copy)]
pub struct ChangeList;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeListInput {
    /// The position after which to list; from the start where nothing is said.
    #[serde(default)]
    after: Option<i64>,
    /// How many changes at most.
    #[serde(default)]
    limit: Limit<50, 500>,
    /// Seconds to wait for a change where there is none yet, 0 to 30. No database connection is held meanwhile.
    #[serde(default)]
    wait: Option<i64>,
}

/// A change.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChangeView {
    /// Its number in the account; the numbers of changes that the caller may not read are left out.
    position: i64,
    /// When it happened, in UTC.
    at: String,
    /// created, seen_again, superseded, resolved, hidden, erased, redacted, …
    what: String,
    /// memory, summary, document or rule.
    record_kind: String,
    /// The record's id.
    record_id: String,
    /// The scope's path; empty for the account's root.
    scope: String,
    /// The beginning of the record's text, where it is still there.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// Who did it: the agent and the member it acted for.
    actor: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ChangeListOutput {
    /// The changes, oldest first.
    changes: Vec<ChangeView>,
    /// The position to go on from.
    next_after: i64,
    /// Whether there are more.
    more: bool,
}

impl Operation for ChangeList {
    type Input = ChangeListInput;
    type Prepared = ChangeListInput;
    type Output = ChangeListOutput;

    const SPEC: Spec = Spec {
        name: "change_list",
        title: "List changes",
        help: "Lists what happened in the scopes that the caller reads, oldest first, from an explicit position on.",
        family: Family::Administration,
        permissions: &[Permission::MemoryRead],
        mcp_permissions: &[],
        role: Role::Viewer,
        effect: Effect::Read,
        route: Route::new(Method::Get, "/v1/changes"),
        surfaces: Surfaces::RestOnly,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::Never,
        errors: &[],
        example: |_| json!({"after": 0, "limit": 100}),
    };

    async fn prepare(_: &Environment, _: &Caller, input: ChangeListInput) -> Result<ChangeListInput, AppError> {
        if input.after.is_some_and(|after| after < 0) {
            return Err(AppError::invalid("after", "must be 0 or more"));
        }
        if input.wait.is_some_and(|wait| !(0..=30).contains(&wait)) {
            return Err(AppError::invalid("wait", "must be 0 to 30 seconds"));
        }
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: ChangeListInput) -> Result<ChangeListOutput, AppError> {
        let after = input.after.unwrap_or(0);
        let limit = input.limit.get();
        let rows = changes::list(cx.tx, after, limit + 1).await?;
        let found = rows.len();
        let nodes: Vec<ScopeId> = rows.iter().map(|row| ScopeId(row.scope_id)).collect();
        let mut changes: Vec<ChangeView> = rows.into_iter().take(limit).map(view).collect();
        changes.truncate(how_many_fit(&changes, LONGEST_PAGE));
        // A title is content: whoever reads a row was shown its node.
        for node in nodes.into_iter().take(changes.len()) {
            cx.acts.shown(node);
        }
        let next_after = changes.last().map_or(after, |change| change.position);
        Ok(ChangeListOutput { next_after, more: changes.len() < found, changes })
    }

    fn text(_: &ChangeListOutput) -> String {
        String::new()
    }

    fn wait(input: &ChangeListInput) -> u64 {
        input.wait.and_then(|wait| u64::try_from(wait).ok()).unwrap_or(0)
    }

    fn is_empty(output: &ChangeListOutput) -> bool {
        output.changes.is_empty()
    }
}

fn view(row: ChangeRow) -> ChangeView {
    let record_id = public_record_id(&row.record_kind, row.record_id);
    ChangeView {
        position: row.position,
        at: rfc3339(row.at),
        what: row.what,
        record_kind: row.record_kind,
        record_id,
        scope: row.scope_path,
        title: row.title.map(|title| one_line(&title, LONGEST_TITLE)),
        actor: format!("{} for {}", row.agent, row.user_slug),
    }
}
