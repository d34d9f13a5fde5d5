//! The table `jobs`: work that outlives its call. A job is claimed with SKIP LOCKED, retried, and dead after its last attempt.

use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::{AccountId, JobId, UserId};
use crate::store::tx::{AccountTx, SystemTx, from_sqlx};

/// A job as its account sees it: nothing of what it carries.
#[derive(Debug)]
pub struct JobRow {
    /// Its id.
    pub id: Uuid,
    /// What it does.
    pub kind: String,
    /// What it does it to.
    pub subject: Option<Uuid>,
    /// waiting, running, done, dead or cancelled.
    pub state: String,
    /// What it is about, where it says so.
    pub event: Option<String>,
    /// How often it was tried.
    pub attempts: i32,
    /// When it is tried next, where it waits.
    pub run_at: DateTime<Utc>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
    /// What its last attempt came to.
    pub last_result: Option<String>,
}

/// A job to be done.
#[derive(Debug)]
pub struct NewJob<'a> {
    /// Its id.
    pub id: JobId,
    /// What it does.
    pub kind: &'static str,
    /// What it does it to.
    pub subject: Uuid,
    /// What it needs for that. Never text of a memory, never a secret.
    pub payload: &'a Value,
    /// Who asked for it.
    pub by: UserId,
}

/// Which jobs a list holds.
#[derive(Debug, Default)]
pub struct JobFilter<'a> {
    /// In this state alone.
    pub state: Option<&'a str>,
    /// Of this kind alone.
    pub kind: Option<&'a str>,
    /// Of this subject alone.
    pub subject: Option<Uuid>,
    /// After the last row of the page before.
    pub before: Option<(DateTime<Utc>, Uuid)>,
}

/// Stores a job.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert(tx: &mut AccountTx, job: &NewJob<'_>) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "INSERT INTO jobs (account_id, id, kind, subject, payload, created_by) VALUES ($1, $2, $3, $4, $5, $6)",
        account,
        job.id.uuid(),
        job.kind,
        job.subject,
        job.payload,
        job.by.uuid(),
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Jobs, newest first.
///
/// # Errors
/// Unavailable without a database.
pub async fn list(tx: &mut AccountTx, filter: &JobFilter<'_>, limit: usize) -> Result<Vec<JobRow>, AppError> {
    let account = tx.account().uuid();
    let (at, id) = filter.before.unzip();
    sqlx::query_as!(
        JobRow,
        r#"SELECT id, kind, subject, state, payload ->> 'type' AS event, attempts, run_at, created_at, ended_at, last_result
           FROM jobs
           WHERE account_id = $1
             AND ($2::text IS NULL OR state = $2)
             AND ($3::text IS NULL OR kind = $3)
             AND ($4::uuid IS NULL OR subject = $4)
             AND ($5::timestamptz IS NULL OR (created_at, id) < ($5, $6))
           ORDER BY created_at DESC, id DESC
           LIMIT $7"#,
        account,
        filter.state,
        filter.kind,
        filter.subject,
        at,
        id,
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// A job.
///
/// # Errors
/// Unavailable without a database.
pub async fn get(tx: &mut AccountTx, job: JobId) -> Result<Option<JobRow>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_as!(
        JobRow,
        r#"SELECT id, kind, subject, state, payload ->> 'type' AS event, attempts, run_at, created_at, ended_at, last_result
           FROM jobs WHERE account_id = $1 AND id = $2"#,
        account,
        job.uuid()
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// What a job carries, where it is of this kind and subject.
///
/// # Errors
/// Unavailable without a database.
pub async fn payload(tx: &mut AccountTx, job: JobId, kind: &str, subject: Uuid) -> Result<Option<Value>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_scalar!(
        "SELECT payload FROM jobs WHERE account_id = $1 AND id = $2 AND kind = $3 AND subject = $4",
        account,
        job.uuid(),
        kind,
        subject
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Takes a job that waits out of the queue. Says whether it waited.
///
/// # Errors
/// Unavailable without a database.
pub async fn cancel(tx: &mut AccountTx, job: JobId) -> Result<bool, AppError> {
    let account = tx.account().uuid();
    let done = sqlx::query!(
        "UPDATE jobs SET state = 'cancelled', ended_at = app.now() WHERE account_id = $1 AND id = $2 AND state = 'waiting'",
        account,
        job.uuid()
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(done.rows_affected() > 0)
}

/// Puts a dead job back into the queue, with all its attempts before it. Says whether it was dead.
///
/// # Errors
/// Unavailable without a database.
pub async fn retry(tx: &mut AccountTx, job: JobId) -> Result<bool, AppError> {
    let account = tx.account().uuid();
    let done = sqlx::query!(
        "UPDATE jobs SET state = 'waiting', attempts = 0, run_at = app.now(), ended_at = NULL
         WHERE account_id = $1 AND id = $2 AND state = 'dead'",
        account,
        job.uuid()
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(done.rows_affected() > 0)
}

/// A job that this replica is to do.
#[derive(Debug)]
pub struct ClaimedJob {
    /// Its account.
    pub account_id: Uuid,
    /// Its id.
    pub id: Uuid,
    /// What it does.
    pub kind: String,
    /// What it does it to.
    pub subject: Option<Uuid>,
    /// What it needs for that.
    pub payload: Value,
    /// Which attempt this is, from 1 on.
    pub attempts: i32,
}

/// Claims jobs that are due. Accounts take turns: the second job of one comes after the first jobs of all. What was claimed
/// long ago and never closed was left by a replica that died, and is due again.
///
/// # Errors
/// Unavailable without a database.
pub async fn claim(tx: &mut SystemTx, now: Option<&str>, limit: i64) -> Result<Vec<ClaimedJob>, AppError> {
    sqlx::query_as!(
        ClaimedJob,
        r#"WITH moment AS (SELECT coalesce($1::text::timestamptz, app.now()) AS now),
           due AS (
             SELECT j.account_id, j.id, row_number() OVER (PARTITION BY j.account_id ORDER BY j.run_at, j.id) AS turn, j.run_at
             FROM jobs AS j, moment
             WHERE (j.state = 'waiting' AND j.run_at <= moment.now)
                OR (j.state = 'running' AND j.claimed_at < moment.now - interval '5 minutes')
           ),
           mine AS (
             SELECT j.account_id, j.id
             FROM jobs AS j JOIN due AS d ON d.account_id = j.account_id AND d.id = j.id
             WHERE d.turn <= $2 AND j.state IN ('waiting', 'running')
             ORDER BY d.turn, d.run_at
             LIMIT $2
             FOR UPDATE OF j SKIP LOCKED
           )
           UPDATE jobs AS j
           SET state = 'running', claimed_at = (SELECT now FROM moment), attempts = j.attempts + 1
           FROM mine
           WHERE j.account_id = mine.account_id AND j.id = mine.id
             AND (j.state = 'waiting' OR j.claimed_at < (SELECT now FROM moment) - interval '5 minutes')
           RETURNING j.account_id, j.id, j.kind, j.subject, j.payload, j.attempts"#,
        now,
        limit
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// How an attempt ended.
#[derive(Debug, Clone, Copy)]
pub enum Ended {
    /// It is done.
    Done,
    /// It is tried again after so many seconds.
    Again(i64),
    /// That was the last attempt.
    Dead,
}

/// Closes an attempt. One that was taken over by another replica meanwhile stays as that one left it.
///
/// # Errors
/// Unavailable without a database.
pub async fn close(
    tx: &mut SystemTx,
    job: &ClaimedJob,
    ended: Ended,
    result: &str,
    now: Option<&str>,
) -> Result<(), AppError> {
    let (state, pause) = match ended {
        Ended::Done => ("done", None),
        Ended::Again(seconds) => ("waiting", Some(seconds)),
        Ended::Dead => ("dead", None),
    };
    sqlx::query!(
        "UPDATE jobs
         SET state = $3, last_result = $4,
             run_at = CASE WHEN $5::bigint IS NULL THEN run_at
                      ELSE coalesce($6::text::timestamptz, app.now()) + make_interval(secs => $5::bigint::double precision) END,
             ended_at = CASE WHEN $5::bigint IS NULL THEN coalesce($6::text::timestamptz, app.now()) END
         WHERE account_id = $1 AND id = $2 AND state = 'running' AND attempts = $7",
        job.account_id,
        job.id,
        state,
        result,
        pause,
        now,
        job.attempts,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

impl ClaimedJob {
    /// Its account.
    #[must_use]
    pub fn account(&self) -> AccountId {
        self.account_id.into()
    }
}
