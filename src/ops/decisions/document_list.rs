//! `document_list`: decision documents by kind and number, without their texts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::auth::{Caller, Permission, Role};
use crate::error::{AppError, ErrorCode};
use crate::ids::ScopeId;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::cursors::{opened, sealed};
use crate::ops::decisions::asked_place::nodes_to_read;
use crate::ops::decisions::document_view::{DocumentView, checked_kind, document_view};
use crate::ops::decisions::filters::fingerprint;
use crate::ops::decisions::record_view::{LONGEST_LIST, spaces_of};
use crate::page::{PageSize, how_many_fit};
use crate::store::documents::{self, DocumentFilter};
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct DocumentList;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DocumentListInput {
    /// The account; empty is the caller's own.
    #[serde(default)]
    account_id: String,
    /// A space's id: that space and what lies below it. Empty for all that the caller reads.
    #[serde(default)]
    space_id: String,
    /// This kind alone, such as adr; empty for all.
    #[serde(default)]
    kind: Option<BoundedText<0, 32>>,
    /// This number alone.
    #[serde(default)]
    number: Option<u32>,
    /// This status alone, whatever its letter case; empty for all.
    #[serde(default)]
    status: Option<BoundedText<0, 64>>,
    /// How many documents at most: 0 means 50; more than 200 is cut to 200.
    #[serde(default)]
    page_size: PageSize<50, 200>,
    /// The next_page_token of the page before.
    #[serde(default)]
    page_token: Option<String>,
}

pub struct Prepared {
    account_id: String,
    space_id: String,
    page_size: usize,
    filter: DocumentFilter,
    fingerprint: String,
    after: Option<(String, i32, Uuid)>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct DocumentListOutput {
    /// The documents, by kind and number.
    documents: Vec<DocumentView>,
    /// The token of the next page, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl Operation for DocumentList {
    type Input = DocumentListInput;
    type Prepared = Prepared;
    type Output = DocumentListOutput;

    const SPEC: Spec = Spec {
        name: "document_list",
        title: "List decision documents",
        help: "Lists decision documents by kind and number, without their texts.",
        family: Family::Decisions,
        permissions: &[Permission::DecisionsRead],
        mcp_permissions: &[Permission::McpRead],
        role: Role::Viewer,
        effect: Effect::Read,
        route: Route::new(Method::Get, "/v1/documents"),
        surfaces: Surfaces::RestOnly,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::Never,
        errors: &[ErrorCode::NotFound],
        example: |_| json!({"kind": "adr"}),
    };

    async fn prepare(env: &Environment, caller: &Caller, input: DocumentListInput) -> Result<Prepared, AppError> {
        let kind = match input.kind.filter(|kind| !kind.is_empty()) {
            Some(kind) => Some(checked_kind(&kind)?),
            None => None,
        };
        let status = input.status.map(BoundedText::into_inner).filter(|status| !status.is_empty());
        // What is larger than any document's number finds none.
        let number = input.number.map(|number| i32::try_from(number).unwrap_or(i32::MAX));
        let filter = DocumentFilter { nodes: None, kind, number, status };
        let fingerprint = fingerprint(Self::SPEC.name, &(&input.space_id, &filter.kind, filter.number, &filter.status));
        let after = opened(env, caller, &fingerprint, input.page_token.as_deref())?;
        Ok(Prepared {
            account_id: input.account_id,
            space_id: input.space_id,
            page_size: input.page_size.get(),
            filter,
            fingerprint,
            after,
        })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<DocumentListOutput, AppError> {
        let nodes = nodes_to_read(cx, &prepared.account_id, &prepared.space_id).await?;
        let filter = DocumentFilter { nodes, ..prepared.filter };
        let mut rows = documents::page(cx.tx, &filter, prepared.after.as_ref(), prepared.page_size + 1).await?;
        let mut has_more = rows.len() > prepared.page_size;
        rows.truncate(prepared.page_size);
        let spaces = spaces_of(cx, rows.iter().map(|row| row.scope_id)).await?;
        let mut documents: Vec<DocumentView> = rows.iter().map(|row| document_view(row, &spaces)).collect();
        documents.truncate(how_many_fit(&documents, 2 * LONGEST_LIST));
        has_more |= documents.len() < rows.len();
        rows.truncate(documents.len());
        let next_page_token = match rows.last() {
            Some(last) if has_more => {
                Some(sealed(cx, prepared.fingerprint, (last.kind.clone(), last.number, last.id))?)
            }
            _ => None,
        };
        for row in &rows {
            cx.acts.shown(ScopeId(row.scope_id));
        }
        Ok(DocumentListOutput { documents, next_page_token })
    }

    fn text(_: &DocumentListOutput) -> String {
        String::new()
    }
}
