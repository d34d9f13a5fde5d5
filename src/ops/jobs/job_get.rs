//! `job_get`: what became of a job.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::JobId;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::READS;
use crate::ops::jobs::job_view::{JobView, found};

#[derive(Clone, Copy)]
pub struct JobGet;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobGetInput {
    /// The job's id.
    id: JobId,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct JobGetOutput {
    /// The job.
    job: JobView,
}

impl Operation for JobGet {
    type Input = JobGetInput;
    type Prepared = JobId;
    type Output = JobGetOutput;

    const SPEC: Spec = Spec {
        name: "job_get",
        title: "Read a job",
        help: "Reads what became of a job: its state, its attempts, and what the last one came to.",
        permissions: &[Permission::AdminRead],
        route: Route::new(Method::Get, "/v1/jobs/{id}"),
        errors: &[ErrorCode::NotFound],
        example: |sample| json!({"id": sample.dead_job_id}),
        ..READS
    };

    async fn prepare(_: &Environment, _: &Caller, input: JobGetInput) -> Result<JobId, AppError> {
        Ok(input.id)
    }

    async fn run(cx: &mut Cx<'_>, job: JobId) -> Result<JobGetOutput, AppError> {
        Ok(JobGetOutput { job: found(cx, job).await? })
    }

    fn text(_: &JobGetOutput) -> String {
        String::new()
    }
}
