//! Migrations: forward only, in order, each once, behind a lock. Run by a role that owns the schema and serves nothing.

use std::collections::HashSet;
use std::time::Duration;

#[expect(clippy::disallowed_types, reason = "migrations run on a connection of their own, as the owner")]
use sqlx::PgConnection;
use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};

use crate::error::AppError;
use crate::store::tx::errors::from_sqlx;
use crate::store::tx::store::read_url;

static MIGRATIONS: Migrator = sqlx::migrate!();

/// How long a second run waits before it asks again whether the first is done.
const ASK_AGAIN: Duration = Duration::from_millis(100);

/// What a run did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MigrationReport {
    /// Versions that were applied now.
    pub applied: Vec<i64>,
    /// How many there are in all.
    pub total: usize,
}

/// Brings the schema to its head. Several may run at once: they wait for each other on one transaction-level advisory
/// lock, which also works behind a pooler that gives each transaction another connection.
///
/// # Errors
/// Unavailable without a database; internal where a migration fails, with the reason for the operator.
pub async fn migrate(owner_url: &str) -> Result<MigrationReport, AppError> {
    let mut connection = connect(owner_url).await?;
    connection.execute(LEDGER).await.map_err(from_sqlx)?;
    let mut applied = Vec::new();
    for migration in MIGRATIONS.iter() {
        let mut tx = locked(&mut connection).await?;
        let known: Option<Vec<u8>> = sqlx::query_scalar("SELECT checksum FROM app_migrations WHERE version = $1")
            .bind(migration.version)
            .fetch_optional(&mut *tx)
            .await
            .map_err(from_sqlx)?;
        match known {
            Some(checksum) if checksum == *migration.checksum => {}
            Some(_) => {
                return Err(AppError::internal(format!(
                    "migration {} was changed after it had been applied",
                    migration.version
                )));
            }
            None => {
                tx.execute("SET LOCAL lock_timeout = '5s'").await.map_err(from_sqlx)?;
                if migration.no_tx {
                    run_outside_a_transaction(owner_url, &migration.sql).await?;
                } else {
                    tx.execute(migration.sql.clone()).await.map_err(from_sqlx)?;
                }
                sqlx::query("INSERT INTO app_migrations (version, description, checksum) VALUES ($1, $2, $3)")
                    .bind(migration.version)
                    .bind(&*migration.description)
                    .bind(&*migration.checksum)
                    .execute(&mut *tx)
                    .await
                    .map_err(from_sqlx)?;
                applied.push(migration.version);
            }
        }
        tx.commit().await.map_err(from_sqlx)?;
    }
    connection.close().await.map_err(from_sqlx)?;
    Ok(MigrationReport { applied, total: MIGRATIONS.iter().count() })
}

/// A transaction that holds the lock of migrations. Whoever waits asks again and again instead of waiting inside a
/// statement: a waiting statement keeps a snapshot, and an index that is built concurrently waits for every older snapshot,
/// so that the two would wait for each other for good.
#[expect(clippy::disallowed_types, reason = "migrations run on a connection of their own, as the owner")]
async fn locked(connection: &mut PgConnection) -> Result<sqlx::Transaction<'_, sqlx::Postgres>, AppError> {
    let mut tx = connection.begin().await.map_err(from_sqlx)?;
    loop {
        let is_mine: bool = sqlx::query_scalar("SELECT pg_try_advisory_xact_lock(5836147020160313)")
            .fetch_one(&mut *tx)
            .await
            .map_err(from_sqlx)?;
        if is_mine {
            return Ok(tx);
        }
        tokio::time::sleep(ASK_AGAIN).await;
    }
}

/// Runs the statements of a file that begins `-- no-transaction`, one after the other: such as an index that is built while
/// writes go on. A run that broke off is repeated, so each such file can be run twice. A statement ends with its line.
async fn run_outside_a_transaction(owner_url: &str, sql: &sqlx::SqlStr) -> Result<(), AppError> {
    let mut connection = connect(owner_url).await?;
    for statement in sql.as_str().split(";\n").filter(|statement| has_code(statement)) {
        connection.execute(AssertSqlSafe(statement.to_owned())).await.map_err(from_sqlx)?;
    }
    connection.close().await.map_err(from_sqlx)
}

fn has_code(statement: &str) -> bool {
    statement.lines().map(str::trim).any(|line| !line.is_empty() && !line.starts_with("--"))
}

/// Versions that this binary knows and the database does not have, seen as the serving role.
///
/// # Errors
/// Unavailable without a database.
pub async fn pending_migrations(url: &str) -> Result<Vec<i64>, AppError> {
    let mut connection = connect(url).await?;
    let known: HashSet<i64> = sqlx::query_scalar("SELECT version FROM app_migrations")
        .fetch_all(&mut connection)
        .await
        .map(|versions: Vec<i64>| versions.into_iter().collect())
        .unwrap_or_default();
    connection.close().await.map_err(from_sqlx)?;
    Ok(MIGRATIONS.iter().map(|migration| migration.version).filter(|version| !known.contains(version)).collect())
}

#[expect(clippy::disallowed_types, reason = "migrations run on a connection of their own, as the owner")]
async fn connect(url: &str) -> Result<PgConnection, AppError> {
    let options = read_url("the database URL", url)?
        .application_name("annals-migrate")
        .statement_cache_capacity(0)
        .disable_statement_logging();
    PgConnection::connect_with(&options).await.map_err(from_sqlx)
}

const LEDGER: &str = "
DO $$ BEGIN
  IF to_regclass('public.app_migrations') IS NULL THEN
    PERFORM pg_advisory_xact_lock(5836147020160313);
    CREATE TABLE IF NOT EXISTS app_migrations (
      version     bigint PRIMARY KEY,
      description text NOT NULL,
      checksum    bytea NOT NULL,
      applied_at  timestamptz NOT NULL DEFAULT now()
    );
    GRANT SELECT ON app_migrations TO annals_app;
  END IF;
END $$";
