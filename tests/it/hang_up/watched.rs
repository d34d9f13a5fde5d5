//! A service on a database of its own, whose connections are watched.

use std::time::{Duration, Instant};

use annals::clock::Clock;

use crate::support::{Account, OwnDatabase, Service};

/// The service and its database. The service is dropped first.
pub struct Watched {
    service: Service,
    database: OwnDatabase,
}

/// Makes the first statement of every call refuse a connection that comes with an account or a transaction under way.
const WATCH: &str = r"
DO $$
DECLARE
  kept text := pg_get_functiondef('app.enter'::regproc);
  opening text := E'BEGIN\n  PERFORM set_config(''app.account_id''';
BEGIN
  IF strpos(kept, opening) = 0 THEN
    RAISE EXCEPTION 'app.enter does not begin as this test expects';
  END IF;
  EXECUTE replace(kept, opening, replace(opening, 'BEGIN',
    E'BEGIN\n  IF coalesce(current_setting(''app.account_id'', true), '''') <> '''' OR pg_current_xact_id_if_assigned() IS NOT NULL
       THEN RAISE EXCEPTION ''this connection still carries an account or a transaction''; END IF;'));
END $$";

impl Watched {
    pub async fn start(connections: u32) -> Self {
        let database = OwnDatabase::migrated().await;
        database.superuser().await.must(WATCH).await;
        let url = database.app_url();
        let service = Service::start(
            move |config| {
                config.database_url = Some(url);
                config.pool.connections = connections;
            },
            Clock::default(),
        );
        Self { service, database }
    }

    pub fn service(&self) -> &Service {
        &self.service
    }

    pub fn database(&self) -> &OwnDatabase {
        &self.database
    }

    pub async fn account(&self) -> Account<'_> {
        self.service.account().await
    }

    /// Waits until every call under way has ended, and finds no connection that has not.
    pub async fn settled(&self) {
        let mut superuser = self.database.superuser().await;
        let limit = Instant::now() + Duration::from_secs(10);
        loop {
            let open = superuser
                .column(
                    "SELECT concat_ws(' ', state, query) FROM pg_stat_activity
                     WHERE datname = current_database() AND usename = 'annals_app' AND state <> 'idle'",
                )
                .await;
            if open.is_empty() {
                return;
            }
            assert!(Instant::now() < limit, "connections are not idle: {open:?}");
            tokio::task::yield_now().await;
        }
    }
}
