//! The tables `teams` and `team_members`.

use chrono::{DateTime, Utc};

use crate::error::{AppError, ErrorCode};
use crate::ids::UserId;
use crate::store::tx::{AccountTx, from_sqlx};

/// A team.
#[derive(Debug)]
pub struct TeamRow {
    /// Its name in paths.
    pub slug: String,
    /// Its name for people.
    pub name: String,
    /// How many are in it.
    pub members: i64,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// A page of teams, in the order of their names in paths; or one of them.
///
/// # Errors
/// Unavailable without a database.
pub async fn list(
    tx: &mut AccountTx,
    slug: Option<&str>,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<TeamRow>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_as!(
        TeamRow,
        r#"SELECT t.slug, t.name, t.created_at,
                  (SELECT count(*) FROM team_members AS m
                   WHERE m.account_id = t.account_id AND m.team = t.slug) AS "members!"
           FROM teams AS t
           WHERE t.account_id = $1
             AND ($2::text IS NULL OR t.slug = $2)
             AND ($3::text IS NULL OR t.slug COLLATE "C" > $3)
           ORDER BY t.slug COLLATE "C"
           LIMIT $4"#,
        account,
        slug,
        after,
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// A team.
///
/// # Errors
/// Unavailable without a database.
pub async fn find(tx: &mut AccountTx, slug: &str) -> Result<Option<TeamRow>, AppError> {
    Ok(list(tx, Some(slug), None, 1).await?.pop())
}

/// A team, which no other call can change until the transaction ends.
///
/// # Errors
/// Unavailable without a database.
pub async fn lock(tx: &mut AccountTx, slug: &str) -> Result<Option<TeamRow>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_scalar!("SELECT slug FROM teams WHERE account_id = $1 AND slug = $2 FOR UPDATE", account, slug)
        .fetch_optional(tx.conn())
        .await
        .map_err(from_sqlx)?;
    find(tx, slug).await
}

/// Gives a team another name for people.
///
/// # Errors
/// Unavailable without a database.
pub async fn rename(tx: &mut AccountTx, slug: &str, name: &str) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!("UPDATE teams SET name = $3 WHERE account_id = $1 AND slug = $2", account, slug, name)
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(())
}

/// Takes a team away, with its node and what was opened to it. Foreign keys decide: they refuse a node that anything names.
///
/// # Errors
/// Conflict where its node holds something.
pub async fn delete(tx: &mut AccountTx, slug: &str) -> Result<(), AppError> {
    let account = tx.account().uuid();
    for statement in [
        sqlx::query!(
            "DELETE FROM scope_grants WHERE account_id = $1
             AND (team = $2 OR node_id IN (SELECT id FROM scope_nodes WHERE account_id = $1 AND team = $2))",
            account,
            slug
        ),
        sqlx::query!("DELETE FROM scope_nodes WHERE account_id = $1 AND team = $2", account, slug),
        sqlx::query!("DELETE FROM team_members WHERE account_id = $1 AND team = $2", account, slug),
        sqlx::query!("DELETE FROM teams WHERE account_id = $1 AND slug = $2", account, slug),
    ] {
        statement.execute(tx.conn()).await.map_err(|error| {
            let is_held = error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_foreign_key_violation);
            if is_held {
                let sentence = "The team's scope holds or held records, nodes below it or tokens bound to it; it stays. \
                                Take its members out instead.";
                return AppError::new(ErrorCode::Conflict, sentence).caused_by(error);
            }
            from_sqlx(error)
        })?;
    }
    Ok(())
}

/// Puts a member into a team; where he is in it, nothing changes.
///
/// # Errors
/// Unavailable without a database.
pub async fn add_member(tx: &mut AccountTx, slug: &str, user: UserId) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "INSERT INTO team_members (account_id, team, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        account,
        slug,
        user.uuid()
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Takes a member out of a team; says whether he was in it.
///
/// # Errors
/// Unavailable without a database.
pub async fn remove_member(tx: &mut AccountTx, slug: &str, user: UserId) -> Result<bool, AppError> {
    let account = tx.account().uuid();
    let done = sqlx::query!(
        "DELETE FROM team_members WHERE account_id = $1 AND team = $2 AND user_id = $3",
        account,
        slug,
        user.uuid()
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(done.rows_affected() > 0)
}

/// Those of these names that are teams.
///
/// # Errors
/// Unavailable without a database.
pub async fn known(tx: &mut AccountTx, slugs: &[String]) -> Result<Vec<String>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_scalar!("SELECT slug FROM teams WHERE account_id = $1 AND slug = ANY ($2)", account, slugs)
        .fetch_all(tx.conn())
        .await
        .map_err(from_sqlx)
}
