//! Questions about the installation itself: roles, versions, policies, clock. Serving refuses to start where isolation
//! would not hold, and `annals doctor` says what to do.

use chrono::{DateTime, Utc};

use crate::error::AppError;
use crate::store::tx::{AccountTx, SystemTx, from_sqlx};

mod isolation;

pub use isolation::{DEFINER_FUNCTIONS, DefinerFunction, GuardedTable, Walls, walls, walls_for_operator};

/// What the database says of itself and of the role that serves.
#[derive(Debug)]
pub struct Installation {
    /// The role that serves.
    pub role: String,
    /// Whether it is a superuser.
    pub is_superuser: bool,
    /// Whether it passes by row-level security.
    pub bypasses_rls: bool,
    /// Tables that it owns, directly or through a role that it inherits.
    pub owned_tables: i64,
    /// The server's version, as 180006.
    pub server_version: i32,
    /// pgvector's version.
    pub vector_version: Option<String>,
    /// Tables with an account column that are not under forced row-level security.
    pub unprotected: Vec<String>,
    /// The database's clock.
    pub now: DateTime<Utc>,
}

/// Asks. The session's own role is looked at, not the one that the system transaction has taken on.
///
/// # Errors
/// Unavailable without a database.
pub async fn installation(tx: &mut SystemTx) -> Result<Installation, AppError> {
    ask(tx.conn()).await
}

/// The same, asked in a call's transaction.
///
/// # Errors
/// Unavailable without a database.
pub async fn installation_of_call(tx: &mut AccountTx) -> Result<Installation, AppError> {
    ask(tx.conn()).await
}

#[expect(clippy::disallowed_types, reason = "one question for both kinds of transaction")]
async fn ask(connection: &mut sqlx::PgConnection) -> Result<Installation, AppError> {
    sqlx::query_as!(
        Installation,
        r#"SELECT session_user::text AS "role!",
                  r.rolsuper AS "is_superuser!",
                  r.rolbypassrls AS "bypasses_rls!",
                  (SELECT count(*) FROM pg_class AS c
                   WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
                     AND pg_has_role(session_user, c.relowner, 'USAGE')) AS "owned_tables!",
                  current_setting('server_version_num')::int AS "server_version!",
                  (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector_version,
                  ARRAY(SELECT c.relname::text FROM pg_class AS c
                        JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'account_id' AND NOT a.attisdropped
                        WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
                          AND NOT (c.relrowsecurity AND c.relforcerowsecurity)
                        ORDER BY 1) AS "unprotected!",
                  clock_timestamp() AS "now!"
           FROM pg_roles AS r
           WHERE r.rolname = session_user"#
    )
    .fetch_one(&mut *connection)
    .await
    .map_err(from_sqlx)
}

impl Installation {
    /// Why this database must not be served, each with what to do about it. Empty where all is well.
    ///
    /// The floors are the minor releases that close the row-level security holes of 2023 to 2026 (security.md, finding 9).
    #[must_use]
    pub fn refusals(&self) -> Vec<String> {
        let mut refusals = Vec::new();
        let role = &self.role;
        if self.is_superuser {
            refusals.push(format!(
                "The role {role} is a superuser, whom row-level security does not bind. Serve as annals_app."
            ));
        }
        if self.bypasses_rls {
            refusals.push(format!("The role {role} has BYPASSRLS. Serve as annals_app, which has not."));
        }
        if self.owned_tables > 0 {
            refusals.push(format!(
                "The role {role} owns tables. Serve as annals_app; annals_owner is for migrations alone."
            ));
        }
        if !self.unprotected.is_empty() {
            refusals.push(format!(
                "These tables are not under forced row-level security: {}.",
                self.unprotected.join(", ")
            ));
        }
        let floor = match self.server_version / 10_000 {
            15 => 150_018,
            16 => 160_014,
            17 => 170_010,
            18 => 180_004,
            newer if newer > 18 => 0,
            _ => i32::MAX,
        };
        if self.server_version < floor {
            refusals.push(format!(
                "Postgres {} is too old: at least 15.18, 16.14, 17.10 or 18.4 is needed.",
                dotted(self.server_version)
            ));
        }
        match self.vector_version.as_deref() {
            None => refusals.push("The extension pgvector is not installed in this database.".to_owned()),
            Some(version) if numbers(version) < [0, 8, 2] => {
                refusals.push(format!("pgvector {version} is too old: at least 0.8.2 is needed."));
            }
            Some(_) => {}
        }
        refusals
    }
}

/// A version as people write it.
#[must_use]
pub fn dotted(version: i32) -> String {
    format!("{}.{}", version / 10_000, version % 10_000)
}

fn numbers(version: &str) -> [u32; 3] {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    std::array::from_fn(|_| parts.next().unwrap_or(0))
}

#[cfg(test)]
mod tests;
