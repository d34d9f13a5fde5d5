//! `member_update`: changes a member's role and name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::UserId;
use crate::op::{Cx, Environment, IfMatch, Method, Operation, Route, Spec, etag};
use crate::ops::administration::{RoleName, WRITES, changed, checked_name};
use crate::ops::members::member_view::{Change, MemberView, check_owners, member, member_to_change};
use crate::store::members;
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct MemberUpdate;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberUpdateInput {
    /// The member.
    user_id: UserId,
    /// What he becomes.
    #[serde(default)]
    role: Option<RoleName>,
    /// His name for people.
    #[serde(default)]
    display_name: Option<BoundedText<1, 200>>,
    /// The etag that was read; over REST it is the header If-Match.
    if_match: IfMatch,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MemberUpdateOutput {
    /// The member.
    member: MemberView,
    /// What a change of it must name as If-Match.
    etag: String,
}

impl Operation for MemberUpdate {
    type Input = MemberUpdateInput;
    type Prepared = MemberUpdateInput;
    type Output = MemberUpdateOutput;

    const SPEC: Spec = Spec {
        name: "member_update",
        title: "Change a member",
        help: "Changes a member's role or name. Only owners make or change owners, and one owner always stays. What a token holds above a lowered role it loses at once.",
        permissions: &[Permission::MembersWrite],
        route: Route::new(Method::Patch, "/v1/members/{user_id}"),
        errors: &[
            ErrorCode::NotFound,
            ErrorCode::Forbidden,
            ErrorCode::Conflict,
            ErrorCode::SecretRefused,
            ErrorCode::PreconditionRequired,
            ErrorCode::PreconditionFailed,
        ],
        example: |sample| json!({"user_id": sample.user_id, "role": "viewer", "if_match": "*"}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: MemberUpdateInput) -> Result<MemberUpdateInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: MemberUpdateInput) -> Result<MemberUpdateOutput, AppError> {
        let role = input.role.map(RoleName::role);
        check_owners(cx, input.user_id, role.map_or(Change::Name, Change::Role)).await?;
        let before = member_to_change(cx, input.user_id).await?;
        input.if_match.check(&before)?;
        let display_name = match &input.display_name {
            Some(name) => checked_name("display_name", name)?,
            None => before.display_name.clone(),
        };
        members::update(cx.tx, input.user_id, role.map_or_else(|| before.role(), Ok)?, &display_name).await?;
        let member = member(cx, input.user_id).await?;
        cx.acts.target(member.user_id.clone());
        changed(cx, &before, &member)?;
        Ok(MemberUpdateOutput { etag: etag(&member)?, member })
    }

    fn text(_: &MemberUpdateOutput) -> String {
        String::new()
    }
}
