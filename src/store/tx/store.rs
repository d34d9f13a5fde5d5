//! The pool, and the only ways into it.

use std::str::FromStr;
use std::time::Duration;

#[expect(clippy::disallowed_types, reason = "the one place that holds the pool")]
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Executor};

use crate::auth::Authorized;
use crate::clock::Clock;
use crate::error::{AppError, ErrorCode};
use crate::store::access::Access;
use crate::store::tx::errors::from_sqlx;
use crate::store::tx::{AccountTx, SystemPurpose, SystemTx};

/// How the pool is set.
#[derive(Debug, Clone)]
pub struct PoolSettings {
    /// The most connections at once.
    pub connections: u32,
    /// How long a call waits for one before it is told that the service is busy.
    pub acquire_timeout: Duration,
    /// How long a statement may run.
    pub statement_timeout: Duration,
    /// Whether statements are prepared by name. Off for poolers that give each transaction another connection.
    pub statement_cache: bool,
}

impl Default for PoolSettings {
    fn default() -> Self {
        Self {
            connections: 16,
            acquire_timeout: Duration::from_secs(5),
            statement_timeout: Duration::from_secs(10),
            statement_cache: true,
        }
    }
}

/// How the pool is used right now.
#[derive(Debug, Clone, Copy)]
pub struct PoolState {
    /// Open connections.
    pub open: u32,
    /// Those of them that nobody uses.
    pub idle: u32,
}

/// The database. Hands out transactions and nothing else.
#[derive(Clone)]
pub struct Store {
    #[expect(clippy::disallowed_types, reason = "the one place that holds the pool")]
    pool: PgPool,
    statement_timeout: Duration,
    clock: Clock,
}

impl Store {
    /// Opens a pool on a database. No connection is made yet.
    ///
    /// # Errors
    /// Invalid input, where the URL cannot be read. The URL itself is never shown.
    pub fn open(url: &str, settings: &PoolSettings, clock: Clock) -> Result<Self, AppError> {
        let mut options = read_url("ANNALS_DATABASE_URL", url)?
            .application_name("annals")
            // A rollback outside a transaction warns; each connection that comes back is rolled back (see below).
            .options([("client_min_messages", "error")])
            .disable_statement_logging();
        if !settings.statement_cache {
            options = options.statement_cache_capacity(0);
        }
        let pool = PgPoolOptions::new()
            .max_connections(settings.connections)
            .acquire_timeout(settings.acquire_timeout)
            .idle_timeout(Duration::from_mins(10))
            // sqlx 0.9.0 may hand a connection back inside an open transaction when the future of `begin` is dropped:
            // whatever comes back is rolled back and reset, and a connection on which that fails is closed.
            .after_release(|connection, _| {
                Box::pin(async move { Ok(connection.execute("ROLLBACK; RESET ALL").await.is_ok()) })
            })
            .connect_lazy_with(options);
        Ok(Self { pool, statement_timeout: settings.statement_timeout, clock })
    }

    /// Begins a transaction for an authorised call, and says what it reaches.
    ///
    /// # Errors
    /// Unauthenticated where the grant no longer holds, forbidden where the role does not allow it, unavailable without a
    /// database.
    pub async fn account(&self, proof: &Authorized<'_>) -> Result<(AccountTx, Access), AppError> {
        let statement = if proof.writes() { "BEGIN" } else { "BEGIN READ ONLY" };
        let inner = self.pool.begin_with(statement).await.map_err(from_sqlx)?;
        let mut tx = AccountTx::new(inner, proof.caller().account());
        let timeout = i32::try_from(self.statement_timeout.as_millis()).unwrap_or(i32::MAX);
        let access = crate::store::access::enter(&mut tx, proof, timeout, self.clock.for_transaction()).await?;
        Ok((tx, access))
    }

    /// Begins a transaction for what happens before an account is known.
    ///
    /// # Errors
    /// Unavailable without a database.
    pub async fn system(&self, purpose: SystemPurpose) -> Result<SystemTx, AppError> {
        let mut inner = self.pool.begin().await.map_err(from_sqlx)?;
        inner.execute("SET LOCAL ROLE annals_system").await.map_err(not_taken_on)?;
        tracing::trace!(purpose = purpose.name(), "system transaction");
        Ok(SystemTx::new(inner))
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// Unavailable where it does not.
    pub async fn ping(&self) -> Result<(), AppError> {
        let wait = tokio::time::timeout(Duration::from_secs(2), self.pool.execute("SELECT 1"));
        match wait.await {
            Ok(answer) => answer.map(|_| ()).map_err(from_sqlx),
            Err(_) => Err(AppError::new(ErrorCode::Unavailable, "The database does not answer.")),
        }
    }

    /// How the pool is used right now.
    #[must_use]
    pub fn pool_state(&self) -> PoolState {
        PoolState { open: self.pool.size(), idle: u32::try_from(self.pool.num_idle()).unwrap_or(u32::MAX) }
    }

    /// Closes every connection, after those in use have come back.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

/// Reads a database URL. The URL itself is never shown: it holds a password.
pub(in crate::store::tx) fn read_url(name: &str, url: &str) -> Result<PgConnectOptions, AppError> {
    let refused = || AppError::invalid(name, "must be of the form postgres://role:password@host:port/database");
    // sqlx takes any scheme, and would look for a server on this machine.
    if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
        return Err(refused());
    }
    PgConnectOptions::from_str(url).map_err(|_| refused())
}

/// Where the role that serves may not take on the other, it is the wrong one, or the server was never prepared: the
/// operator is told which one to use.
fn not_taken_on(error: sqlx::Error) -> AppError {
    // insufficient_privilege, undefined_object
    let code = error.as_database_error().and_then(|database| database.code().map(std::borrow::Cow::into_owned));
    if matches!(code.as_deref(), Some("42501" | "22023" | "42704")) {
        return AppError::internal(
            "the role of ANNALS_DATABASE_URL may not take on annals_system. Serve as annals_app, as \
             deploy/postgres/roles.sql prepares it",
        );
    }
    from_sqlx(error)
}
