//! `token_update`: renames a token or narrows it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::{ScopeId, TokenId};
use crate::op::{Cx, Environment, IfMatch, Method, Operation, Route, Spec, etag};
use crate::ops::administration::{WRITES, changed, checked_name, conflict};
use crate::ops::tokens::rights;
use crate::ops::tokens::token_view::{TokenView, token};
use crate::store::service_tokens::administration::{self, Changed};
use crate::text::{BoundedText, Moment};
use chrono::SubsecRound;

#[derive(Clone, Copy)]
pub struct TokenUpdate;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenUpdateInput {
    /// The token.
    token_id: TokenId,
    /// Its name for people.
    #[serde(default)]
    name: Option<BoundedText<1, 128>>,
    /// What it allows from now on: no more than before.
    #[serde(default)]
    #[schemars(length(min = 1, max = 40))]
    permissions: Option<Vec<BoundedText<1, 64>>>,
    /// The path of a scope node inside the one that it is bound to.
    #[serde(default)]
    scope: Option<BoundedText<1, 512>>,
    /// When it ends: no later than before.
    #[serde(default)]
    expires_at: Option<Moment>,
    /// The etag that was read; over REST it is the header If-Match.
    if_match: IfMatch,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct TokenUpdateOutput {
    /// The token.
    token: TokenView,
    /// What a change of it must name as If-Match.
    etag: String,
}

impl Operation for TokenUpdate {
    type Input = TokenUpdateInput;
    type Prepared = TokenUpdateInput;
    type Output = TokenUpdateOutput;

    const SPEC: Spec = Spec {
        name: "token_update",
        title: "Change a token",
        help: "Renames a token, or narrows what it allows, the scope that it is bound to, or its end. It is never widened: make another one. What is taken away is gone at the next call.",
        permissions: &[Permission::TokensWrite],
        route: Route::new(Method::Patch, "/v1/tokens/{token_id}"),
        errors: &[
            ErrorCode::NotFound,
            ErrorCode::Forbidden,
            ErrorCode::Conflict,
            ErrorCode::SecretRefused,
            ErrorCode::PreconditionRequired,
            ErrorCode::PreconditionFailed,
        ],
        example: |sample| json!({"token_id": sample.token_id, "permissions": ["memory:read"], "if_match": "*"}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: TokenUpdateInput) -> Result<TokenUpdateInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: TokenUpdateInput) -> Result<TokenUpdateOutput, AppError> {
        let row = administration::lock(cx.tx, input.token_id).await?.ok_or_else(|| AppError::not_found("token"))?;
        rights::check_holder(cx, row.user_id.into()).await?;
        let (ends, bound, scope) = (row.expires_at, row.path.clone(), row.scope.map(ScopeId));
        let before = TokenView::of(row);
        input.if_match.check(&before.edited())?;
        if !matches!(before.state.as_str(), "valid" | "replaced") {
            return Err(conflict("The token has ended; there is nothing to change."));
        }
        let permissions = match &input.permissions {
            Some(names) => {
                let wanted = rights::permissions(&names.iter().map(|name| &**name).collect::<Vec<_>>())?;
                if !rights::is_narrower(&wanted, &before.permissions) {
                    return Err(AppError::invalid("permissions", "must be no more than the token has"));
                }
                wanted.iter().map(|permission| permission.name().to_owned()).collect()
            }
            None => before.permissions.clone(),
        };
        let node = rights::bound_node(cx, input.scope.as_deref()).await?;
        if node.as_ref().is_some_and(|node| !rights::is_inside(&node.path, bound.as_deref())) {
            return Err(AppError::invalid("scope", "must lie inside the scope that the token is bound to"));
        }
        let expires_at = input.expires_at.map_or(ends, |until| until.0.trunc_subsecs(0));
        if expires_at > ends {
            return Err(AppError::invalid("expires_at", "must be no later than the token's end"));
        }
        let name = match &input.name {
            Some(name) => checked_name("name", name)?,
            None => before.name.clone(),
        };
        let scope = node.map(|node| node.id).or(scope);
        let now = Changed { name: &name, permissions: &permissions, scope, expires_at };
        administration::update(cx.tx, input.token_id, &now).await?;
        let token = TokenView::of(token(cx, input.token_id).await?);
        cx.acts.target(token.token_id.clone());
        changed(cx, &before.edited(), &token.edited())?;
        Ok(TokenUpdateOutput { etag: etag(&token.edited())?, token })
    }

    fn text(_: &TokenUpdateOutput) -> String {
        String::new()
    }
}
