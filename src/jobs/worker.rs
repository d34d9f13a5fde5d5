//! Does jobs that are due. Every replica runs one; a row's lock decides which of them does a job.

use std::time::Duration;

use futures::future::join_all;

use crate::app::App;
use crate::error::AppError;
use crate::jobs::delivery::deliver;
use crate::store::jobs::{self, ClaimedJob, Ended};
use crate::store::tx::SystemPurpose;
use crate::store::webhooks::DELIVERY;

/// How many jobs this replica does at once.
const AT_ONCE: i64 = 8;

/// How long it waits where nothing is due.
const IDLE: Duration = Duration::from_millis(250);

/// How long it rests when the database cannot be reached.
const REST: Duration = Duration::from_secs(1);

/// The pauses before the second and each further attempt, in seconds: 5 s, 30 s, 2 min, 10 min, 1 h, 6 h. After them a job is
/// dead.
const PAUSES: [i64; 6] = [5, 30, 120, 600, 3_600, 21_600];

/// What an attempt came to.
pub struct Attempt {
    /// Whether it is done.
    pub is_done: bool,
    /// Whether another attempt could come to something else.
    pub may_retry: bool,
    /// A status code or one word of ours.
    pub result: String,
}

/// Does jobs for as long as the process lives.
pub async fn run_worker(app: App) {
    loop {
        match round(&app).await {
            Ok(done) if done > 0 => {}
            Ok(_) => tokio::time::sleep(IDLE).await,
            Err(error) => {
                tracing::warn!(code = error.code.name(), cause = error.causes(), "jobs could not be done");
                tokio::time::sleep(REST).await;
            }
        }
    }
}

async fn round(app: &App) -> Result<usize, AppError> {
    let now = app.env.clock.for_transaction();
    let mut tx = app.env.store.system(SystemPurpose::Jobs).await?;
    let claimed = jobs::claim(&mut tx, now.as_deref(), AT_ONCE).await?;
    tx.commit().await?;
    let done = claimed.len();
    for result in join_all(claimed.iter().map(|job| carry_out(app, job))).await {
        result?;
    }
    Ok(done)
}

async fn carry_out(app: &App, job: &ClaimedJob) -> Result<(), AppError> {
    let attempt = if job.kind == DELIVERY {
        deliver(app, job).await?
    } else {
        Attempt { is_done: false, may_retry: false, result: "unknown_kind".to_owned() }
    };
    let pause = usize::try_from(job.attempts - 1).ok().and_then(|attempt| PAUSES.get(attempt));
    let ended = match (attempt.is_done, pause) {
        (true, _) => Ended::Done,
        (false, Some(pause)) if attempt.may_retry => Ended::Again(*pause),
        (false, _) => Ended::Dead,
    };
    tracing::info!(job.kind = job.kind, account.id = %job.account(), attempt = job.attempts, result = attempt.result, "job");
    let now = app.env.clock.for_transaction();
    let mut tx = app.env.store.system(SystemPurpose::Jobs).await?;
    jobs::close(&mut tx, job, ended, &attempt.result, now.as_deref()).await?;
    tx.commit().await
}
