//! `invitation_resend`: makes a new link for an invitation.

use chrono::SubsecRound;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::auth::{Caller, INVITATION_HOLDS, Permission, Role, invitation_link};
use crate::error::{AppError, ErrorCode};
use crate::ids::InvitationId;
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::{WRITES, conflict, forbidden};
use crate::ops::invitations::invitation_view::{InvitationWithLink, with_link};
use crate::store::invitations;

#[derive(Clone, Copy)]
pub struct InvitationResend;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitationResendInput {
    /// The invitation.
    invitation_id: InvitationId,
}

impl Operation for InvitationResend {
    type Input = InvitationResendInput;
    type Prepared = InvitationResendInput;
    type Output = InvitationWithLink;

    const SPEC: Spec = Spec {
        name: "invitation_resend",
        title: "Renew an invitation",
        help: "Makes a new link for an invitation that nobody has accepted, good for seven days and shown once. The link before ends.",
        permissions: &[Permission::MembersWrite],
        effect: Effect::Add,
        route: Route::new(Method::Post, "/v1/invitations/{invitation_id}/resend"),
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden, ErrorCode::Conflict],
        example: |sample| json!({"invitation_id": sample.invitation_id}),
        ..WRITES
    };

    async fn prepare(
        _: &Environment,
        _: &Caller,
        input: InvitationResendInput,
    ) -> Result<InvitationResendInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: InvitationResendInput) -> Result<InvitationWithLink, AppError> {
        let id = input.invitation_id;
        let found = invitations::lock(cx.tx, id).await?.ok_or_else(|| AppError::not_found("invitation"))?;
        if !matches!(found.state.as_str(), "open" | "expired") {
            return Err(conflict("The invitation was accepted or revoked; make a new one."));
        }
        if found.role.parse::<Role>().map_err(AppError::internal)? > cx.access.role {
            return Err(forbidden("Nobody invites to a role above his own."));
        }
        let link = invitation_link(&cx.env.public_url, cx.caller.account())?;
        let expires_at = (cx.env.clock.now() + INVITATION_HOLDS).trunc_subsecs(0);
        invitations::renew(cx.tx, id, &link.secret_hash, expires_at).await?;
        cx.acts.target(id.to_string());
        with_link(cx, id, link).await
    }

    fn text(_: &InvitationWithLink) -> String {
        String::new()
    }
}
