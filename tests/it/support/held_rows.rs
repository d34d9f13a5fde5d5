//! Rows that a test holds locked, so that a call stops where it needs them.

use std::time::{Duration, Instant};

use super::database::Database;
use super::environment::superuser_database_url;

/// An open transaction of a superuser. What it locked is free again when it is let go or dropped.
pub struct HeldRows {
    superuser: Database,
    pid: String,
}

impl HeldRows {
    /// Runs a statement that locks rows, at least one.
    #[track_caller]
    pub fn by(sql: &str) -> impl Future<Output = Self> {
        let sql = sql.to_owned();
        let caller = std::panic::Location::caller();
        async move {
            let mut superuser = Database::connect(&superuser_database_url()).await;
            let pid = superuser.value("SELECT pg_backend_pid()::text").await;
            superuser.must("BEGIN").await;
            let held = superuser.must(&sql).await;
            assert!(held > 0, "{caller}: no row is held by {sql}");
            Self { superuser, pid }
        }
    }

    /// Waits until so many calls wait for these rows.
    pub async fn until_waiting(&self, calls: usize) {
        let blocked =
            format!("SELECT count(*)::text FROM pg_stat_activity WHERE pg_blocking_pids(pid) @> ARRAY[{}]", self.pid);
        let mut looking = Database::connect(&superuser_database_url()).await;
        let limit = Instant::now() + Duration::from_secs(30);
        while looking.value(&blocked).await != calls.to_string() {
            assert!(Instant::now() < limit, "{calls} calls never came to wait");
            tokio::task::yield_now().await;
        }
    }

    /// Lets the rows go, and waits until whoever waited for them has ended its transaction.
    pub async fn let_go(mut self) {
        let waiting =
            format!("SELECT pid::text FROM pg_stat_activity WHERE pg_blocking_pids(pid) @> ARRAY[{}]", self.pid);
        let mut looking = Database::connect(&superuser_database_url()).await;
        let pids = looking.column(&waiting).await;
        self.superuser.must("ROLLBACK").await;
        if pids.is_empty() {
            return;
        }
        let busy = format!(
            "SELECT count(*)::text FROM pg_stat_activity
             WHERE pid = ANY (ARRAY[{}]) AND xact_start IS NOT NULL AND state <> 'idle'",
            pids.join(", ")
        );
        let limit = Instant::now() + Duration::from_secs(30);
        while looking.value(&busy).await != "0" {
            assert!(Instant::now() < limit, "a call that waited never ended");
            tokio::task::yield_now().await;
        }
    }
}
