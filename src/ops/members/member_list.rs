//! `member_list`: the members of the account.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::AppError;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::{READS, RoleName, cut};
use crate::ops::cursors::{opened, sealed};
use crate::ops::members::member_view::MemberView;
use crate::store::members::{self, MemberFilter};
use crate::text::{BoundedText, Limit};

#[derive(Clone, Copy)]
pub struct MemberList;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberListInput {
    /// Those of this role alone.
    #[serde(default)]
    role: Option<RoleName>,
    /// Those of this team alone.
    #[serde(default)]
    team: Option<BoundedText<1, 128>>,
    /// Whether those who were removed are listed too.
    #[serde(default)]
    include_removed: bool,
    /// How many at most.
    #[serde(default)]
    limit: Limit<50, 200>,
    /// The next_page_token of the page before.
    #[serde(default)]
    page_token: Option<BoundedText<0, 2000>>,
}

pub struct Prepared {
    filter: MemberFilter,
    filter_name: String,
    limit: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MemberListOutput {
    /// The members.
    members: Vec<MemberView>,
    /// The token of the next page, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl Operation for MemberList {
    type Input = MemberListInput;
    type Prepared = Prepared;
    type Output = MemberListOutput;

    const SPEC: Spec = Spec {
        name: "member_list",
        title: "List members",
        help: "Lists the account's members in the order of their names in paths: role, teams, e-mail address.",
        permissions: &[Permission::AdminRead],
        route: Route::new(Method::Get, "/v1/members"),
        example: |_| json!({}),
        ..READS
    };

    async fn prepare(env: &Environment, caller: &Caller, input: MemberListInput) -> Result<Prepared, AppError> {
        let role = input.role.map(RoleName::role);
        let team = input.team.map(BoundedText::into_inner);
        let filter_name = json!(["member_list", role.map(Role::name), team, input.include_removed]).to_string();
        let after = opened(env, caller, &filter_name, input.page_token.as_deref())?;
        let filter = MemberFilter { user: None, role, team, removed: input.include_removed, after };
        Ok(Prepared { filter, filter_name, limit: input.limit.get() })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<MemberListOutput, AppError> {
        let mut rows = members::list(cx.tx, &prepared.filter, prepared.limit + 1).await?;
        let has_more = cut(&mut rows, prepared.limit);
        let next_page_token = match rows.last() {
            Some(last) if has_more => Some(sealed(cx, prepared.filter_name, last.slug.clone())?),
            _ => None,
        };
        Ok(MemberListOutput { members: rows.into_iter().map(MemberView::of).collect(), next_page_token })
    }

    fn text(_: &MemberListOutput) -> String {
        String::new()
    }
}
