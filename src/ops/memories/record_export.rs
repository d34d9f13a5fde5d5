//! `record_export`: gives records out, a page at a time, in the form that `record_import` takes.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::auth::{Caller, Permission, Role};
use crate::clock::rfc3339;
use crate::error::{AppError, ErrorCode};
use crate::ids::{MemoryId, ScopeId};
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::cursors::{opened, sealed};
use crate::scope_path::{NodeKind, ScopePath};
use crate::store::memories::{MemoryRow, export_page};
use crate::store::scopes;
use crate::text::{BoundedText, Limit};

/// A page stops here, in bytes of content, so that no answer grows without bound.
const LONGEST_PAGE: usize = 2_000_000;

#[derive(Clone, Copy)]
pub struct RecordExport;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordExportInput {
    /// The scope path to export, with all below it; everything that the caller reads where nothing is said. Personal scopes
    /// are left out.
    #[serde(default)]
    scope: Option<BoundedText<0, 512>>,
    /// How many records at most.
    #[serde(default)]
    limit: Limit<200, 1000>,
    /// The next_page_token of the page before.
    #[serde(default)]
    page_token: Option<BoundedText<1, 2000>>,
}

pub struct Prepared {
    scope: String,
    limit: usize,
    after: Option<(DateTime<Utc>, MemoryId)>,
}

/// A record in the form that record_import takes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExportedRecord {
    /// The text.
    content: String,
    /// Its whole path: the scope and the record's own.
    path: String,
    /// What it is.
    kind: String,
    /// The remember family's type.
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_type: Option<String>,
    /// The subject's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The workspaces family's project.
    #[serde(skip_serializing_if = "Option::is_none")]
    project: Option<String>,
    /// Text that goes with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<String>,
    /// Topics.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    topics: Vec<String>,
    /// Links.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    links: Vec<String>,
    /// The session's label.
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<String>,
    /// The place in the session.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<i32>,
    /// The id in the system that it came from; the memory's own id where it came from none.
    external_id: String,
    /// Who wrote it.
    author: String,
    /// Who decided: a claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_by: Option<String>,
    /// The agent that the call named: a claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<String>,
    /// When it was recorded, in UTC.
    recorded_at: String,
    /// When it happened, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    occurred_at: Option<String>,
    /// From when it is true, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_from: Option<String>,
    /// Until when it is true, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_to: Option<String>,
    /// When it may be dropped, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<String>,
    /// 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    importance: Option<f32>,
    /// 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f32>,
    /// What a client keeps beside it.
    #[serde(skip_serializing_if = "Map::is_empty")]
    metadata: Map<String, Value>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct RecordExportOutput {
    /// The records, oldest first.
    records: Vec<ExportedRecord>,
    /// The token of the next page, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl Operation for RecordExport {
    type Input = RecordExportInput;
    type Prepared = Prepared;
    type Output = RecordExportOutput;

    const SPEC: Spec = Spec {
        name: "record_export",
        title: "Export records",
        help: "Gives the current records of a scope and all below it, oldest first, in the form that record_import takes; \
               personal scopes are left out. Accept: application/x-ndjson gives a line a record.",
        family: Family::Administration,
        permissions: &[Permission::MemoryRead],
        mcp_permissions: &[],
        role: Role::Member,
        effect: Effect::Read,
        route: Route { method: Method::Get, path: "/v1/records/export", lines_in: None, lines_out: Some("records") },
        surfaces: Surfaces::RestOnly,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::Never,
        errors: &[ErrorCode::NotFound],
        example: |_| json!({"limit": 100}),
    };

    async fn prepare(env: &Environment, caller: &Caller, input: RecordExportInput) -> Result<Prepared, AppError> {
        let scope = input.scope.as_deref().unwrap_or_default();
        let scope = ScopePath::parse(scope).map_err(|problem| AppError::invalid("scope", problem))?;
        let filter = filter_of(scope.as_str());
        let position: Option<(DateTime<Utc>, Uuid)> = opened(env, caller, &filter, input.page_token.as_deref())?;
        let after = position.map(|(at, id)| (at, MemoryId::from(id)));
        Ok(Prepared { scope: scope.to_string(), limit: input.limit.get(), after })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<RecordExportOutput, AppError> {
        let nodes = scopes::list(cx.tx, &cx.access.readable).await?;
        let inside = |path: &str| {
            prepared.scope.is_empty() || path == prepared.scope || path.starts_with(&format!("{}/", prepared.scope))
        };
        if !prepared.scope.is_empty() && !nodes.iter().any(|node| node.path == prepared.scope) {
            return Err(AppError::not_found("scope"));
        }
        let ids: Vec<ScopeId> =
            nodes.iter().filter(|node| inside(&node.path) && !is_personal(&node.path)).map(|node| node.id).collect();
        let mut rows = export_page(cx.tx, &ids, prepared.after, prepared.limit + 1).await?;
        let mut has_more = rows.len() > prepared.limit;
        rows.truncate(prepared.limit);
        let mut bytes = 0;
        let fitting = rows
            .iter()
            .take_while(|row| {
                bytes += row.content.len();
                bytes <= LONGEST_PAGE
            })
            .count()
            .max(1);
        has_more |= fitting < rows.len();
        rows.truncate(fitting);
        let next_page_token = match rows.last() {
            Some(last) if has_more => Some(sealed(cx, filter_of(&prepared.scope), (last.recorded_at, last.id))?),
            _ => None,
        };
        for row in &rows {
            cx.acts.shown(ScopeId(row.scope_id));
        }
        Ok(RecordExportOutput { records: rows.into_iter().map(exported).collect(), next_page_token })
    }

    fn text(_: &RecordExportOutput) -> String {
        String::new()
    }
}

/// Whether a path lies in somebody's personal node.
fn is_personal(path: &str) -> bool {
    ScopePath::parse(path).is_ok_and(|path| path.pairs().0.iter().any(|(kind, _)| *kind == NodeKind::Personal))
}

fn filter_of(scope: &str) -> String {
    format!("record_export/{scope}")
}

fn exported(row: MemoryRow) -> ExportedRecord {
    let id = row.id().to_string();
    ExportedRecord {
        path: row.full_path(),
        author: row.writer(),
        content: row.content,
        kind: row.kind,
        memory_type: row.memory_type,
        name: row.name,
        project: row.project,
        context: row.context,
        topics: row.topics,
        links: row.links,
        session: row.session,
        position: row.session_position,
        external_id: row.external_id.unwrap_or(id),
        decided_by: row.decided_by,
        agent: row.claimed_agent,
        recorded_at: rfc3339(row.recorded_at),
        occurred_at: row.occurred_at.map(rfc3339),
        valid_from: row.valid_from.map(rfc3339),
        valid_to: row.valid_to.map(rfc3339),
        expires_at: row.expires_at.map(rfc3339),
        importance: row.importance,
        confidence: row.confidence,
        metadata: match row.metadata {
            Value::Object(metadata) => metadata,
            _ => Map::new(),
        },
    }
}
