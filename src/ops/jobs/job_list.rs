//! `job_list`: jobs and what became of them.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::auth::{Caller, Permission};
use crate::error::AppError;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::READS;
use crate::ops::cursors::{opened, sealed};
use crate::ops::jobs::job_view::{JobState, JobView, view};
use crate::store::jobs::{self, JobFilter};
use crate::text::{BoundedText, Limit};

#[derive(Clone, Copy)]
pub struct JobList;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobListInput {
    /// Jobs of this kind alone: webhook_delivery.
    #[serde(default)]
    kind: Option<BoundedText<1, 64>>,
    /// Jobs in this state alone.
    #[serde(default)]
    state: Option<JobState>,
    /// How many jobs at most.
    #[serde(default)]
    limit: Limit<50, 200>,
    /// The next_page_token of the page before.
    #[serde(default)]
    page_token: Option<BoundedText<0, 2000>>,
}

pub struct Prepared {
    input: JobListInput,
    filter: String,
    before: Option<(DateTime<Utc>, Uuid)>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct JobListOutput {
    /// The jobs, newest first.
    jobs: Vec<JobView>,
    /// The token of the next page, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl Operation for JobList {
    type Input = JobListInput;
    type Prepared = Prepared;
    type Output = JobListOutput;

    const SPEC: Spec = Spec {
        name: "job_list",
        title: "List jobs",
        help: "Lists the account’s jobs, newest first: what waits, what was done, and what is dead and may be retried.",
        permissions: &[Permission::AdminRead],
        route: Route::new(Method::Get, "/v1/jobs"),
        example: |_| json!({"state": "dead"}),
        ..READS
    };

    async fn prepare(env: &Environment, caller: &Caller, input: JobListInput) -> Result<Prepared, AppError> {
        let state = input.state.map(JobState::name).unwrap_or_default();
        let filter = format!("job_list/{state}/{}", input.kind.as_deref().unwrap_or_default());
        let before = opened(env, caller, &filter, input.page_token.as_deref())?;
        Ok(Prepared { input, filter, before })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<JobListOutput, AppError> {
        let input = &prepared.input;
        let limit = input.limit.get();
        let filter = JobFilter {
            state: input.state.map(JobState::name),
            kind: input.kind.as_deref(),
            subject: None,
            before: prepared.before,
        };
        let mut rows = jobs::list(cx.tx, &filter, limit + 1).await?;
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let next_page_token = match rows.last() {
            Some(last) if has_more => Some(sealed(cx, prepared.filter, (last.created_at, last.id))?),
            _ => None,
        };
        Ok(JobListOutput { jobs: rows.into_iter().map(view).collect(), next_page_token })
    }

    fn text(_: &JobListOutput) -> String {
        String::new()
    }
}
