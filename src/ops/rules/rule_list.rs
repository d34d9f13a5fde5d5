//! `rule_list`: the rules that reach the caller.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::auth::{Caller, Permission, Role};
use crate::clock::rfc3339;
use crate::error::AppError;
use crate::frame::visible;
use crate::ids::RuleId;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::cursors::{opened, sealed};
use crate::ops::rules::rule_create::RuleKind;
use crate::store::rules::{self, RuleFilter, RuleRow};
use crate::text::{BoundedText, Limit};

#[derive(Clone, Copy)]
pub struct RuleList;

/// How a rule stands.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RuleState {
    Proposed,
    InForce,
    Replaced,
    Retired,
    Rejected,
}

impl RuleState {
    const fn name(self) -> &'static str {
        match self {
            Self::Proposed => "proposed",
            Self::InForce => "in_force",
            Self::Replaced => "replaced",
            Self::Retired => "retired",
            Self::Rejected => "rejected",
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleListInput {
    /// This kind alone.
    #[serde(default)]
    kind: Option<RuleKind>,
    /// This state alone.
    #[serde(default)]
    state: Option<RuleState>,
    /// Corrections aimed at this agent alone.
    #[serde(default)]
    agent: Option<BoundedText<1, 128>>,
    /// How many rules at most.
    #[serde(default)]
    limit: Limit<50, 200>,
    /// The next_page_token of the page before.
    #[serde(default)]
    page_token: Option<BoundedText<0, 2000>>,
}

pub struct Prepared {
    input: RuleListInput,
    filter: String,
    before: Option<(DateTime<Utc>, Uuid)>,
}

/// A rule.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RuleView {
    /// Its id.
    id: String,
    /// convention, decision or correction.
    kind: String,
    /// The scope path that it binds, with all below; empty for the whole account.
    scope: String,
    /// The agent that a correction is aimed at.
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<String>,
    /// The rule, in words.
    text: String,
    /// proposed, in_force, replaced, retired or rejected.
    state: String,
    /// The rule that replaced it.
    #[serde(skip_serializing_if = "Option::is_none")]
    replaced_by: Option<String>,
    /// Who wrote it.
    author: String,
    /// When it was written, in UTC.
    created_at: String,
    /// From when it binds, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force_at: Option<String>,
    /// instructions, where the text reads like instructions to an assistant.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct RuleListOutput {
    /// The rules, newest first.
    rules: Vec<RuleView>,
    /// The token of the next page, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl Operation for RuleList {
    type Input = RuleListInput;
    type Prepared = Prepared;
    type Output = RuleListOutput;

    const SPEC: Spec = Spec {
        name: "rule_list",
        title: "List rules",
        help: "Lists the rules that reach the caller: those of the scopes that it reads and of the scopes above them, newest first.",
        family: Family::Administration,
        permissions: &[Permission::MemoryRead],
        mcp_permissions: &[],
        role: Role::Viewer,
        effect: Effect::Read,
        route: Route::new(Method::Get, "/v1/rules"),
        surfaces: Surfaces::RestOnly,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::Never,
        errors: &[],
        example: |_| json!({"state": "in_force"}),
    };

    async fn prepare(env: &Environment, caller: &Caller, input: RuleListInput) -> Result<Prepared, AppError> {
        let kind = input.kind.map(RuleKind::name).unwrap_or_default();
        let state = input.state.map(RuleState::name).unwrap_or_default();
        let filter = format!("rule_list/{kind}/{state}/{}", input.agent.as_deref().unwrap_or_default());
        let before = opened(env, caller, &filter, input.page_token.as_deref())?;
        Ok(Prepared { input, filter, before })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<RuleListOutput, AppError> {
        let input = &prepared.input;
        let limit = input.limit.get();
        let filter = RuleFilter {
            nodes: None,
            kind: input.kind.map(RuleKind::name),
            state: input.state.map(RuleState::name),
            agent: input.agent.as_deref(),
            before: prepared.before,
        };
        let mut rows = rules::list(cx.tx, &filter, limit + 1).await?;
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let next_page_token = match rows.last() {
            Some(last) if has_more => Some(sealed(cx, prepared.filter, (last.created_at, last.id))?),
            _ => None,
        };
        Ok(RuleListOutput { rules: rows.into_iter().map(view).collect(), next_page_token })
    }

    fn text(_: &RuleListOutput) -> String {
        String::new()
    }
}

fn view(row: RuleRow) -> RuleView {
    RuleView {
        id: RuleId::from(row.id).to_string(),
        kind: row.kind,
        scope: row.scope_path,
        agent: row.agent,
        text: visible(&row.text),
        state: row.state,
        replaced_by: row.replaced_by.map(|id| RuleId::from(id).to_string()),
        author: format!("{} for {}", row.author_agent, row.author_name),
        created_at: rfc3339(row.created_at),
        in_force_at: row.in_force_at.map(rfc3339),
        label: row.label,
    }
}
