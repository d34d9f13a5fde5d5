//! `invitation_list`: who was asked to join.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::AppError;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::{READS, cut};
use crate::ops::cursors::{opened, sealed};
use crate::ops::invitations::invitation_view::InvitationView;
use crate::store::invitations::{self, InvitationFilter};
use crate::text::{BoundedText, Limit};

#[derive(Clone, Copy)]
pub struct InvitationList;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitationListInput {
    /// Those in this state alone.
    #[serde(default)]
    state: Option<InvitationState>,
    /// How many at most.
    #[serde(default)]
    limit: Limit<50, 200>,
    /// The next_page_token of the page before.
    #[serde(default)]
    page_token: Option<BoundedText<0, 2000>>,
}

/// How an invitation stands.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum InvitationState {
    Open,
    Expired,
    Accepted,
    Revoked,
}

pub struct Prepared {
    filter: InvitationFilter,
    filter_name: String,
    limit: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct InvitationListOutput {
    /// The invitations, newest first.
    invitations: Vec<InvitationView>,
    /// The token of the next page, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl Operation for InvitationList {
    type Input = InvitationListInput;
    type Prepared = Prepared;
    type Output = InvitationListOutput;

    const SPEC: Spec = Spec {
        name: "invitation_list",
        title: "List invitations",
        help: "Lists invitations, newest first: open, expired, accepted and revoked ones. Links are never shown again.",
        permissions: &[Permission::AdminRead],
        route: Route::new(Method::Get, "/v1/invitations"),
        example: |_| json!({}),
        ..READS
    };

    async fn prepare(env: &Environment, caller: &Caller, input: InvitationListInput) -> Result<Prepared, AppError> {
        let state = input.state.map(|state| match state {
            InvitationState::Open => "open",
            InvitationState::Expired => "expired",
            InvitationState::Accepted => "accepted",
            InvitationState::Revoked => "revoked",
        });
        let filter_name = json!(["invitation_list", state]).to_string();
        let before = opened(env, caller, &filter_name, input.page_token.as_deref())?;
        let filter = InvitationFilter { id: None, state, before };
        Ok(Prepared { filter, filter_name, limit: input.limit.get() })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<InvitationListOutput, AppError> {
        let mut rows = invitations::list(cx.tx, &prepared.filter, prepared.limit + 1).await?;
        let has_more = cut(&mut rows, prepared.limit);
        let next_page_token = match rows.last() {
            Some(last) if has_more => Some(sealed(cx, prepared.filter_name, (last.created_at, last.id))?),
            _ => None,
        };
        Ok(InvitationListOutput { invitations: rows.into_iter().map(InvitationView::of).collect(), next_page_token })
    }

    fn text(_: &InvitationListOutput) -> String {
        String::new()
    }
}
