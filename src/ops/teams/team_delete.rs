//! `team_delete`: takes an empty team away.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::{REMOVED, Removed, WRITES};
use crate::store::teams;
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct TeamDelete;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamDeleteInput {
    /// The team's name in paths.
    team: BoundedText<1, 128>,
}

impl Operation for TeamDelete {
    type Input = TeamDeleteInput;
    type Prepared = TeamDeleteInput;
    type Output = Removed;

    const SPEC: Spec = Spec {
        name: "team_delete",
        title: "Delete a team",
        help: "Takes a team away, with its scope node and what was opened to it. Refused where the node holds or held records, has nodes below it or tokens bound to it.",
        permissions: &[Permission::MembersWrite, Permission::ScopesWrite],
        effect: Effect::Remove,
        route: Route::new(Method::Delete, "/v1/teams/{team}"),
        errors: &[ErrorCode::NotFound, ErrorCode::Conflict],
        example: |sample| json!({"team": sample.team}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: TeamDeleteInput) -> Result<TeamDeleteInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: TeamDeleteInput) -> Result<Removed, AppError> {
        let team = teams::lock(cx.tx, &input.team).await?.ok_or_else(|| AppError::not_found("team"))?;
        teams::delete(cx.tx, &team.slug).await?;
        cx.acts.target(format!("teams/{}", team.slug));
        Ok(REMOVED)
    }

    fn text(_: &Removed) -> String {
        String::new()
    }
}
