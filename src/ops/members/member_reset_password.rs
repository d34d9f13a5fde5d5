//! `member_reset_password`: makes a link by which a member sets a new password.

use chrono::SubsecRound;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, PASSWORD_RESET_HOLDS, Permission, password_reset_link};
use crate::clock::rfc3339;
use crate::error::{AppError, ErrorCode};
use crate::ids::UserId;
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::{WRITES, conflict, forbidden};
use crate::ops::members::member_view::member;
use crate::store::members;

#[derive(Clone, Copy)]
pub struct MemberResetPassword;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberResetPasswordInput {
    /// The member.
    user_id: UserId,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MemberResetPasswordOutput {
    /// The link: a secret, shown once.
    link: String,
    /// When it ends, in UTC.
    expires_at: String,
}

impl Operation for MemberResetPassword {
    type Input = MemberResetPasswordInput;
    type Prepared = MemberResetPasswordInput;
    type Output = MemberResetPasswordOutput;

    const SPEC: Spec = Spec {
        name: "member_reset_password",
        title: "Offer a new password",
        help: "Makes a link by which a member sets a new password, shown once and good for an hour. Refused for a person who is in another account too, and to admins for owners.",
        permissions: &[Permission::MembersWrite],
        effect: Effect::Add,
        route: Route::new(Method::Post, "/v1/members/{user_id}/password-reset"),
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden, ErrorCode::Conflict],
        example: |sample| json!({"user_id": sample.user_id}),
        ..WRITES
    };

    async fn prepare(
        _: &Environment,
        _: &Caller,
        input: MemberResetPasswordInput,
    ) -> Result<MemberResetPasswordInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: MemberResetPasswordInput) -> Result<MemberResetPasswordOutput, AppError> {
        let member = member(cx, input.user_id).await?;
        if member.role()? > cx.access.role {
            return Err(forbidden("An admin cannot reset the password of an owner."));
        }
        let link = password_reset_link(&cx.env.public_url)?;
        let expires_at = (cx.env.clock.now() + PASSWORD_RESET_HOLDS).trunc_subsecs(0);
        if !members::offer_password_reset(cx.tx, input.user_id, &link.secret_hash, expires_at).await? {
            return Err(conflict("This person is in another account too and resets the password himself."));
        }
        cx.acts.target(member.user_id);
        Ok(MemberResetPasswordOutput { link: link.url, expires_at: rfc3339(expires_at) })
    }

    fn text(_: &MemberResetPasswordOutput) -> String {
        String::new()
    }
}
