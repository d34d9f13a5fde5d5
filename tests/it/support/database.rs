//! SQL by hand, for suites about the database itself: as which role one likes, in the test database or a clone of its own.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use futures::TryStreamExt;
#[expect(clippy::disallowed_types, reason = "tests of the database speak to it without the product between them")]
use sqlx::PgConnection;
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Connection, Executor, Row};
use tokio::sync::OnceCell;

use super::environment::{database_url, owner_database_url, superuser_database_url, template_database};

/// A connection that runs statements as they stand.
#[expect(clippy::disallowed_types, reason = "tests of the database speak to it without the product between them")]
pub struct Database(PgConnection);

/// Why a statement was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The SQLSTATE.
    pub code: String,
    /// What Postgres says.
    pub message: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl Database {
    /// Connects.
    #[expect(clippy::disallowed_types, reason = "tests of the database speak to it without the product between them")]
    pub async fn connect(url: &str) -> Self {
        let mut connection = PgConnection::connect(url).await.expect("the database can be reached");
        connection.execute("SET client_min_messages = error").await.unwrap();
        Self(connection)
    }

    /// Runs statements; gives how many rows the last of them touched.
    pub async fn run(&mut self, sql: &str) -> Result<u64, Refusal> {
        let run = sqlx::raw_sql(AssertSqlSafe(sql)).execute_many(&mut self.0);
        let results: Vec<_> = run.try_collect().await.map_err(|error| refusal(&error))?;
        Ok(results.last().map_or(0, sqlx::postgres::PgQueryResult::rows_affected))
    }

    /// Runs statements that must work.
    #[track_caller]
    pub fn must(&mut self, sql: &str) -> impl Future<Output = u64> {
        let caller = std::panic::Location::caller();
        async move { self.run(sql).await.unwrap_or_else(|refusal| panic!("{caller}: {refusal}\n{sql}")) }
    }

    /// The rows of a query, each value as text.
    pub async fn rows(&mut self, sql: &str) -> Result<Vec<Vec<Option<String>>>, Refusal> {
        let rows = sqlx::raw_sql(AssertSqlSafe(sql)).fetch_all(&mut self.0).await.map_err(|error| refusal(&error))?;
        Ok(rows.iter().map(texts).collect())
    }

    /// The first column of a query that must work.
    pub async fn column(&mut self, sql: &str) -> Vec<String> {
        let rows = self.rows(sql).await.unwrap_or_else(|refusal| panic!("{refusal}\n{sql}"));
        rows.into_iter().map(|row| row.into_iter().next().flatten().unwrap_or_default()).collect()
    }

    /// The one value of a query that must work; empty for null.
    pub async fn value(&mut self, sql: &str) -> String {
        self.column(sql).await.into_iter().next().unwrap_or_else(|| panic!("no row: {sql}"))
    }

    /// What `COPY … TO STDOUT` gives. It must work: sqlx leaves a connection on which it was refused out of step.
    pub async fn copy_out(&mut self, sql: &str) -> String {
        let stream = self.0.copy_out_raw(sql).await.unwrap_or_else(|error| panic!("{error}: {sql}"));
        let chunks: Vec<_> = stream.try_collect().await.unwrap();
        String::from_utf8(chunks.concat()).unwrap()
    }
}

fn texts(row: &PgRow) -> Vec<Option<String>> {
    (0..row.len()).map(|place| row.try_get_unchecked(place).unwrap()).collect()
}

fn refusal(error: &sqlx::Error) -> Refusal {
    let database = error.as_database_error().unwrap_or_else(|| panic!("not a refusal of the database: {error}"));
    Refusal { code: database.code().unwrap_or_default().into_owned(), message: database.message().to_owned() }
}

/// A database of a test's own. It is dropped with this value.
pub struct OwnDatabase {
    name: String,
}

static NUMBER: AtomicU32 = AtomicU32::new(0);

impl OwnDatabase {
    /// A clone of the migrated template: for tests that plant faults or look at the whole instance.
    pub async fn migrated() -> Self {
        let template = template_database();
        Self::make(&format!("TEMPLATE {template}")).await
    }

    /// An empty database with its extensions, as `deploy/postgres/roles.sql` leaves it.
    pub async fn empty() -> Self {
        let made = Self::make("TEMPLATE template0 ENCODING 'UTF8'").await;
        let mut superuser = Database::connect(&made.superuser_url()).await;
        superuser
            .must(
                "REVOKE CREATE ON SCHEMA public FROM PUBLIC; GRANT USAGE, CREATE ON SCHEMA public TO annals_owner;
                 CREATE EXTENSION vector; CREATE EXTENSION btree_gin",
            )
            .await;
        made
    }

    async fn make(how: &str) -> Self {
        sweep().await;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}_own_{}_{number}", name_of(&database_url()), std::process::id());
        let mut superuser = Database::connect(&superuser_database_url()).await;
        superuser.must(&format!("CREATE DATABASE {name} OWNER annals_owner {how}")).await;
        superuser
            .must(&format!(
                "REVOKE ALL ON DATABASE {name} FROM PUBLIC;
                 GRANT CONNECT ON DATABASE {name} TO annals_owner, annals_app, annals_backup;
                 ALTER DATABASE {name} SET synchronous_commit = off"
            ))
            .await;
        Self { name }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The serving role's URL of it.
    pub fn app_url(&self) -> String {
        with_name(&database_url(), &self.name)
    }

    /// The owner's URL of it.
    pub fn owner_url(&self) -> String {
        with_name(&owner_database_url(), &self.name)
    }

    /// A superuser's URL of it.
    pub fn superuser_url(&self) -> String {
        with_name(&superuser_database_url(), &self.name)
    }

    /// A connection as the serving role.
    pub async fn app(&self) -> Database {
        Database::connect(&self.app_url()).await
    }

    /// A connection as a superuser.
    pub async fn superuser(&self) -> Database {
        Database::connect(&self.superuser_url()).await
    }
}

impl Drop for OwnDatabase {
    fn drop(&mut self) {
        let statement = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        let dropping = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async { Database::connect(&superuser_database_url()).await.run(&statement).await })
        });
        let outcome = dropping.join();
        if !thread::panicking() {
            assert!(matches!(outcome, Ok(Ok(_))), "a test's database could not be dropped: {outcome:?}");
        }
    }
}

/// Drops what an earlier run, broken off, has left behind.
async fn sweep() {
    static SWEPT: OnceCell<()> = OnceCell::const_new();
    SWEPT
        .get_or_init(|| async {
            let mut superuser = Database::connect(&superuser_database_url()).await;
            let left = format!(
                "SELECT datname FROM pg_database WHERE starts_with(datname, '{}_own_')",
                name_of(&database_url())
            );
            for name in superuser.column(&left).await {
                superuser.must(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
            }
        })
        .await;
}

fn split(url: &str) -> (&str, &str, &str) {
    let (address, options) = url.split_at(url.find('?').unwrap_or(url.len()));
    let (server, name) = address.rsplit_once('/').expect("the URL names a database");
    (server, name, options)
}

fn name_of(url: &str) -> &str {
    split(url).1
}

/// A superuser's URL of the database that another URL names.
pub fn superuser_url_of(url: &str) -> String {
    with_name(&superuser_database_url(), name_of(url))
}

/// The same URL with another database.
fn with_name(url: &str, name: &str) -> String {
    let (server, _, options) = split(url);
    format!("{server}/{name}{options}")
}
