//! `job_cancel`: a job that waits is taken out of the queue.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::JobId;
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::WRITES;
use crate::ops::jobs::job_view::{JobView, found, not_in_state};
use crate::store::jobs;

#[derive(Clone, Copy)]
pub struct JobCancel;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobCancelInput {
    /// The job's id.
    id: JobId,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct JobCancelOutput {
    /// The job as it is now.
    job: JobView,
}

impl Operation for JobCancel {
    type Input = JobCancelInput;
    type Prepared = JobId;
    type Output = JobCancelOutput;

    const SPEC: Spec = Spec {
        name: "job_cancel",
        title: "Cancel a job",
        help: "Takes a job that waits out of the queue; one that runs or has ended is left as it is.",
        permissions: &[Permission::AccountWrite],
        effect: Effect::Remove,
        route: Route::new(Method::Delete, "/v1/jobs/{id}"),
        errors: &[ErrorCode::NotFound, ErrorCode::Conflict],
        example: |sample| json!({"id": sample.waiting_job_id}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: JobCancelInput) -> Result<JobId, AppError> {
        Ok(input.id)
    }

    async fn run(cx: &mut Cx<'_>, job: JobId) -> Result<JobCancelOutput, AppError> {
        let before = found(cx, job).await?;
        if !jobs::cancel(cx.tx, job).await? {
            return Err(not_in_state("waiting", &before));
        }
        cx.acts.target(job.to_string());
        Ok(JobCancelOutput { job: found(cx, job).await? })
    }

    fn text(_: &JobCancelOutput) -> String {
        String::new()
    }
}
