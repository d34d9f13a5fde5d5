//! `decisions_list_spaces`: the spaces that the caller reads (contract, decisions family; ruling 17).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::clock::rfc3339;
use crate::error::{AppError, ErrorCode};
use crate::ids::{ScopeId, public_scope_id};
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::cursors::{opened, sealed};
use crate::ops::decisions::asked_place::check_account;
use crate::ops::decisions::filters::fingerprint;
use crate::ops::decisions::record_view::{LONGEST_LIST, list_text, quoted};
use crate::page::{PageSize, how_many_fit};
use crate::store::scopes::{self, SpaceRow};
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct DecisionsListSpaces;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DecisionsListSpacesInput {
    /// The account; empty is the caller's own.
    #[serde(default)]
    account_id: String,
    /// How many spaces at most: 0 means 50; more than 200 is cut to 200.
    #[serde(default)]
    page_size: PageSize<50, 200>,
    /// The next_page_token of the page before.
    #[serde(default)]
    page_token: Option<String>,
    /// A part of the name or path, whatever its letter case; empty for all.
    #[serde(default)]
    query: Option<BoundedText<0, 200>>,
}

pub struct Prepared {
    account_id: String,
    page_size: usize,
    query: Option<String>,
    filter: String,
    after: Option<i32>,
}

/// A space.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Space {
    /// Its id: lab_ and a ULID.
    id: String,
    /// Its name.
    name: String,
    /// Its scope path.
    path: String,
    /// writer where the caller may write there, else reader.
    role: String,
    /// Active memories in it.
    record_count: i64,
    /// When it was made, in UTC.
    created_at: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct DecisionsListSpacesOutput {
    /// The spaces, in the order in which they were made.
    spaces: Vec<Space>,
    /// The token of the next page, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl Operation for DecisionsListSpaces {
    type Input = DecisionsListSpacesInput;
    type Prepared = Prepared;
    type Output = DecisionsListSpacesOutput;

    const SPEC: Spec = Spec {
        name: "decisions_list_spaces",
        title: "List spaces",
        help: "Lists the spaces that the caller reads, with their ids: other tools take one as space_id.",
        family: Family::Decisions,
        permissions: &[Permission::DecisionsRead],
        mcp_permissions: &[Permission::McpRead],
        role: Role::Viewer,
        effect: Effect::Read,
        route: Route::new(Method::Get, "/v1/spaces"),
        surfaces: Surfaces::All,
        first_block: FirstBlock::Text,
        curated: &[],
        hidden: &[],
        retry: Retry::Never,
        errors: &[ErrorCode::NotFound],
        example: |_| json!({"page_size": 10}),
    };

    async fn prepare(
        env: &Environment,
        caller: &Caller,
        input: DecisionsListSpacesInput,
    ) -> Result<Prepared, AppError> {
        let query = input.query.map(BoundedText::into_inner).filter(|query| !query.is_empty());
        let filter = fingerprint(Self::SPEC.name, &query);
        let after = opened(env, caller, &filter, input.page_token.as_deref())?;
        Ok(Prepared { account_id: input.account_id, page_size: input.page_size.get(), query, filter, after })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<DecisionsListSpacesOutput, AppError> {
        check_account(cx, &prepared.account_id)?;
        let wanted = prepared.page_size + 1;
        let query = prepared.query.as_deref();
        let mut rows = scopes::list_spaces(cx.tx, &cx.access.readable, query, prepared.after, wanted).await?;
        let mut has_more = rows.len() > prepared.page_size;
        rows.truncate(prepared.page_size);
        let mut spaces: Vec<Space> = rows.iter().map(|row| space(cx, row)).collect();
        let fitting = how_many_fit(&spaces, LONGEST_LIST);
        has_more |= fitting < spaces.len();
        spaces.truncate(fitting);
        let next_page_token = match rows.get(fitting.wrapping_sub(1)) {
            Some(last) if has_more => Some(sealed(cx, prepared.filter, last.id)?),
            _ => None,
        };
        Ok(DecisionsListSpacesOutput { spaces, next_page_token })
    }

    fn text(output: &DecisionsListSpacesOutput) -> String {
        let line = |space: &Space| {
            format!("- {} · {} · {} · {} memories", quoted(&space.name, 200), space.id, space.role, space.record_count)
        };
        let lines: Vec<String> = output.spaces.iter().map(line).collect();
        list_text(&lines, "There is no space that you can see.", output.next_page_token.as_deref(), &[])
    }
}

fn space(cx: &Cx<'_>, row: &SpaceRow) -> Space {
    let may_write = cx.access.writes(ScopeId(row.id)) && cx.caller.may(Permission::DecisionsWrite);
    Space {
        id: public_scope_id("space", row.public_id),
        name: row.name.clone(),
        path: row.path.clone(),
        role: if may_write { "writer" } else { "reader" }.to_owned(),
        record_count: row.records,
        created_at: rfc3339(row.created_at),
    }
}
