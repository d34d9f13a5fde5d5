//! `token_list`: the service tokens of the account.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::AppError;
use crate::ids::UserId;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::{READS, cut};
use crate::ops::cursors::{opened, sealed};
use crate::ops::tokens::token_view::TokenView;
use crate::store::service_tokens::administration::{self, TokenFilter};
use crate::text::{BoundedText, Limit};

#[derive(Clone, Copy)]
pub struct TokenList;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenListInput {
    /// Those of this member alone.
    #[serde(default)]
    user_id: Option<UserId>,
    /// Those in this state alone.
    #[serde(default)]
    state: Option<TokenState>,
    /// How many at most.
    #[serde(default)]
    limit: Limit<50, 200>,
    /// The next_page_token of the page before.
    #[serde(default)]
    page_token: Option<BoundedText<0, 2000>>,
}

/// How a token stands.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TokenState {
    Valid,
    Replaced,
    Expired,
    Revoked,
}

pub struct Prepared {
    filter: TokenFilter,
    filter_name: String,
    limit: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct TokenListOutput {
    /// The tokens, newest first.
    tokens: Vec<TokenView>,
    /// The token of the next page, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl Operation for TokenList {
    type Input = TokenListInput;
    type Prepared = Prepared;
    type Output = TokenListOutput;

    const SPEC: Spec = Spec {
        name: "token_list",
        title: "List tokens",
        help: "Lists service tokens and clients, newest first: name, holder, maker, rights, last four characters, end, last use. The tokens themselves are never shown again.",
        permissions: &[Permission::AdminRead],
        route: Route::new(Method::Get, "/v1/tokens"),
        example: |_| json!({}),
        ..READS
    };

    async fn prepare(env: &Environment, caller: &Caller, input: TokenListInput) -> Result<Prepared, AppError> {
        let state = input.state.map(|state| match state {
            TokenState::Valid => "valid",
            TokenState::Replaced => "replaced",
            TokenState::Expired => "expired",
            TokenState::Revoked => "revoked",
        });
        let filter_name = json!(["token_list", input.user_id, state]).to_string();
        let before = opened(env, caller, &filter_name, input.page_token.as_deref())?;
        let filter = TokenFilter { id: None, user: input.user_id, state, before };
        Ok(Prepared { filter, filter_name, limit: input.limit.get() })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<TokenListOutput, AppError> {
        let mut rows = administration::list(cx.tx, &prepared.filter, prepared.limit + 1).await?;
        let has_more = cut(&mut rows, prepared.limit);
        let next_page_token = match rows.last() {
            Some(last) if has_more => Some(sealed(cx, prepared.filter_name, (last.created_at, last.id))?),
            _ => None,
        };
        Ok(TokenListOutput { tokens: rows.into_iter().map(TokenView::of).collect(), next_page_token })
    }

    fn text(_: &TokenListOutput) -> String {
        String::new()
    }
}
