//! `memory_report`: how much was recorded in a period, by whom and about what (contract, workspaces family).

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::clock::rfc3339;
use crate::error::AppError;
use crate::ids::ScopeId;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::workspaces::period::{Period, PeriodsBack, span};
use crate::ops::workspaces::workspace::{TeamId, Wanted, readable};
use crate::scope_path::NodeKind;
use crate::store::record_activity::{self, Count, Span};
use crate::store::scopes;
use crate::text::Moment;

#[derive(Clone, Copy)]
pub struct MemoryReport;

/// What a report is about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportScope {
    #[default]
    Personal,
    Team,
    Company,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryReportInput {
    /// day, week or month, in UTC, or all; the week where neither this nor since and until are given.
    #[serde(default)]
    period: Option<Period>,
    /// Not before: a date, or a date-time with an offset. Instead of period.
    #[serde(default)]
    since: Option<Moment>,
    /// Before: a date, or a date-time with an offset. Instead of period.
    #[serde(default)]
    until: Option<Moment>,
    /// How many periods back: 1 is the one before the present.
    #[serde(default)]
    offset: PeriodsBack,
    /// personal: your own workspace; team: that of team_id; company: all of the account that you may read, save what is
    /// personal.
    #[serde(default)]
    scope: ReportScope,
    /// The team's id; needed where scope is team.
    #[serde(default)]
    team_id: Option<TeamId>,
    /// Whether a chat model sums the report up, where one is configured.
    #[serde(default)]
    include_llm_summary: bool,
}

pub struct Prepared {
    since: Option<DateTime<Utc>>,
    until: Option<DateTime<Utc>>,
    scope: ReportScope,
    team: Option<String>,
    wants_summary: bool,
}

/// A number with its name.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NamedCount {
    /// The type or the project.
    name: String,
    /// How many records.
    count: i64,
}

/// How many records a member wrote.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuthorCount {
    /// The member's name in paths.
    user_id: String,
    /// The member's name for people.
    display_name: String,
    /// How many records.
    count: i64,
}

/// What happened to records in the period.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Totals {
    /// Records that were made, updates among them.
    created: i64,
    /// Records that were said again.
    confirmed: i64,
    /// Records that were replaced or answered.
    superseded: i64,
    /// Records that were deleted or erased.
    deleted: i64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MemoryReportOutput {
    /// personal, team or company.
    scope: String,
    /// The team, where the scope is team.
    #[serde(skip_serializing_if = "Option::is_none")]
    team_id: Option<String>,
    /// From when, in UTC; absent for everything before until.
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<String>,
    /// Until when, in UTC and exclusive; absent for everything since.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<String>,
    /// How many records of the period are there now; deleted ones are not.
    records: i64,
    /// What happened in the period.
    totals: Totals,
    /// Records by type.
    by_type: Vec<NamedCount>,
    /// Records by project, the fifty largest.
    by_project: Vec<NamedCount>,
    /// Records by author, the fifty busiest.
    by_author: Vec<AuthorCount>,
    /// What else there is to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<String>,
}

impl Operation for MemoryReport {
    type Input = MemoryReportInput;
    type Prepared = Prepared;
    type Output = MemoryReportOutput;

    const SPEC: Spec = Spec {
        name: "memory_report",
        title: "Report on activity",
        help: "Counts what was recorded in a period, by type, project and author: in your own workspace, in a team's, or in \
               all of the account that you may read.",
        family: Family::Workspaces,
        permissions: &[Permission::MemoryRead],
        mcp_permissions: &[],
        role: Role::Viewer,
        effect: Effect::Read,
        route: Route::new(Method::Post, "/v1/workspace/report"),
        surfaces: Surfaces::All,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::Never,
        errors: &[],
        example: |_| json!({"period": "week", "scope": "company"}),
    };

    async fn prepare(env: &Environment, _: &Caller, input: MemoryReportInput) -> Result<Prepared, AppError> {
        let team = input.team_id.map(|team| team.as_str().to_owned());
        if (input.scope == ReportScope::Team) != team.is_some() {
            return Err(AppError::invalid("team_id", "is given exactly where the scope is team"));
        }
        let (since, until) = (input.since.map(|moment| moment.0), input.until.map(|moment| moment.0));
        let has_span = since.is_some() || until.is_some();
        if has_span && (input.period.is_some() || input.offset.0 > 0) {
            return Err(AppError::invalid(
                "period",
                "and offset are given instead of since and until, not beside them",
            ));
        }
        if let (Some(since), Some(until)) = (since, until)
            && since >= until
        {
            return Err(AppError::invalid("until", "must be later than since"));
        }
        let (since, until) = if has_span {
            (since, until)
        } else {
            span(input.period.unwrap_or(Period::Week), input.offset.0, env.clock.now().date_naive())
                .ok_or_else(|| AppError::invalid("offset", "reaches back too far"))?
        };
        Ok(Prepared { since, until, scope: input.scope, team, wants_summary: input.include_llm_summary })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<MemoryReportOutput, AppError> {
        let nodes = nodes(cx, prepared.scope, prepared.team.as_deref()).await?;
        let span = Span { nodes: &nodes, since: prepared.since, until: prepared.until };
        let by_type = named(record_activity::by_type(cx.tx, &span).await?);
        let by_project = named(record_activity::by_project(cx.tx, &span).await?);
        let by_author = record_activity::by_author(cx.tx, &span).await?;
        let happened = record_activity::by_change(cx.tx, &span).await?;
        for node in &nodes {
            cx.acts.shown(*node);
        }
        let scope = match prepared.scope {
            ReportScope::Personal => "personal",
            ReportScope::Team => "team",
            ReportScope::Company => "company",
        };
        Ok(MemoryReportOutput {
            scope: scope.to_owned(),
            team_id: prepared.team,
            since: prepared.since.map(rfc3339),
            until: prepared.until.map(rfc3339),
            records: by_type.iter().map(|one| one.count).sum(),
            totals: totals(&happened),
            by_type,
            by_project,
            by_author: by_author
                .into_iter()
                .map(|one| AuthorCount {
                    display_name: one.label.unwrap_or_else(|| one.name.clone()),
                    user_id: one.name,
                    count: one.count,
                })
                .collect(),
            notice: prepared
                .wants_summary
                .then(|| "No chat model is configured, so there is no summary in prose.".to_owned()),
        })
    }

    fn text(_: &MemoryReportOutput) -> String {
        String::new()
    }
}

async fn nodes(cx: &mut Cx<'_>, scope: ReportScope, team: Option<&str>) -> Result<Vec<ScopeId>, AppError> {
    match (scope, team) {
        (ReportScope::Team, Some(team)) => Ok(vec![readable(cx, &Wanted::Team(team.to_owned())).await?.node]),
        (ReportScope::Personal | ReportScope::Team, _) => Ok(vec![readable(cx, &Wanted::Personal).await?.node]),
        (ReportScope::Company, _) => {
            let nodes = scopes::list(cx.tx, &cx.access.readable).await?;
            let people = NodeKind::Personal.plural();
            let is_personal = |path: &str| path.split('/').step_by(2).any(|word| word == people);
            Ok(nodes.iter().filter(|node| !is_personal(&node.path)).map(|node| node.id).collect())
        }
    }
}

fn named(counts: Vec<Count>) -> Vec<NamedCount> {
    counts.into_iter().map(|one| NamedCount { name: one.name, count: one.count }).collect()
}

fn totals(happened: &[Count]) -> Totals {
    let sum = |names: &[&str]| {
        happened.iter().filter(|one| names.contains(&one.name.as_str())).map(|one| one.count).sum::<i64>()
    };
    Totals {
        created: sum(&["created"]),
        confirmed: sum(&["seen_again"]),
        superseded: sum(&["superseded", "resolved"]),
        deleted: sum(&["hidden", "erased"]),
    }
}
