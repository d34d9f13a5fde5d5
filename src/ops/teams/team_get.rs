//! `team_get`: one team.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::op::{Cx, Environment, Method, Operation, Route, Spec, etag};
use crate::ops::administration::READS;
use crate::ops::teams::team_view::TeamView;
use crate::store::teams;
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct TeamGet;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamGetInput {
    /// The team's name in paths.
    team: BoundedText<1, 128>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct TeamGetOutput {
    /// The team.
    team: TeamView,
    /// What a change of it must name as If-Match.
    etag: String,
}

impl Operation for TeamGet {
    type Input = TeamGetInput;
    type Prepared = TeamGetInput;
    type Output = TeamGetOutput;

    const SPEC: Spec = Spec {
        name: "team_get",
        title: "Read a team",
        help: "Reads one team and the etag by which a change names it. Its members: GET /v1/members?team=….",
        permissions: &[Permission::AdminRead],
        route: Route::new(Method::Get, "/v1/teams/{team}"),
        errors: &[ErrorCode::NotFound],
        example: |sample| json!({"team": sample.team}),
        ..READS
    };

    async fn prepare(_: &Environment, _: &Caller, input: TeamGetInput) -> Result<TeamGetInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: TeamGetInput) -> Result<TeamGetOutput, AppError> {
        let team = teams::find(cx.tx, &input.team).await?.ok_or_else(|| AppError::not_found("team"))?;
        let team = TeamView::of(team);
        Ok(TeamGetOutput { etag: etag(&team.edited())?, team })
    }

    fn text(_: &TeamGetOutput) -> String {
        String::new()
    }
}
