//! Which role may do what with which table: `docs/roles.md`, made from the migrated database.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::detector::filled_in;
use crate::support::{Database, OwnDatabase, superuser_database_url, writes_documents};

const PLACE: &str = "docs/roles.md";

const HEAD: &str = "\
# Roles and tables

Made from the migrated database by `tests/it/catalogue_linter/roles_document.rs`, which also keeps it fresh. After a change
to the grants, write it anew with `ANNALS_WRITE_DOCUMENTS=1 make test ARGS=\"--test it roles_document\"`.

- `annals_owner` owns everything here, runs the migrations and serves nothing. Forced row-level security binds it too.
- `annals_app` serves. It sees the rows of the account, and of the scope nodes, that its transaction names.
- `annals_system` works before an account is known; `annals_app` takes it on for a listed purpose.
- `annals_search` owns the functions that look past row-level security, for words and for what a denial named; nobody signs in as it.
- `annals_backup` reads everything through `pg_read_all_data`, for dumps; it has no grant of its own.

A verb with columns is granted on those columns alone. Roles that are not named in a row have no grant on that table.

| table | rows | annals_app | annals_system | annals_search |
| --- | --- | --- | --- | --- |
";

/// A row for each table: its name, what guards its rows, and what each role may do.
const MATRIX: &str = "SELECT c.oid::regclass::text,
    CASE WHEN c.oid IN (SELECT oid FROM {content_tables} AS t) THEN 'account and node'
         WHEN c.oid IN (SELECT oid FROM {account_tables} AS t) THEN 'account'
         WHEN c.relrowsecurity THEN 'annals_system' ELSE 'open' END,
    (SELECT string_agg(verbs, ', ' ORDER BY place) FROM {verbs_of}('annals_app')),
    (SELECT string_agg(verbs, ', ' ORDER BY place) FROM {verbs_of}('annals_system')),
    (SELECT string_agg(verbs, ', ' ORDER BY place) FROM {verbs_of}('annals_search'))
  FROM {tables} AS c ORDER BY 1";

/// What a role may do with the table `c`.
const VERBS: &str = "(SELECT place, verb || coalesce(' (' || columns || ')', '') AS verbs
    FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) WITH ORDINALITY AS verb (verb, place)
    CROSS JOIN LATERAL (
      SELECT NULL AS columns FROM aclexplode(c.relacl) AS given
      WHERE given.grantee = ROLE::regrole AND given.privilege_type = verb
      UNION ALL
      SELECT string_agg(a.attname, ', ' ORDER BY a.attnum) FROM pg_attribute AS a CROSS JOIN aclexplode(a.attacl) AS given
      WHERE a.attrelid = c.oid AND given.grantee = ROLE::regrole AND given.privilege_type = verb
      HAVING count(*) > 0) AS held) AS held";

async fn document(database: &mut Database) -> String {
    let mut query = filled_in(MATRIX);
    for role in ["'annals_app'", "'annals_system'", "'annals_search'"] {
        query = query.replace(&format!("{{verbs_of}}({role})"), &VERBS.replace("ROLE", role));
    }
    let mut text = HEAD.to_owned();
    for row in database.rows(&query).await.unwrap() {
        let cells: Vec<String> = row.into_iter().map(|cell| cell.unwrap_or_else(|| "–".to_owned())).collect();
        writeln!(text, "| `{}` | {} |", cells[0], cells[1..].join(" | ")).unwrap();
    }
    text
}

#[tokio::test]
async fn the_document_of_roles_says_what_the_database_grants() {
    let mut database = Database::connect(&superuser_database_url()).await;
    let made = document(&mut database).await;
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join(PLACE);
    if writes_documents() {
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(&place, &made).unwrap();
    }
    let kept = fs::read_to_string(&place).unwrap_or_default();
    assert_eq!(kept, made, "{PLACE} is stale; it says itself how it is written anew");
}

#[tokio::test]
async fn a_grant_changes_the_document_of_roles() {
    let own = OwnDatabase::migrated().await;
    let mut database = own.superuser().await;
    let before = document(&mut database).await;
    for grant in ["GRANT SELECT ON memories TO annals_system", "GRANT UPDATE (slug) ON teams TO annals_app"] {
        database.must("BEGIN").await;
        database.must(grant).await;
        let after = document(&mut database).await;
        database.must("ROLLBACK").await;
        assert_ne!(before, after, "{grant}");
    }
}
