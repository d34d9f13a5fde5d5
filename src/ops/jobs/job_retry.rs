//! `job_retry`: a dead job goes back into the queue.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::JobId;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::WRITES;
use crate::ops::jobs::job_view::{JobView, found, not_in_state};
use crate::store::jobs;

#[derive(Clone, Copy)]
pub struct JobRetry;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobRetryInput {
    /// The job's id.
    id: JobId,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct JobRetryOutput {
    /// The job as it is now.
    job: JobView,
}

impl Operation for JobRetry {
    type Input = JobRetryInput;
    type Prepared = JobId;
    type Output = JobRetryOutput;

    const SPEC: Spec = Spec {
        name: "job_retry",
        title: "Retry a job",
        help: "Puts a dead job back into the queue, with all its attempts before it.",
        permissions: &[Permission::AccountWrite],
        route: Route::new(Method::Post, "/v1/jobs/{id}/retry"),
        errors: &[ErrorCode::NotFound, ErrorCode::Conflict],
        example: |sample| json!({"id": sample.dead_job_id}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: JobRetryInput) -> Result<JobId, AppError> {
        Ok(input.id)
    }

    async fn run(cx: &mut Cx<'_>, job: JobId) -> Result<JobRetryOutput, AppError> {
        let before = found(cx, job).await?;
        if !jobs::retry(cx.tx, job).await? {
            return Err(not_in_state("dead", &before));
        }
        cx.acts.target(job.to_string());
        Ok(JobRetryOutput { job: found(cx, job).await? })
    }

    fn text(_: &JobRetryOutput) -> String {
        String::new()
    }
}
