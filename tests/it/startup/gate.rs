//! A gate in the database: a write waits before it until it is opened.

use std::time::{Duration, Instant};

use super::program::pause;
use crate::support::OwnDatabase;

/// A closed gate.
pub struct Gate<'a>(&'a OwnDatabase);

const PLANT: &str = "
CREATE TABLE gate (opened boolean);
GRANT SELECT ON gate TO annals_app;
CREATE FUNCTION app.wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WHILE NOT EXISTS (SELECT FROM gate) LOOP
    PERFORM pg_sleep(0.01);
  END LOOP;
  RETURN NEW;
END $$;
CREATE TRIGGER wait BEFORE INSERT ON memories FOR EACH ROW EXECUTE FUNCTION app.wait_at_gate()";

impl<'a> Gate<'a> {
    pub async fn plant(own: &'a OwnDatabase) -> Self {
        own.superuser().await.must(PLANT).await;
        Self(own)
    }

    /// Waits until a statement stands before it.
    pub async fn reached(&self) {
        let mut superuser = self.0.superuser().await;
        let limit = Instant::now() + Duration::from_secs(30);
        loop {
            let waiting = superuser
                .value("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'")
                .await;
            if waiting != "0" {
                return;
            }
            assert!(Instant::now() < limit, "nothing came to the gate");
            pause().await;
        }
    }

    pub async fn open(&self) {
        self.0.superuser().await.must("INSERT INTO gate VALUES (true)").await;
    }
}
