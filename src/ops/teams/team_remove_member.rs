//! `team_remove_member`: takes a member out of a team.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::UserId;
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::{REMOVED, Removed, WRITES};
use crate::ops::members::member_view::member;
use crate::store::teams;
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct TeamRemoveMember;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamRemoveMemberInput {
    /// The team's name in paths.
    team: BoundedText<1, 128>,
    /// The member.
    user_id: UserId,
}

impl Operation for TeamRemoveMember {
    type Input = TeamRemoveMemberInput;
    type Prepared = TeamRemoveMemberInput;
    type Output = Removed;

    const SPEC: Spec = Spec {
        name: "team_remove_member",
        title: "Take out of a team",
        help: "Takes a member out of a team, whose scope node he no longer reaches from the next call on.",
        permissions: &[Permission::MembersWrite],
        effect: Effect::Remove,
        route: Route::new(Method::Delete, "/v1/teams/{team}/members/{user_id}"),
        errors: &[ErrorCode::NotFound],
        example: |sample| json!({"team": sample.team, "user_id": sample.user_id}),
        ..WRITES
    };

    async fn prepare(
        _: &Environment,
        _: &Caller,
        input: TeamRemoveMemberInput,
    ) -> Result<TeamRemoveMemberInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: TeamRemoveMemberInput) -> Result<Removed, AppError> {
        let team = teams::lock(cx.tx, &input.team).await?.ok_or_else(|| AppError::not_found("team"))?;
        let member = member(cx, input.user_id).await?;
        if !teams::remove_member(cx.tx, &team.slug, input.user_id).await? {
            return Err(AppError::not_found("member of that team"));
        }
        cx.acts.target(format!("teams/{}", team.slug));
        cx.acts.target(member.user_id);
        Ok(REMOVED)
    }

    fn text(_: &Removed) -> String {
        String::new()
    }
}
