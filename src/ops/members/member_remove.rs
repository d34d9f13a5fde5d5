//! `member_remove`: ends a membership.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::UserId;
use crate::op::{Cx, Effect, Environment, IfMatch, Method, Operation, Route, Spec};
use crate::ops::administration::{REMOVED, Removed, WRITES};
use crate::ops::members::member_view::{Change, check_owners, member_to_change};
use crate::store::members;

#[derive(Clone, Copy)]
pub struct MemberRemove;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberRemoveInput {
    /// The member.
    user_id: UserId,
    /// The etag that was read; over REST it is the header If-Match.
    if_match: IfMatch,
}

impl Operation for MemberRemove {
    type Input = MemberRemoveInput;
    type Prepared = MemberRemoveInput;
    type Output = Removed;

    const SPEC: Spec = Spec {
        name: "member_remove",
        title: "Remove a member",
        help: "Ends a membership and everything that reaches the account through it: tokens, connected apps, teams, grants. It holds at the next call. What he wrote stays.",
        permissions: &[Permission::MembersWrite],
        effect: Effect::Remove,
        route: Route::new(Method::Delete, "/v1/members/{user_id}"),
        errors: &[
            ErrorCode::NotFound,
            ErrorCode::Forbidden,
            ErrorCode::Conflict,
            ErrorCode::PreconditionRequired,
            ErrorCode::PreconditionFailed,
        ],
        example: |sample| json!({"user_id": sample.user_id, "if_match": "*"}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: MemberRemoveInput) -> Result<MemberRemoveInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: MemberRemoveInput) -> Result<Removed, AppError> {
        check_owners(cx, input.user_id, Change::Removal).await?;
        let member = member_to_change(cx, input.user_id).await?;
        input.if_match.check(&member)?;
        members::remove(cx.tx, input.user_id).await?;
        cx.acts.target(member.user_id);
        Ok(REMOVED)
    }

    fn text(_: &Removed) -> String {
        String::new()
    }
}
