//! How many records were written where and by whom, for reports.

use chrono::{DateTime, Utc};

use crate::error::AppError;
use crate::ids::ScopeId;
use crate::store::tx::{AccountTx, from_sqlx};

/// A number with its name.
#[derive(Debug)]
pub struct Count {
    /// The type, the project, the author's name in paths, or what happened.
    pub name: String,
    /// The author's name for people.
    pub label: Option<String>,
    /// How many.
    pub count: i64,
}

/// What a report is about.
#[derive(Debug)]
pub struct Span<'a> {
    /// The nodes.
    pub nodes: &'a [ScopeId],
    /// Not before.
    pub since: Option<DateTime<Utc>>,
    /// Before.
    pub until: Option<DateTime<Utc>>,
}

impl Span<'_> {
    fn nodes(&self) -> Vec<i32> {
        self.nodes.iter().map(|node| node.0).collect()
    }
}

/// Records by type; hidden ones are left out.
///
/// # Errors
/// Unavailable without a database.
pub async fn by_type(tx: &mut AccountTx, span: &Span<'_>) -> Result<Vec<Count>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_as!(
        Count,
        r#"SELECT kind AS name, NULL::text AS label, count(*) AS "count!"
           FROM memories
           WHERE account_id = $1 AND scope_id = ANY ($2) AND status <> 'forgotten'
             AND ($3::timestamptz IS NULL OR recorded_at >= $3) AND ($4::timestamptz IS NULL OR recorded_at < $4)
           GROUP BY kind
           ORDER BY 3 DESC, 1"#,
        account,
        &span.nodes(),
        span.since,
        span.until,
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Records by project, the fifty largest; hidden ones are left out.
///
/// # Errors
/// Unavailable without a database.
pub async fn by_project(tx: &mut AccountTx, span: &Span<'_>) -> Result<Vec<Count>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_as!(
        Count,
        r#"SELECT coalesce(project, 'general') AS "name!", NULL::text AS label, count(*) AS "count!"
           FROM memories
           WHERE account_id = $1 AND scope_id = ANY ($2) AND status <> 'forgotten'
             AND ($3::timestamptz IS NULL OR recorded_at >= $3) AND ($4::timestamptz IS NULL OR recorded_at < $4)
           GROUP BY 1
           ORDER BY 3 DESC, 1
           LIMIT 50"#,
        account,
        &span.nodes(),
        span.since,
        span.until,
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Records by author, the fifty busiest; hidden ones are left out.
///
/// # Errors
/// Unavailable without a database.
pub async fn by_author(tx: &mut AccountTx, span: &Span<'_>) -> Result<Vec<Count>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_as!(
        Count,
        r#"SELECT u.slug AS name, u.display_name AS label, count(*) AS "count!"
           FROM memories AS m
           JOIN memberships AS u ON u.account_id = m.account_id AND u.user_id = m.author_user_id
           WHERE m.account_id = $1 AND m.scope_id = ANY ($2) AND m.status <> 'forgotten'
             AND ($3::timestamptz IS NULL OR m.recorded_at >= $3) AND ($4::timestamptz IS NULL OR m.recorded_at < $4)
           GROUP BY u.slug, u.display_name
           ORDER BY 3 DESC, 1
           LIMIT 50"#,
        account,
        &span.nodes(),
        span.since,
        span.until,
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// What happened to records, by what it was.
///
/// # Errors
/// Unavailable without a database.
pub async fn by_change(tx: &mut AccountTx, span: &Span<'_>) -> Result<Vec<Count>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_as!(
        Count,
        r#"SELECT what AS name, NULL::text AS label, count(*) AS "count!"
           FROM changes
           WHERE account_id = $1 AND scope_id = ANY ($2) AND record_kind = 'memory'
             AND ($3::timestamptz IS NULL OR at >= $3) AND ($4::timestamptz IS NULL OR at < $4)
           GROUP BY what
           ORDER BY 3 DESC, 1"#,
        account,
        &span.nodes(),
        span.since,
        span.until,
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}
