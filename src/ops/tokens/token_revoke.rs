//! `token_revoke`: ends a token at once.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::TokenId;
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::{REMOVED, Removed, WRITES};
use crate::ops::tokens::token_view::token;
use crate::store::service_tokens::administration;

#[derive(Clone, Copy)]
pub struct TokenRevoke;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenRevokeInput {
    /// The token.
    token_id: TokenId,
}

impl Operation for TokenRevoke {
    type Input = TokenRevokeInput;
    type Prepared = TokenRevokeInput;
    type Output = Removed;

    const SPEC: Spec = Spec {
        name: "token_revoke",
        title: "Revoke a token",
        help: "Ends a service token or client at once, on every replica. An admin may end anybody's.",
        permissions: &[Permission::TokensWrite],
        effect: Effect::Remove,
        route: Route::new(Method::Delete, "/v1/tokens/{token_id}"),
        errors: &[ErrorCode::NotFound],
        example: |sample| json!({"token_id": sample.token_id}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: TokenRevokeInput) -> Result<TokenRevokeInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: TokenRevokeInput) -> Result<Removed, AppError> {
        let token = token(cx, input.token_id).await?;
        administration::revoke(cx.tx, Some(token.id.into()), None).await?;
        cx.acts.target(input.token_id.to_string());
        Ok(REMOVED)
    }

    fn text(_: &Removed) -> String {
        String::new()
    }
}
