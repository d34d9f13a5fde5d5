//! `team_update`: gives a team another name for people.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::op::{Cx, Environment, IfMatch, Method, Operation, Route, Spec, etag};
use crate::ops::administration::{WRITES, changed, checked_name};
use crate::ops::teams::team_view::TeamView;
use crate::store::teams;
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct TeamUpdate;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamUpdateInput {
    /// The team's name in paths.
    team: BoundedText<1, 128>,
    /// Its name for people.
    name: BoundedText<1, 200>,
    /// The etag that was read; over REST it is the header If-Match.
    if_match: IfMatch,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct TeamUpdateOutput {
    /// The team.
    team: TeamView,
    /// What a change of it must name as If-Match.
    etag: String,
}

impl Operation for TeamUpdate {
    type Input = TeamUpdateInput;
    type Prepared = TeamUpdateInput;
    type Output = TeamUpdateOutput;

    const SPEC: Spec = Spec {
        name: "team_update",
        title: "Change a team",
        help: "Gives a team another name for people; its name in paths stays.",
        permissions: &[Permission::MembersWrite],
        route: Route::new(Method::Patch, "/v1/teams/{team}"),
        errors: &[
            ErrorCode::NotFound,
            ErrorCode::SecretRefused,
            ErrorCode::PreconditionRequired,
            ErrorCode::PreconditionFailed,
        ],
        example: |sample| json!({"team": sample.team, "name": "Harbour team", "if_match": "*"}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: TeamUpdateInput) -> Result<TeamUpdateInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: TeamUpdateInput) -> Result<TeamUpdateOutput, AppError> {
        let name = checked_name("name", &input.name)?;
        let before = TeamView::of(teams::lock(cx.tx, &input.team).await?.ok_or_else(|| AppError::not_found("team"))?);
        input.if_match.check(&before.edited())?;
        teams::rename(cx.tx, &input.team, &name).await?;
        let team = TeamView::of(teams::find(cx.tx, &input.team).await?.ok_or_else(|| AppError::not_found("team"))?);
        cx.acts.target(format!("teams/{}", team.team));
        changed(cx, &before.edited(), &team.edited())?;
        Ok(TeamUpdateOutput { etag: etag(&team.edited())?, team })
    }

    fn text(_: &TeamUpdateOutput) -> String {
        String::new()
    }
}
