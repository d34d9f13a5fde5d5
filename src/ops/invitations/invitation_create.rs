//! `invitation_create`: asks a person to join.

use chrono::SubsecRound;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::auth::{Caller, INVITATION_HOLDS, Permission, Role, invitation_link};
use crate::error::{AppError, ErrorCode};
use crate::ids::InvitationId;
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::{RoleName, WRITES, conflict, forbidden};
use crate::ops::invitations::invitation_view::{InvitationWithLink, with_link};
use crate::store::invitations::{self, NewInvitation};
use crate::store::{members, teams};
use crate::text::{BoundedText, checked_email};

#[derive(Clone, Copy)]
pub struct InvitationCreate;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitationCreateInput {
    /// The person's e-mail address.
    email: BoundedText<3, 320>,
    /// What the person becomes.
    role: RoleName,
    /// Teams that the person joins, by their names in paths.
    #[serde(default)]
    #[schemars(length(max = 50))]
    teams: Vec<BoundedText<1, 128>>,
}

impl Operation for InvitationCreate {
    type Input = InvitationCreateInput;
    type Prepared = Prepared;
    type Output = InvitationWithLink;

    const SPEC: Spec = Spec {
        name: "invitation_create",
        title: "Invite a person",
        help: "Asks a person to join the account with a role no higher than one's own. The link is shown once and holds for seven days. An open invitation for the same address ends.",
        permissions: &[Permission::MembersWrite],
        effect: Effect::Add,
        route: Route::new(Method::Post, "/v1/invitations"),
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden, ErrorCode::Conflict],
        example: |sample| json!({"email": "kim@example.com", "role": "member", "teams": [sample.team]}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: InvitationCreateInput) -> Result<Prepared, AppError> {
        if input.teams.len() > 50 {
            return Err(AppError::invalid("teams", "must have at most 50 items"));
        }
        let mut teams: Vec<String> = input.teams.into_iter().map(BoundedText::into_inner).collect();
        teams.sort();
        teams.dedup();
        Ok(Prepared { email: checked_email("email", &input.email)?.to_owned(), role: input.role.role(), teams })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<InvitationWithLink, AppError> {
        if prepared.role > cx.access.role {
            return Err(forbidden("Nobody invites to a role above his own."));
        }
        if teams::known(cx.tx, &prepared.teams).await?.len() != prepared.teams.len() {
            return Err(AppError::not_found("team"));
        }
        if members::has_email(cx.tx, &prepared.email).await? {
            return Err(conflict("A member has this address already."));
        }
        let link = invitation_link(&cx.env.public_url, cx.caller.account())?;
        let id = InvitationId::generate();
        let new = NewInvitation {
            id,
            email: &prepared.email,
            role: prepared.role,
            teams: &prepared.teams,
            secret_hash: &link.secret_hash,
            invited_by: cx.caller.user(),
            expires_at: (cx.env.clock.now() + INVITATION_HOLDS).trunc_subsecs(0),
        };
        invitations::insert(cx.tx, &new).await?;
        cx.acts.target(id.to_string());
        with_link(cx, id, link).await
    }

    fn text(_: &InvitationWithLink) -> String {
        String::new()
    }
}

pub struct Prepared {
    email: String,
    role: Role,
    teams: Vec<String>,
}
