//! `invitation_revoke`: ends an invitation.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::InvitationId;
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::{REMOVED, Removed, WRITES, conflict};
use crate::store::invitations;

#[derive(Clone, Copy)]
pub struct InvitationRevoke;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitationRevokeInput {
    /// The invitation.
    invitation_id: InvitationId,
}

impl Operation for InvitationRevoke {
    type Input = InvitationRevokeInput;
    type Prepared = InvitationRevokeInput;
    type Output = Removed;

    const SPEC: Spec = Spec {
        name: "invitation_revoke",
        title: "Revoke an invitation",
        help: "Ends an invitation: its link is no longer good. One that was accepted stays as it is; remove the member instead.",
        permissions: &[Permission::MembersWrite],
        effect: Effect::Remove,
        route: Route::new(Method::Delete, "/v1/invitations/{invitation_id}"),
        errors: &[ErrorCode::NotFound, ErrorCode::Conflict],
        example: |sample| json!({"invitation_id": sample.invitation_id}),
        ..WRITES
    };

    async fn prepare(
        _: &Environment,
        _: &Caller,
        input: InvitationRevokeInput,
    ) -> Result<InvitationRevokeInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: InvitationRevokeInput) -> Result<Removed, AppError> {
        let id = input.invitation_id;
        let found = invitations::lock(cx.tx, id).await?.ok_or_else(|| AppError::not_found("invitation"))?;
        if found.state == "accepted" {
            return Err(conflict("The invitation was accepted; remove the member instead."));
        }
        invitations::revoke(cx.tx, id).await?;
        cx.acts.target(id.to_string());
        Ok(REMOVED)
    }

    fn text(_: &Removed) -> String {
        String::new()
    }
}
