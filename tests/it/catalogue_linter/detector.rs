//! What a detector is.

use crate::support::Database;

/// A rule, the query that finds where it is broken, and faults that it must see.
pub struct Detector {
    /// A short name.
    pub name: &'static str,
    /// The rule in words.
    pub rule: &'static str,
    /// A query with one column: what is wrong, by name. Words in braces stand for the fragments below.
    pub query: &'static str,
    /// Statements that break the rule, each with a word that the finding must hold.
    pub plants: &'static [(&'static str, &'static str)],
}

/// Tables with an account column: oid, name, relrowsecurity, relforcerowsecurity.
const ACCOUNT_TABLES: &str = "(SELECT c.oid, c.oid::regclass::text AS name, c.relrowsecurity, c.relforcerowsecurity
  FROM {tables} AS c
  WHERE EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'account_id' AND NOT a.attisdropped))";

/// Tables of ours.
const TABLES: &str = "(SELECT c.* FROM pg_class AS c WHERE c.relkind IN ('r', 'p') AND c.relnamespace IN ({schemas}))";

/// Schemas that are not Postgres' own.
const SCHEMAS: &str = "SELECT oid FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'";

/// Tables whose rows also belong to a scope node, seen by their policies.
const CONTENT_TABLES: &str = "(SELECT t.* FROM {account_tables} AS t
  WHERE EXISTS (SELECT FROM pg_policy AS p WHERE p.polrelid = t.oid
                AND pg_get_expr(p.polqual, p.polrelid) LIKE '%app.readable_nodes()%'))";

/// Functions of ours: not of an extension.
const FUNCTIONS: &str = "(SELECT f.*, f.oid::regprocedure::text AS signature FROM pg_proc AS f
  WHERE f.pronamespace IN ({schemas})
    AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_proc'::regclass AND d.objid = f.oid AND d.deptype = 'e'))";

/// The roles that are not the owner.
const ROLES: &str = "('annals_app', 'annals_system', 'annals_search', 'annals_backup')";

/// A query with its fragments put in.
pub fn filled_in(query: &str) -> String {
    let fragments = [
        ("{content_tables}", CONTENT_TABLES),
        ("{account_tables}", ACCOUNT_TABLES),
        ("{tables}", TABLES),
        ("{functions}", FUNCTIONS),
        ("{schemas}", SCHEMAS),
        ("{roles}", ROLES),
    ];
    fragments.into_iter().fold(query.to_owned(), |text, (word, fragment)| text.replace(word, fragment))
}

/// What a detector finds.
pub async fn findings(database: &mut Database, detector: &Detector) -> Vec<String> {
    database.column(&filled_in(detector.query)).await
}
