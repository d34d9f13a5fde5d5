//! `team_create`: makes a team with its scope node.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::op::{Cx, Environment, Method, Operation, Route, Spec, etag};
use crate::ops::administration::{WRITES, checked_name};
use crate::ops::placing::{Missing, place_to_write};
use crate::ops::safety::refuse_secret;
use crate::ops::teams::team_view::TeamView;
use crate::scope_path::{NodeKind, ScopePath, child};
use crate::store::teams;
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct TeamCreate;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamCreateInput {
    /// Its name in paths: letters, digits, . _ and -.
    team: BoundedText<1, 128>,
    /// Its name for people; the name in paths where nothing is said.
    #[serde(default)]
    name: Option<BoundedText<1, 200>>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct TeamCreateOutput {
    /// The team.
    team: TeamView,
    /// What a change of it must name as If-Match.
    etag: String,
}

impl Operation for TeamCreate {
    type Input = TeamCreateInput;
    type Prepared = Prepared;
    type Output = TeamCreateOutput;

    const SPEC: Spec = Spec {
        name: "team_create",
        title: "Create a team",
        help: "Makes a team and its scope node teams/<team>, which its members and admins reach. A team that is there already is answered as it is.",
        permissions: &[Permission::MembersWrite, Permission::ScopesWrite],
        route: Route::new(Method::Post, "/v1/teams"),
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden, ErrorCode::SecretRefused],
        example: |_| json!({"team": "platform", "name": "Tooling and builds"}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: TeamCreateInput) -> Result<Prepared, AppError> {
        let slug = input.team.into_inner();
        if slug.contains('/') {
            return Err(AppError::invalid("team", "must be one name, without a slash"));
        }
        refuse_secret("team", &slug)?;
        let path = ScopePath::parse(&child("", NodeKind::Team, &slug))
            .map_err(|problem| AppError::invalid("team", problem))?;
        let name = input.name.map(|name| checked_name("name", &name)).transpose()?;
        Ok(Prepared { slug, path, name })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<TeamCreateOutput, AppError> {
        let is_new = teams::find(cx.tx, &prepared.slug).await?.is_none();
        place_to_write(cx, &prepared.path, Missing::MakesAll).await?;
        if let Some(name) = prepared.name.filter(|_| is_new) {
            teams::rename(cx.tx, &prepared.slug, &name).await?;
        }
        cx.acts.target(prepared.path.to_string());
        let team =
            teams::find(cx.tx, &prepared.slug).await?.ok_or_else(|| AppError::internal("a stored team is gone"))?;
        let team = TeamView::of(team);
        Ok(TeamCreateOutput { etag: etag(&team.edited())?, team })
    }

    fn text(_: &TeamCreateOutput) -> String {
        String::new()
    }
}

pub struct Prepared {
    slug: String,
    path: ScopePath,
    name: Option<String>,
}
