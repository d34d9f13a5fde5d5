//! `scope_get`: one scope node.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::{AppError, ErrorCode};
use crate::op::{Cx, Environment, Method, Operation, Route, Spec, etag};
use crate::ops::administration::READS;
use crate::ops::scopes::scope_view::{ScopeView, readable_node};
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct ScopeGet;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScopeGetInput {
    /// The scope node's id.
    scope_id: BoundedText<1, 64>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ScopeGetOutput {
    /// The scope node.
    scope: ScopeView,
    /// What a change of it must name as If-Match.
    etag: String,
}

impl Operation for ScopeGet {
    type Input = ScopeGetInput;
    type Prepared = ScopeGetInput;
    type Output = ScopeGetOutput;

    const SPEC: Spec = Spec {
        name: "scope_get",
        title: "Read a scope",
        help: "Reads one scope node and the etag by which a change names it.",
        permissions: &[Permission::MemoryRead],
        role: Role::Viewer,
        route: Route::new(Method::Get, "/v1/scopes/{scope_id}"),
        errors: &[ErrorCode::NotFound],
        example: |sample| json!({"scope_id": sample.scope_id}),
        ..READS
    };

    async fn prepare(_: &Environment, _: &Caller, input: ScopeGetInput) -> Result<ScopeGetInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: ScopeGetInput) -> Result<ScopeGetOutput, AppError> {
        let node = readable_node(cx, &input.scope_id).await?;
        let scope = ScopeView::of(cx, node);
        Ok(ScopeGetOutput { etag: etag(&scope.edited())?, scope })
    }

    fn text(_: &ScopeGetOutput) -> String {
        String::new()
    }
}
