//! `memory_scopes`: who one is and where one may read and write (contract, workspaces family).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::AppError;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::workspaces::workspace::{ScopeView, Workspace, all_readable};

#[derive(Clone, Copy)]
pub struct MemoryScopes;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryScopesInput {}

/// Who calls.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Actor {
    /// The member's name in paths.
    user_id: String,
    /// The member's name for people.
    display_name: String,
    /// The agent's name, of the token.
    client: String,
    /// owner, admin, member or viewer.
    org_role: String,
}

/// A workspace that the caller reaches.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReachedWorkspace {
    /// A stable name: personal, shared, or team: and the team's slug.
    key: String,
    /// The scope.
    scope: ScopeView,
    /// Whose it is, where it is personal.
    #[serde(skip_serializing_if = "Option::is_none")]
    owner_id: Option<String>,
    /// Whether the caller may write there.
    writable: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MemoryScopesOutput {
    /// Who calls.
    actor: Actor,
    /// The workspaces that the caller reaches.
    workspaces: Vec<ReachedWorkspace>,
}

impl Operation for MemoryScopes {
    type Input = MemoryScopesInput;
    type Prepared = ();
    type Output = MemoryScopesOutput;

    const SPEC: Spec = Spec {
        name: "memory_scopes",
        title: "List workspaces",
        help: "Lists who the caller is and the workspaces that it reaches: personal, those of its teams, and the shared one, \
               each with whether it may be written.",
        family: Family::Workspaces,
        permissions: &[Permission::MemoryRead],
        mcp_permissions: &[],
        role: Role::Viewer,
        effect: Effect::Read,
        route: Route::new(Method::Get, "/v1/workspaces"),
        surfaces: Surfaces::All,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::Never,
        errors: &[],
        example: |_| json!({}),
    };

    async fn prepare(_: &Environment, _: &Caller, _: MemoryScopesInput) -> Result<(), AppError> {
        Ok(())
    }

    async fn run(cx: &mut Cx<'_>, (): ()) -> Result<MemoryScopesOutput, AppError> {
        let reached = all_readable(cx).await?;
        let actor = Actor {
            user_id: cx.access.slug.clone(),
            display_name: cx.access.display_name.clone(),
            client: cx.access.agent.clone(),
            org_role: cx.access.role.name().to_owned(),
        };
        let mut workspaces: Vec<ReachedWorkspace> =
            reached.into_iter().map(|workspace| reached_workspace(workspace, cx)).collect();
        workspaces.sort_by(|one, other| one.key.cmp(&other.key));
        Ok(MemoryScopesOutput { actor, workspaces })
    }

    fn text(_: &MemoryScopesOutput) -> String {
        String::new()
    }
}

fn reached_workspace(workspace: Workspace, cx: &Cx<'_>) -> ReachedWorkspace {
    let scope = workspace.scope;
    ReachedWorkspace {
        key: scope.team_id.as_ref().map_or_else(|| scope.kind.clone(), |team| format!("team:{team}")),
        owner_id: (scope.kind == "personal").then(|| cx.access.slug.clone()),
        writable: cx.access.writes(workspace.node) && cx.caller.may(Permission::MemoryWrite),
        scope,
    }
}
