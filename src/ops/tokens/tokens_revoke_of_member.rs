//! `tokens_revoke_of_member`: ends all tokens of a member.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::UserId;
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::WRITES;
use crate::ops::members::member_view::member;
use crate::store::service_tokens::administration;

#[derive(Clone, Copy)]
pub struct TokensRevokeOfMember;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokensRevokeOfMemberInput {
    /// The member.
    user_id: UserId,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct TokensRevokeOfMemberOutput {
    /// How many were ended.
    revoked: usize,
}

impl Operation for TokensRevokeOfMember {
    type Input = TokensRevokeOfMemberInput;
    type Prepared = TokensRevokeOfMemberInput;
    type Output = TokensRevokeOfMemberOutput;

    const SPEC: Spec = Spec {
        name: "tokens_revoke_of_member",
        title: "Revoke a member's tokens",
        help: "Ends every service token and client of a member at once, on every replica, and says how many. Connected apps are ended apart.",
        permissions: &[Permission::TokensWrite],
        effect: Effect::Remove,
        route: Route::new(Method::Delete, "/v1/members/{user_id}/tokens"),
        errors: &[ErrorCode::NotFound],
        example: |sample| json!({"user_id": sample.user_id}),
        ..WRITES
    };

    async fn prepare(
        _: &Environment,
        _: &Caller,
        input: TokensRevokeOfMemberInput,
    ) -> Result<TokensRevokeOfMemberInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: TokensRevokeOfMemberInput) -> Result<TokensRevokeOfMemberOutput, AppError> {
        let member = member(cx, input.user_id).await?;
        let revoked = administration::revoke(cx.tx, None, Some(input.user_id)).await?;
        cx.acts.target(member.user_id);
        for token in &revoked {
            cx.acts.target(token.to_string());
        }
        Ok(TokensRevokeOfMemberOutput { revoked: revoked.len() })
    }

    fn text(_: &TokensRevokeOfMemberOutput) -> String {
        String::new()
    }
}
