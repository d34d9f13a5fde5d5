//! `team_list`: the account's teams.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::AppError;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::{READS, cut};
use crate::ops::cursors::{opened, sealed};
use crate::ops::teams::team_view::TeamView;
use crate::store::teams;
use crate::text::{BoundedText, Limit};

#[derive(Clone, Copy)]
pub struct TeamList;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamListInput {
    /// How many at most.
    #[serde(default)]
    limit: Limit<50, 200>,
    /// The next_page_token of the page before.
    #[serde(default)]
    page_token: Option<BoundedText<0, 2000>>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct TeamListOutput {
    /// The teams.
    teams: Vec<TeamView>,
    /// The token of the next page, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl Operation for TeamList {
    type Input = TeamListInput;
    type Prepared = (Option<String>, usize);
    type Output = TeamListOutput;

    const SPEC: Spec = Spec {
        name: "team_list",
        title: "List teams",
        help: "Lists the account's teams in the order of their names in paths, with how many are in each.",
        permissions: &[Permission::AdminRead],
        route: Route::new(Method::Get, "/v1/teams"),
        example: |_| json!({}),
        ..READS
    };

    async fn prepare(
        env: &Environment,
        caller: &Caller,
        input: TeamListInput,
    ) -> Result<(Option<String>, usize), AppError> {
        Ok((opened(env, caller, "team_list", input.page_token.as_deref())?, input.limit.get()))
    }

    async fn run(cx: &mut Cx<'_>, (after, limit): (Option<String>, usize)) -> Result<TeamListOutput, AppError> {
        let mut rows = teams::list(cx.tx, None, after.as_deref(), limit + 1).await?;
        let has_more = cut(&mut rows, limit);
        let next_page_token = match rows.last() {
            Some(last) if has_more => Some(sealed(cx, "team_list".to_owned(), last.slug.clone())?),
            _ => None,
        };
        Ok(TeamListOutput { teams: rows.into_iter().map(TeamView::of).collect(), next_page_token })
    }

    fn text(_: &TeamListOutput) -> String {
        String::new()
    }
}
