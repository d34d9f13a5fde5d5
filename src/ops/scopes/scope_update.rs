//! `scope_update`: changes a scope node's name, and whether grants alone open it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::op::{Cx, Environment, IfMatch, Method, Operation, Route, Spec, etag};
use crate::ops::administration::{WRITES, changed, checked_name, forbidden};
use crate::ops::scopes::scope_view::{ScopeView, readable_node};
use crate::scope_path::NodeKind;
use crate::store::scopes::administration;
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct ScopeUpdate;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScopeUpdateInput {
    /// The scope node's id.
    scope_id: BoundedText<1, 64>,
    /// Its name for people.
    #[serde(default)]
    name: Option<BoundedText<1, 200>>,
    /// Whether grants alone open it.
    #[serde(default)]
    restricted: Option<bool>,
    /// The etag that was read; over REST it is the header If-Match.
    if_match: IfMatch,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ScopeUpdateOutput {
    /// The scope node.
    scope: ScopeView,
    /// What a change of it must name as If-Match.
    etag: String,
}

impl Operation for ScopeUpdate {
    type Input = ScopeUpdateInput;
    type Prepared = ScopeUpdateInput;
    type Output = ScopeUpdateOutput;

    const SPEC: Spec = Spec {
        name: "scope_update",
        title: "Change a scope",
        help: "Changes a scope node's name, and whether grants alone open it to whoever is no admin. Teams' and personal nodes have their own rule and are not restricted.",
        permissions: &[Permission::ScopesWrite],
        route: Route::new(Method::Patch, "/v1/scopes/{scope_id}"),
        errors: &[
            ErrorCode::NotFound,
            ErrorCode::Forbidden,
            ErrorCode::SecretRefused,
            ErrorCode::PreconditionRequired,
            ErrorCode::PreconditionFailed,
        ],
        example: |sample| json!({"scope_id": sample.scope_id, "restricted": true, "if_match": "*"}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: ScopeUpdateInput) -> Result<ScopeUpdateInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: ScopeUpdateInput) -> Result<ScopeUpdateOutput, AppError> {
        let found = readable_node(cx, &input.scope_id).await?;
        if !cx.access.writes(found.id) {
            return Err(forbidden("You cannot write there."));
        }
        if input.restricted.is_some() && matches!(found.kind, NodeKind::Team | NodeKind::Personal) {
            let problem = "is not for teams' and personal nodes, which their members and person alone reach";
            return Err(AppError::invalid("restricted", problem));
        }
        administration::lock(cx.tx, found.id).await?;
        let node = readable_node(cx, &input.scope_id).await?;
        let before = ScopeView::of(cx, node);
        input.if_match.check(&before.edited())?;
        let name = match &input.name {
            Some(name) => checked_name("name", name)?,
            None => before.name.clone(),
        };
        administration::update(cx.tx, found.id, &name, input.restricted.unwrap_or(before.restricted)).await?;
        let node = readable_node(cx, &input.scope_id).await?;
        let scope = ScopeView::of(cx, node);
        cx.acts.target(scope.path.clone());
        changed(cx, &before.edited(), &scope.edited())?;
        Ok(ScopeUpdateOutput { etag: etag(&scope.edited())?, scope })
    }

    fn text(_: &ScopeUpdateOutput) -> String {
        String::new()
    }
}
