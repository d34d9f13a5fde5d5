//! `document_put`: puts a decision document (contract, "Decision documents"). Space, kind and number say which one it is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::{AppError, ErrorCode};
use crate::ids::DocumentId;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::decisions::asked_place::{check_account, node_to_write, shown_space};
use crate::ops::decisions::document_view::checked_kind;
use crate::ops::placing::{Missing, place_to_write};
use crate::ops::safety::{Safety, text_hash};
use crate::recall::analysis::document_terms;
use crate::scope_path::ScopePath;
use crate::store::documents::{self, NewDocument, Put};
use crate::text::BoundedText;

/// The most bytes of terms that a document is found by: the database takes a megabyte.
const MOST_TERM_BYTES: usize = 900_000;

/// What a term takes besides its bytes.
const BYTES_PER_TERM: usize = 8;

/// The longest title, status and body, in characters.
const LONGEST_TITLE: usize = 300;
const LONGEST_STATUS: usize = 64;
const LONGEST_BODY: usize = 200_000;

#[derive(Clone, Copy)]
pub struct DocumentPut;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DocumentPutInput {
    /// The account; empty is the caller's own.
    #[serde(default)]
    account_id: String,
    /// The space's id; empty for the account as a whole, or the token's own scope.
    #[serde(default)]
    space_id: String,
    /// A scope path in place of a space's id, such as projects/billing; a project that is missing is made.
    #[serde(default)]
    scope: Option<BoundedText<0, 512>>,
    /// adr, rfc or another word.
    kind: BoundedText<1, 32>,
    /// Its number among those of its kind and space.
    #[schemars(range(min = 0, max = 2_147_483_647))]
    number: u32,
    /// Its title.
    title: BoundedText<1, LONGEST_TITLE>,
    /// accepted, proposed, superseded, …; may be empty.
    #[serde(default)]
    status: Option<BoundedText<0, LONGEST_STATUS>>,
    /// Its text in Markdown, at most 200,000 characters. Secrets are cut before anything is kept.
    body: BoundedText<1, LONGEST_BODY>,
}

pub struct Prepared {
    account_id: String,
    space_id: String,
    scope: Option<ScopePath>,
    kind: String,
    number: i32,
    title: String,
    status: String,
    body: String,
    redactions: u32,
    terms: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct DocumentPutOutput {
    /// The document's id.
    id: String,
    /// created, updated or unchanged.
    outcome: String,
    /// adr, rfc, …
    kind: String,
    /// Its number.
    number: i32,
    /// The space or other scope that it lives in; empty for the account's root.
    space_id: String,
    /// Secrets that were cut from it.
    redactions: u32,
}

impl Operation for DocumentPut {
    type Input = DocumentPutInput;
    type Prepared = Prepared;
    type Output = DocumentPutOutput;

    const SPEC: Spec = Spec {
        name: "document_put",
        title: "Put a decision document",
        help: "Stores a decision document, or replaces the one of the same space, kind and number. Briefings name the documents that \
               mention what they are about; memories refer to one by the topic doc:<kind> <number>.",
        family: Family::Decisions,
        permissions: &[Permission::DecisionsWrite],
        mcp_permissions: &[Permission::McpWrite],
        role: Role::Member,
        effect: Effect::Put,
        route: Route::new(Method::Post, "/v1/documents"),
        surfaces: Surfaces::RestOnly,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::ByHeader,
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden],
        example: |_| {
            json!({
                "kind": "adr",
                "number": 12,
                "title": "Send failed webhook deliveries again",
                "status": "accepted",
                "body": "## Problem\n\nFailed deliveries are not sent again.\n\n## Decision\n\nFive times, with a pause that doubles.",
            })
        },
    };

    async fn prepare(env: &Environment, caller: &Caller, input: DocumentPutInput) -> Result<Prepared, AppError> {
        let scope = match input.scope.filter(|scope| !scope.is_empty()) {
            Some(_) if !input.space_id.is_empty() => {
                return Err(AppError::invalid("scope", "is taken in place of space_id, not beside it"));
            }
            Some(scope) => {
                let path = ScopePath::parse(&scope).map_err(|problem| AppError::invalid("scope", problem))?;
                if !path.pairs().1.is_empty() {
                    let pairs = "must name a scope: teams/<slug>, projects/<slug>, spaces/<slug>";
                    return Err(AppError::invalid("scope", pairs));
                }
                Some(path)
            }
            None => None,
        };
        let number = i32::try_from(input.number)
            .map_err(|_| AppError::invalid("number", format!("must be at most {}", i32::MAX)))?;
        let safety = Safety::of(env, caller).await?;
        let title = safety.text("title", &input.title)?.at_most("title", LONGEST_TITLE)?;
        let body = safety.text("body", &input.body)?.at_most("body", LONGEST_BODY)?;
        let status = match input.status.filter(|status| !status.trim().is_empty()) {
            Some(status) => Some(safety.text("status", status.trim())?.at_most("status", LONGEST_STATUS)?),
            None => None,
        };
        let redactions = title.redactions + body.redactions + status.as_ref().map_or(0, |status| status.redactions);
        let kind = checked_kind(&input.kind)?;
        let terms = terms_of(&format!("{kind} {number} {}\n{}", title.text, body.text));
        Ok(Prepared {
            account_id: input.account_id,
            space_id: input.space_id,
            scope,
            kind,
            number,
            title: title.text,
            status: status.map(|status| status.text).unwrap_or_default(),
            body: body.text,
            redactions,
            terms,
        })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<DocumentPutOutput, AppError> {
        let node = match &prepared.scope {
            Some(path) => {
                check_account(cx, &prepared.account_id)?;
                place_to_write(cx, path, Missing::MakesProjects).await?.node
            }
            None => node_to_write(cx, &prepared.account_id, &prepared.space_id).await?,
        };
        let new = NewDocument {
            id: DocumentId::generate(),
            scope: node.id,
            kind: &prepared.kind,
            number: prepared.number,
            title: &prepared.title,
            status: &prepared.status,
            body: &prepared.body,
            terms: &prepared.terms,
            author: cx.caller.user(),
            author_agent: &cx.access.agent,
        };
        let (id, put) = documents::put(cx.tx, &new).await?;
        let outcome = match put {
            Put::Created => "created",
            Put::Updated => "updated",
            Put::Unchanged => "unchanged",
        };
        if put == Put::Unchanged {
            cx.acts.target(id.to_string());
        } else {
            cx.acts.record(outcome, "document", id.to_string(), id.uuid(), node.id);
            cx.acts.hashes(None, Some(text_hash(&prepared.body)));
        }
        Ok(DocumentPutOutput {
            id: id.to_string(),
            outcome: outcome.to_owned(),
            kind: prepared.kind,
            number: prepared.number,
            space_id: shown_space(&node),
            redactions: prepared.redactions,
        })
    }

    fn text(_: &DocumentPutOutput) -> String {
        String::new()
    }
}

/// The distinct terms of a document, as many as the database takes.
fn terms_of(text: &str) -> Vec<String> {
    let mut bytes = 0;
    document_terms(text)
        .counts
        .into_keys()
        .take_while(|term| {
            bytes += term.len() + BYTES_PER_TERM;
            bytes <= MOST_TERM_BYTES
        })
        .collect()
}
