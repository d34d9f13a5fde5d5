//! `grant_list`: what scope nodes are opened to whom.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::UserId;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::{READS, cut};
use crate::ops::cursors::{opened, sealed};
use crate::ops::scopes::grant_view::GrantView;
use crate::ops::scopes::scope_view::readable_node;
use crate::store::scope_grants::{self, GrantFilter};
use crate::text::{BoundedText, Limit};

#[derive(Clone, Copy)]
pub struct GrantList;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GrantListInput {
    /// Those on this scope node alone.
    #[serde(default)]
    scope_id: Option<BoundedText<1, 64>>,
    /// Those for this person alone.
    #[serde(default)]
    user_id: Option<UserId>,
    /// Those for this team alone.
    #[serde(default)]
    team: Option<BoundedText<1, 128>>,
    /// How many at most.
    #[serde(default)]
    limit: Limit<50, 200>,
    /// The next_page_token of the page before.
    #[serde(default)]
    page_token: Option<BoundedText<0, 2000>>,
}

pub struct Prepared {
    filter: GrantFilter,
    scope_id: Option<String>,
    filter_name: String,
    limit: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct GrantListOutput {
    /// The grants, oldest first.
    grants: Vec<GrantView>,
    /// The token of the next page, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl Operation for GrantList {
    type Input = GrantListInput;
    type Prepared = Prepared;
    type Output = GrantListOutput;

    const SPEC: Spec = Spec {
        name: "grant_list",
        title: "List grants",
        help: "Lists the grants on scope nodes that the caller may read, oldest first: to whom, read or write, alone or with all below.",
        permissions: &[Permission::AdminRead],
        route: Route::new(Method::Get, "/v1/grants"),
        errors: &[ErrorCode::NotFound],
        example: |_| json!({}),
        ..READS
    };

    async fn prepare(env: &Environment, caller: &Caller, input: GrantListInput) -> Result<Prepared, AppError> {
        let scope_id = input.scope_id.map(BoundedText::into_inner);
        let team = input.team.map(BoundedText::into_inner);
        let filter_name = json!(["grant_list", scope_id, input.user_id, team]).to_string();
        let after = opened(env, caller, &filter_name, input.page_token.as_deref())?;
        let filter = GrantFilter { user: input.user_id, team, after, ..GrantFilter::default() };
        Ok(Prepared { filter, scope_id, filter_name, limit: input.limit.get() })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<GrantListOutput, AppError> {
        let Prepared { mut filter, scope_id, filter_name, limit } = prepared;
        if let Some(scope_id) = scope_id {
            filter.node = Some(readable_node(cx, &scope_id).await?.id);
        }
        let mut rows = scope_grants::list(cx.tx, &cx.access.readable, &filter, limit + 1).await?;
        let has_more = cut(&mut rows, limit);
        let next_page_token = match rows.last() {
            Some(last) if has_more => Some(sealed(cx, filter_name, last.id)?),
            _ => None,
        };
        Ok(GrantListOutput { grants: rows.into_iter().map(GrantView::of).collect(), next_page_token })
    }

    fn text(_: &GrantListOutput) -> String {
        String::new()
    }
}
