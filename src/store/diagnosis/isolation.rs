//! What the catalogue says of the walls between accounts, line by line.

use crate::error::AppError;
use crate::store::tx::{AccountTx, SystemTx, from_sqlx};

/// The functions that run with more rights than their caller, by name. Each answers ids or nothing at all.
pub const DEFINER_FUNCTIONS: [&str; 5] =
    ["member_emails", "memories_holding", "offer_password_reset", "record_denial", "word_candidates"];

/// A table that has an account.
#[derive(Debug, Clone)]
pub struct GuardedTable {
    /// Its name.
    pub name: String,
    /// Whether row-level security is on.
    pub is_enabled: bool,
    /// Whether it binds the owner too.
    pub is_forced: bool,
    /// Its policies, as `name (kind, command, roles)`.
    pub policies: Vec<String>,
    /// Whether the serving role is bound to one account by a policy that lets in and one that keeps out.
    pub is_bound: bool,
    /// Policies that let the serving role see rows of other accounts.
    pub open_policies: Vec<String>,
}

/// A function that runs with its owner's rights.
#[derive(Debug, Clone)]
pub struct DefinerFunction {
    /// Its name and arguments.
    pub signature: String,
    /// Its bare name.
    pub name: String,
    /// Whose rights it has.
    pub owner: String,
    /// Whether its owner passes by row-level security, or owns the tables.
    pub owner_is_unbound: bool,
}

/// What the catalogue says.
#[derive(Debug, Clone)]
pub struct Walls {
    /// Every table that has an account.
    pub tables: Vec<GuardedTable>,
    /// Every function that runs with its owner's rights.
    pub functions: Vec<DefinerFunction>,
}

impl GuardedTable {
    /// What is wrong with it, where something is.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        if !self.is_enabled {
            Some("row-level security is off".to_owned())
        } else if !self.is_forced {
            Some("row-level security does not bind the owner".to_owned())
        } else if !self.is_bound {
            Some("no pair of policies binds the serving role to one account".to_owned())
        } else if self.open_policies.is_empty() {
            None
        } else {
            Some(format!("open to other accounts by {}", self.open_policies.join(", ")))
        }
    }
}

impl DefinerFunction {
    /// What is wrong with it, where something is.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        if !DEFINER_FUNCTIONS.contains(&self.name.as_str()) {
            Some("it is not on the list of functions that may have their owner's rights".to_owned())
        } else if self.owner_is_unbound {
            Some(format!("its owner {} passes by row-level security", self.owner))
        } else {
            None
        }
    }
}

/// Asks, in a call's transaction.
///
/// # Errors
/// Unavailable without a database.
pub async fn walls(tx: &mut AccountTx) -> Result<Walls, AppError> {
    ask(tx.conn()).await
}

/// Asks, for an operator.
///
/// # Errors
/// Unavailable without a database.
pub async fn walls_for_operator(tx: &mut SystemTx) -> Result<Walls, AppError> {
    ask(tx.conn()).await
}

#[expect(clippy::disallowed_types, reason = "one question for both kinds of transaction")]
async fn ask(connection: &mut sqlx::PgConnection) -> Result<Walls, AppError> {
    let tables = sqlx::query_as!(
        GuardedTable,
        r#"SELECT c.relname::text AS "name!", c.relrowsecurity AS "is_enabled!", c.relforcerowsecurity AS "is_forced!",
                  ARRAY(SELECT format('%s (%s, %s, %s)', p.policyname, lower(p.permissive), lower(p.cmd),
                                      array_to_string(p.roles, ' '))
                        FROM pg_policies AS p
                        WHERE p.schemaname = 'public' AND p.tablename = c.relname
                        ORDER BY p.policyname) AS "policies!",
                  (SELECT count(DISTINCT p.permissive) = 2 FROM pg_policies AS p
                   WHERE p.schemaname = 'public' AND p.tablename = c.relname AND p.cmd = 'ALL'
                     AND p.roles = ARRAY['annals_app']::name[]
                     AND NOT EXISTS (
                       SELECT FROM unnest(ARRAY[p.qual, p.with_check]) AS given (condition)
                       WHERE given.condition IS NULL
                          OR given.condition NOT LIKE '(account_id = ( SELECT app.current_account() AS current_account))'
                         AND given.condition NOT LIKE '((account_id = ( SELECT app.current_account() AS current_account)) AND (%'
                     )) AS "is_bound!",
                  ARRAY(SELECT p.policyname::text FROM pg_policies AS p
                        WHERE p.schemaname = 'public' AND p.tablename = c.relname AND p.permissive = 'PERMISSIVE'
                          AND p.roles && ARRAY['annals_app', 'public']::name[]
                          AND (coalesce(p.qual, '') || coalesce(p.with_check, '')) NOT LIKE '%current_account()%'
                        ORDER BY 1) AS "open_policies!"
           FROM pg_class AS c
           JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'account_id' AND NOT a.attisdropped
           WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
           ORDER BY 1"#
    )
    .fetch_all(&mut *connection)
    .await
    .map_err(from_sqlx)?;
    let functions = sqlx::query_as!(
        DefinerFunction,
        r#"SELECT f.oid::regprocedure::text AS "signature!", f.proname::text AS "name!", r.rolname::text AS "owner!",
                  (r.rolsuper OR r.rolbypassrls OR EXISTS (
                     SELECT FROM pg_class AS c
                     WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND c.relowner = r.oid
                  )) AS "owner_is_unbound!"
           FROM pg_proc AS f
           JOIN pg_roles AS r ON r.oid = f.proowner
           WHERE f.prosecdef AND f.pronamespace IN ('public'::regnamespace, 'app'::regnamespace)
           ORDER BY 1"#
    )
    .fetch_all(&mut *connection)
    .await
    .map_err(from_sqlx)?;
    Ok(Walls { tables, functions })
}
