//! `audit_list`: who did what, allowed and denied, newest first; never what it said (ruling 35).

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::auth::{Caller, Permission, Role};
use crate::clock::rfc3339;
use crate::error::AppError;
use crate::ids::TokenId;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::cursors::{opened, sealed};
use crate::store::audit::{self, AuditFilter, AuditRow};
use crate::text::{BoundedText, Limit, Moment};

#[derive(Clone, Copy)]
pub struct AuditList;

/// How an act ended.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActOutcome {
    Done,
    Denied,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AuditListInput {
    /// This operation alone.
    #[serde(default)]
    operation: Option<BoundedText<1, 64>>,
    /// done or denied alone.
    #[serde(default)]
    outcome: Option<ActOutcome>,
    /// Acts of this member alone, by his name in paths.
    #[serde(default)]
    user: Option<BoundedText<1, 128>>,
    /// Acts by this token alone, by its id.
    #[serde(default)]
    token: Option<TokenId>,
    /// Acts by this OAuth client alone, by its client_id.
    #[serde(default)]
    client: Option<BoundedText<1, 2048>>,
    /// Steps of this connection alone.
    #[serde(default)]
    correlation_id: Option<BoundedText<1, 128>>,
    /// Acts done to this alone: an id or a path, as the log shows it.
    #[serde(default)]
    target: Option<BoundedText<1, 512>>,
    /// From this moment on.
    #[serde(default)]
    since: Option<Moment>,
    /// Before this moment.
    #[serde(default)]
    until: Option<Moment>,
    /// How many acts at most.
    #[serde(default)]
    limit: Limit<50, 500>,
    /// The next_page_token of the page before.
    #[serde(default)]
    page_token: Option<BoundedText<0, 2000>>,
}

pub struct Prepared {
    filter: AuditFilter,
    filter_name: String,
    limit: usize,
}

/// An act.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ActView {
    /// When, in UTC.
    at: String,
    /// The member's name in paths.
    #[serde(skip_serializing_if = "Option::is_none")]
    user: Option<String>,
    /// The token.
    #[serde(skip_serializing_if = "Option::is_none")]
    token_id: Option<String>,
    /// The agent of the token.
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<String>,
    /// mcp, rest or command_line.
    surface: String,
    /// The operation.
    operation: String,
    /// done or denied.
    outcome: String,
    /// Why it was denied.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    /// What it was done to: ids and paths.
    targets: Vec<String>,
    /// The request.
    request_id: String,
    /// The connection that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    correlation_id: Option<String>,
    /// The OAuth client.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_id: Option<String>,
    /// Settings and figures that it was about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")]
    details: Option<serde_json::Value>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditListOutput {
    /// The acts, newest first.
    acts: Vec<ActView>,
    /// The token of the next page, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl Operation for AuditList {
    type Input = AuditListInput;
    type Prepared = Prepared;
    type Output = AuditListOutput;

    const SPEC: Spec = Spec {
        name: "audit_list",
        title: "Read the audit log",
        help: "Lists who did what, by which token and on what, allowed and denied, newest first. It never holds what a memory says. Over REST, Accept: application/x-ndjson gives lines, and X-Next-Page-Token the way on.",
        family: Family::Administration,
        permissions: &[Permission::AuditRead],
        mcp_permissions: &[],
        role: Role::Admin,
        effect: Effect::Read,
        route: Route { method: Method::Get, path: "/v1/audit", lines_in: None, lines_out: Some("acts") },
        surfaces: Surfaces::RestOnly,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::Never,
        errors: &[],
        example: |_| json!({"outcome": "denied"}),
    };

    async fn prepare(env: &Environment, caller: &Caller, input: AuditListInput) -> Result<Prepared, AppError> {
        let outcome = input.outcome.map(|outcome| match outcome {
            ActOutcome::Done => "done",
            ActOutcome::Denied => "denied",
        });
        let mut filter = AuditFilter {
            operation: input.operation.map(BoundedText::into_inner),
            outcome: outcome.map(str::to_owned),
            user: input.user.map(BoundedText::into_inner),
            grant: input.token.map(TokenId::uuid),
            client: input.client.map(BoundedText::into_inner),
            correlation_id: input.correlation_id.map(BoundedText::into_inner),
            target: input.target.map(BoundedText::into_inner),
            since: input.since.map(|moment| moment.0),
            until: input.until.map(|moment| moment.0),
            before: None,
        };
        let filter_name = format!("audit_list/{filter:?}");
        let before: Option<(DateTime<Utc>, Uuid)> = opened(env, caller, &filter_name, input.page_token.as_deref())?;
        filter.before = before;
        Ok(Prepared { filter, filter_name, limit: input.limit.get() })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<AuditListOutput, AppError> {
        let mut rows = audit::list(cx.tx, &prepared.filter, prepared.limit + 1).await?;
        let has_more = rows.len() > prepared.limit;
        rows.truncate(prepared.limit);
        let next_page_token = match rows.last() {
            Some(last) if has_more => Some(sealed(cx, prepared.filter_name, (last.at, last.id))?),
            _ => None,
        };
        Ok(AuditListOutput { acts: rows.into_iter().map(view).collect(), next_page_token })
    }

    fn text(_: &AuditListOutput) -> String {
        String::new()
    }
}

fn view(row: AuditRow) -> ActView {
    ActView {
        at: rfc3339(row.at),
        user: row.user_slug,
        token_id: row.grant_id.map(|id| TokenId::from(id).to_string()),
        agent: row.agent,
        surface: row.surface,
        operation: row.operation,
        outcome: row.outcome,
        code: row.code,
        targets: row.targets,
        request_id: row.request_id,
        correlation_id: row.correlation_id,
        client_id: row.client_id,
        details: row.details,
    }
}
