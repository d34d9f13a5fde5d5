//! `grant_create`: opens a scope node to a person or a team.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::{ScopeGrantId, UserId};
use crate::op::{Cx, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::{WRITES, forbidden};
use crate::ops::members::member_view::member;
use crate::ops::scopes::grant_view::GrantView;
use crate::ops::scopes::scope_view::readable_node;
use crate::scope_path::NodeKind;
use crate::store::scope_grants::{self, GrantFilter, NewGrant};
use crate::store::teams;
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct GrantCreate;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GrantCreateInput {
    /// The scope node.
    scope_id: BoundedText<1, 64>,
    /// The member; or say a team.
    #[serde(default)]
    user_id: Option<UserId>,
    /// The team's name in paths; or say a member.
    #[serde(default)]
    team: Option<BoundedText<1, 128>>,
    /// read or write.
    access: GrantAccess,
    /// Whether it opens everything below the node too.
    #[serde(default)]
    below: bool,
}

/// What a grant lets do.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GrantAccess {
    Read,
    Write,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct GrantCreateOutput {
    /// The grant.
    grant: GrantView,
}

impl Operation for GrantCreate {
    type Input = GrantCreateInput;
    type Prepared = GrantCreateInput;
    type Output = GrantCreateOutput;

    const SPEC: Spec = Spec {
        name: "grant_create",
        title: "Create a grant",
        help: "Opens a scope node to a member or a team, to read or to write, alone or with all below it. It takes the place of what the same member or team had on the node. Personal nodes are opened to nobody.",
        permissions: &[Permission::ScopesWrite],
        route: Route::new(Method::Post, "/v1/grants"),
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden],
        example: |sample| json!({"scope_id": sample.scope_id, "user_id": sample.user_id, "access": "write", "below": true}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: GrantCreateInput) -> Result<GrantCreateInput, AppError> {
        if input.user_id.is_some() == input.team.is_some() {
            return Err(AppError::invalid("user_id", "name a member or a team, and not both"));
        }
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: GrantCreateInput) -> Result<GrantCreateOutput, AppError> {
        let node = readable_node(cx, &input.scope_id).await?;
        if node.kind == NodeKind::Personal {
            return Err(forbidden("A personal node is its person's alone and is opened to nobody."));
        }
        if let Some(user) = input.user_id {
            member(cx, user).await?;
        }
        if let Some(team) = &input.team {
            teams::find(cx.tx, team).await?.ok_or_else(|| AppError::not_found("team"))?;
        }
        let id = ScopeGrantId::generate();
        let access = match input.access {
            GrantAccess::Read => "read",
            GrantAccess::Write => "write",
        };
        let new = NewGrant {
            id,
            node: node.id,
            user: input.user_id,
            team: input.team.as_deref(),
            access,
            below: input.below,
        };
        scope_grants::put(cx.tx, &new).await?;
        cx.acts.target(id.to_string());
        cx.acts.target(node.path);
        let filter = GrantFilter { id: Some(id), ..GrantFilter::default() };
        let stored = scope_grants::list(cx.tx, &[node.id], &filter, 1).await?.pop();
        let stored = stored.ok_or_else(|| AppError::internal("a stored grant is gone"))?;
        Ok(GrantCreateOutput { grant: GrantView::of(stored) })
    }

    fn text(_: &GrantCreateOutput) -> String {
        String::new()
    }
}
