//! `grant_delete`: takes a grant away.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::ScopeGrantId;
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::{REMOVED, Removed, WRITES};
use crate::store::scope_grants::{self, GrantFilter};

#[derive(Clone, Copy)]
pub struct GrantDelete;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GrantDeleteInput {
    /// The grant.
    grant_id: ScopeGrantId,
}

impl Operation for GrantDelete {
    type Input = GrantDeleteInput;
    type Prepared = GrantDeleteInput;
    type Output = Removed;

    const SPEC: Spec = Spec {
        name: "grant_delete",
        title: "Delete a grant",
        help: "Takes a grant on a scope node away; it holds at the next call.",
        permissions: &[Permission::ScopesWrite],
        effect: Effect::Remove,
        route: Route::new(Method::Delete, "/v1/grants/{grant_id}"),
        errors: &[ErrorCode::NotFound],
        example: |sample| json!({"grant_id": sample.grant_id}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: GrantDeleteInput) -> Result<GrantDeleteInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: GrantDeleteInput) -> Result<Removed, AppError> {
        let filter = GrantFilter { id: Some(input.grant_id), ..GrantFilter::default() };
        let found = scope_grants::list(cx.tx, &cx.access.readable, &filter, 1).await?.pop();
        let found = found.ok_or_else(|| AppError::not_found("grant"))?;
        scope_grants::delete(cx.tx, input.grant_id).await?;
        cx.acts.target(input.grant_id.to_string());
        cx.acts.target(found.path);
        Ok(REMOVED)
    }

    fn text(_: &Removed) -> String {
        String::new()
    }
}
