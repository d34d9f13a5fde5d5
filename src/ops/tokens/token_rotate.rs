//! `token_rotate`: makes a token that takes another's place.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::{ScopeId, TokenId, UserId};
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::{WRITES, conflict};
use crate::ops::tokens::making::{Wanted, make};
use crate::ops::tokens::rights;
use crate::ops::tokens::token_view::TokenWithSecret;
use crate::store::service_tokens::administration;
use crate::text::Limit;
use chrono::{Duration, SubsecRound};

#[derive(Clone, Copy)]
pub struct TokenRotate;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenRotateInput {
    /// The token.
    token_id: TokenId,
    /// For how many minutes the token before keeps working; seven days at most.
    #[serde(default)]
    overlap_minutes: Limit<60, 10080>,
}

impl Operation for TokenRotate {
    type Input = TokenRotateInput;
    type Prepared = TokenRotateInput;
    type Output = TokenWithSecret;

    const SPEC: Spec = Spec {
        name: "token_rotate",
        title: "Rotate a token",
        help: "Makes a token with the same rights and the same length of life, shown once. The one before keeps working for a while, so that nothing stands still.",
        permissions: &[Permission::TokensWrite],
        effect: Effect::Add,
        route: Route::new(Method::Post, "/v1/tokens/{token_id}/rotate"),
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden, ErrorCode::Conflict],
        example: |sample| json!({"token_id": sample.token_id}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: TokenRotateInput) -> Result<TokenRotateInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: TokenRotateInput) -> Result<TokenWithSecret, AppError> {
        let old = administration::lock(cx.tx, input.token_id).await?.ok_or_else(|| AppError::not_found("token"))?;
        if old.state != "valid" {
            return Err(conflict("Only a token that is valid and was not replaced can be rotated."));
        }
        let user: UserId = old.user_id.into();
        let permissions = rights::permissions(&old.permissions)?;
        let node = rights::bound_node(cx, old.path.as_deref()).await?;
        rights::check(cx, user, &permissions, node.as_ref()).await?;
        let now = cx.env.clock.now();
        let wanted = Wanted {
            is_client: old.kind == "client",
            jwks: old.jwks.as_ref(),
            name: &old.name,
            user,
            permissions: &permissions,
            scope: old.scope.map(ScopeId),
            agent: &old.agent,
            device: old.device.as_deref(),
            profile: old.profile.parse().map_err(AppError::internal)?,
            expires_at: (now + (old.expires_at - old.created_at).max(Duration::minutes(1))).trunc_subsecs(0),
        };
        let made = make(cx, &wanted).await?;
        let until = now + Duration::minutes(i64::try_from(input.overlap_minutes.get()).unwrap_or(60));
        let new = made.token.token_id.parse().map_err(AppError::internal)?;
        administration::replace(cx.tx, input.token_id, new, until).await?;
        cx.acts.target(input.token_id.to_string());
        Ok(made)
    }

    fn text(_: &TokenWithSecret) -> String {
        String::new()
    }
}
