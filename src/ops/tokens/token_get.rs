//! `token_get`: one service token.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::TokenId;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec, etag};
use crate::ops::administration::READS;
use crate::ops::tokens::token_view::{TokenView, token};

#[derive(Clone, Copy)]
pub struct TokenGet;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenGetInput {
    /// The token.
    token_id: TokenId,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct TokenGetOutput {
    /// The token.
    token: TokenView,
    /// What a change of it must name as If-Match.
    etag: String,
}

impl Operation for TokenGet {
    type Input = TokenGetInput;
    type Prepared = TokenGetInput;
    type Output = TokenGetOutput;

    const SPEC: Spec = Spec {
        name: "token_get",
        title: "Read a token",
        help: "Reads one service token: rights, end, last use, and the etag by which a change names it. The token itself is never shown again.",
        permissions: &[Permission::AdminRead],
        route: Route::new(Method::Get, "/v1/tokens/{token_id}"),
        errors: &[ErrorCode::NotFound],
        example: |sample| json!({"token_id": sample.token_id}),
        ..READS
    };

    async fn prepare(_: &Environment, _: &Caller, input: TokenGetInput) -> Result<TokenGetInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: TokenGetInput) -> Result<TokenGetOutput, AppError> {
        let token = TokenView::of(token(cx, input.token_id).await?);
        Ok(TokenGetOutput { etag: etag(&token.edited())?, token })
    }

    fn text(_: &TokenGetOutput) -> String {
        String::new()
    }
}
