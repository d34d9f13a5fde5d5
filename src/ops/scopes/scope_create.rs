//! `scope_create`: makes a scope node, with the nodes above it that are missing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::{AppError, ErrorCode};
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::placing::{Missing, place_to_write};
use crate::ops::safety::refuse_secret;
use crate::scope_path::ScopePath;
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct ScopeCreate;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScopeCreateInput {
    /// The node's path in pairs: teams/<slug>, projects/<slug>, spaces/<slug>; they nest. Nodes above it that are missing are
    /// made too.
    path: BoundedText<1, 512>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ScopeCreateOutput {
    /// The node's id: lab_ and a ULID for a space, scp_ and hexadecimal digits for the rest.
    scope_id: String,
    /// Its path.
    path: String,
    /// team, project or space.
    kind: String,
}

impl Operation for ScopeCreate {
    type Input = ScopeCreateInput;
    type Prepared = ScopePath;
    type Output = ScopeCreateOutput;

    const SPEC: Spec = Spec {
        name: "scope_create",
        title: "Create a scope",
        help: "Makes a team's, project's or space's scope node, with the nodes above it that are missing. A node that is there \
               already is answered as it is.",
        family: Family::Administration,
        permissions: &[Permission::ScopesWrite],
        mcp_permissions: &[],
        role: Role::Admin,
        effect: Effect::Put,
        route: Route::new(Method::Post, "/v1/scopes"),
        surfaces: Surfaces::RestOnly,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::ByHeader,
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden, ErrorCode::SecretRefused],
        example: |_| json!({"path": "teams/engineering/projects/billing"}),
    };

    async fn prepare(_: &Environment, _: &Caller, input: ScopeCreateInput) -> Result<ScopePath, AppError> {
        let path = ScopePath::parse(&input.path).map_err(|problem| AppError::invalid("path", problem))?;
        refuse_secret("path", path.as_str())?;
        let (pairs, rest) = path.pairs();
        if pairs.is_empty() || !rest.is_empty() {
            return Err(AppError::invalid(
                "path",
                "must be made of pairs: teams/<slug>, projects/<slug>, spaces/<slug>, for example teams/engineering/projects/billing",
            ));
        }
        Ok(path)
    }

    async fn run(cx: &mut Cx<'_>, path: ScopePath) -> Result<ScopeCreateOutput, AppError> {
        let node = place_to_write(cx, &path, Missing::MakesAll).await?.node;
        cx.acts.target(node.path.clone());
        Ok(ScopeCreateOutput { scope_id: node.public_id, path: node.path, kind: node.kind.name().to_owned() })
    }

    fn text(_: &ScopeCreateOutput) -> String {
        String::new()
    }
}
