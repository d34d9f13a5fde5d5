//! `member_get`: one member.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::UserId;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec, etag};
use crate::ops::administration::READS;
use crate::ops::members::member_view::{MemberView, member};

#[derive(Clone, Copy)]
pub struct MemberGet;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberGetInput {
    /// The member.
    user_id: UserId,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MemberGetOutput {
    /// The member.
    member: MemberView,
    /// What a change of it must name as If-Match.
    etag: String,
}

impl Operation for MemberGet {
    type Input = MemberGetInput;
    type Prepared = MemberGetInput;
    type Output = MemberGetOutput;

    const SPEC: Spec = Spec {
        name: "member_get",
        title: "Read a member",
        help: "Reads one member: role, teams, e-mail address, and the etag by which a change names him.",
        permissions: &[Permission::AdminRead],
        route: Route::new(Method::Get, "/v1/members/{user_id}"),
        errors: &[ErrorCode::NotFound],
        example: |sample| json!({"user_id": sample.user_id}),
        ..READS
    };

    async fn prepare(_: &Environment, _: &Caller, input: MemberGetInput) -> Result<MemberGetInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: MemberGetInput) -> Result<MemberGetOutput, AppError> {
        let member = member(cx, input.user_id).await?;
        Ok(MemberGetOutput { etag: etag(&member)?, member })
    }

    fn text(_: &MemberGetOutput) -> String {
        String::new()
    }
}
