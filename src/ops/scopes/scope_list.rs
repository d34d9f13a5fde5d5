//! `scope_list`: the scope nodes that the caller reads.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::AppError;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::{READS, cut};
use crate::ops::cursors::{opened, sealed};
use crate::ops::scopes::scope_view::ScopeView;
use crate::scope_path::NodeKind;
use crate::store::scopes::administration::{self, NodeFilter};
use crate::text::{BoundedText, Limit};

#[derive(Clone, Copy)]
pub struct ScopeList;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScopeListInput {
    /// A path: its node and all below it.
    #[serde(default)]
    below: Option<BoundedText<1, 512>>,
    /// Nodes of this kind alone.
    #[serde(default)]
    kind: Option<ScopeKind>,
    /// What stands in the name or the path, whatever its letter case.
    #[serde(default)]
    query: Option<BoundedText<1, 200>>,
    /// How many at most.
    #[serde(default)]
    limit: Limit<50, 200>,
    /// The next_page_token of the page before.
    #[serde(default)]
    page_token: Option<BoundedText<0, 2000>>,
}

/// What a scope node is.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScopeKind {
    Account,
    Team,
    Project,
    Space,
    Personal,
}

pub struct Prepared {
    filter: NodeFilter,
    filter_name: String,
    limit: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ScopeListOutput {
    /// The scope nodes.
    scopes: Vec<ScopeView>,
    /// The token of the next page, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl Operation for ScopeList {
    type Input = ScopeListInput;
    type Prepared = Prepared;
    type Output = ScopeListOutput;

    const SPEC: Spec = Spec {
        name: "scope_list",
        title: "List scopes",
        help: "Lists the scope nodes that the caller may read, in the order of their paths. Personal nodes of others are nobody else's to see.",
        permissions: &[Permission::MemoryRead],
        role: Role::Viewer,
        route: Route::new(Method::Get, "/v1/scopes"),
        example: |_| json!({}),
        ..READS
    };

    async fn prepare(env: &Environment, caller: &Caller, input: ScopeListInput) -> Result<Prepared, AppError> {
        let kind = input.kind.map(|kind| match kind {
            ScopeKind::Account => NodeKind::Account,
            ScopeKind::Team => NodeKind::Team,
            ScopeKind::Project => NodeKind::Project,
            ScopeKind::Space => NodeKind::Space,
            ScopeKind::Personal => NodeKind::Personal,
        });
        let below = input.below.map(BoundedText::into_inner);
        let wanted = input.query.map(BoundedText::into_inner);
        let filter_name = json!(["scope_list", kind.map(NodeKind::name), below, wanted]).to_string();
        let after = opened(env, caller, &filter_name, input.page_token.as_deref())?;
        Ok(Prepared { filter: NodeFilter { below, kind, wanted, after }, filter_name, limit: input.limit.get() })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<ScopeListOutput, AppError> {
        let Prepared { filter, filter_name, limit } = prepared;
        let mut nodes = administration::list_page(cx.tx, &cx.access.readable, &filter, limit + 1).await?;
        let has_more = cut(&mut nodes, limit);
        let next_page_token = match nodes.last() {
            Some(last) if has_more => Some(sealed(cx, filter_name, last.path.clone())?),
            _ => None,
        };
        Ok(ScopeListOutput { scopes: nodes.into_iter().map(|node| ScopeView::of(cx, node)).collect(), next_page_token })
    }

    fn text(_: &ScopeListOutput) -> String {
        String::new()
    }
}
