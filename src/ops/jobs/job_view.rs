//! A job as admins see it: what became of it, and nothing of what it carries.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::rfc3339;
use crate::error::{AppError, ErrorCode};
use crate::ids::{JobId, WebhookId};
use crate::op::Cx;
use crate::store::jobs::{self, JobRow};
use crate::store::webhooks::DELIVERY;

/// A job.
#[derive(Debug, Serialize, JsonSchema)]
pub struct JobView {
    /// Its id.
    id: String,
    /// What it does: webhook_delivery.
    kind: String,
    /// The webhook that it delivers to.
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<String>,
    /// What it tells of, such as memory.created.
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    /// waiting, running, done, dead or cancelled.
    state: String,
    /// How often it was tried.
    attempts: i32,
    /// When it is tried next, where it waits, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_attempt_at: Option<String>,
    /// What its last attempt came to: a status code, or one word.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_result: Option<String>,
    /// When it was made, in UTC.
    created_at: String,
    /// When it ended, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<String>,
}

/// What became of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    Waiting,
    Running,
    Done,
    Dead,
    Cancelled,
}

impl JobState {
    /// The state as the store spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Dead => "dead",
            Self::Cancelled => "cancelled",
        }
    }
}

/// The job as it is now.
pub async fn found(cx: &mut Cx<'_>, job: JobId) -> Result<JobView, AppError> {
    jobs::get(cx.tx, job).await?.map(view).ok_or_else(|| AppError::not_found("job"))
}

/// The refusal of what a job's state does not allow.
pub fn not_in_state(wanted: &'static str, job: &JobView) -> AppError {
    AppError::new(ErrorCode::Conflict, format!("The job is {}, not {wanted}.", job.state))
        .with("state", job.state.clone())
}

pub fn view(row: JobRow) -> JobView {
    let waits = row.state == "waiting";
    JobView {
        id: JobId::from(row.id).to_string(),
        subject: row.subject.filter(|_| row.kind == DELIVERY).map(|id| WebhookId::from(id).to_string()),
        kind: row.kind,
        event: row.event,
        state: row.state,
        attempts: row.attempts,
        next_attempt_at: waits.then(|| rfc3339(row.run_at)),
        last_result: row.last_result,
        created_at: rfc3339(row.created_at),
        ended_at: row.ended_at.map(rfc3339),
    }
}
