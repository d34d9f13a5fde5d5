//! `team_add_member`: puts a member into a team.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::UserId;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec, etag};
use crate::ops::administration::WRITES;
use crate::ops::members::member_view::member;
use crate::ops::teams::team_view::TeamView;
use crate::store::teams;
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct TeamAddMember;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamAddMemberInput {
    /// The team's name in paths.
    team: BoundedText<1, 128>,
    /// The member.
    user_id: UserId,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct TeamAddMemberOutput {
    /// The team.
    team: TeamView,
    /// What a change of it must name as If-Match.
    etag: String,
}

impl Operation for TeamAddMember {
    type Input = TeamAddMemberInput;
    type Prepared = TeamAddMemberInput;
    type Output = TeamAddMemberOutput;

    const SPEC: Spec = Spec {
        name: "team_add_member",
        title: "Add to a team",
        help: "Puts a member into a team, whose scope node he then reaches. Where he is in it, nothing changes.",
        permissions: &[Permission::MembersWrite],
        route: Route::new(Method::Put, "/v1/teams/{team}/members/{user_id}"),
        errors: &[ErrorCode::NotFound],
        example: |sample| json!({"team": sample.team, "user_id": sample.user_id}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: TeamAddMemberInput) -> Result<TeamAddMemberInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: TeamAddMemberInput) -> Result<TeamAddMemberOutput, AppError> {
        let team = teams::lock(cx.tx, &input.team).await?.ok_or_else(|| AppError::not_found("team"))?;
        let member = member(cx, input.user_id).await?;
        teams::add_member(cx.tx, &team.slug, input.user_id).await?;
        cx.acts.target(format!("teams/{}", team.slug));
        cx.acts.target(member.user_id);
        let team = teams::find(cx.tx, &team.slug).await?.ok_or_else(|| AppError::not_found("team"))?;
        let team = TeamView::of(team);
        Ok(TeamAddMemberOutput { etag: etag(&team.edited())?, team })
    }

    fn text(_: &TeamAddMemberOutput) -> String {
        String::new()
    }
}
