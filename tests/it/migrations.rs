//! Migrations: from nothing to the head, once, whoever runs them; and what a migration file must say of itself.

mod files;

use std::collections::BTreeMap;

use annals::store::tx::{migrate, pending_migrations};
use sha2::{Digest, Sha384};

use files::{committed, faults};

use crate::support::{Database, OwnDatabase};

/// What the schema is, in words that can be compared.
async fn shape(database: &OwnDatabase) -> Vec<String> {
    let mut superuser: Database = database.superuser().await;
    superuser
        .column(
            "SELECT concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, a.attacl)
             FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
             WHERE c.relnamespace IN ('public'::regnamespace, 'app'::regnamespace) AND attnum > 0 AND NOT attisdropped
             UNION ALL SELECT concat_ws(' ', oid::regclass, relacl, relrowsecurity, relforcerowsecurity) FROM pg_class
             WHERE relnamespace IN ('public'::regnamespace, 'app'::regnamespace)
             UNION ALL SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid <> 0
             UNION ALL SELECT concat_ws(' ', polrelid::regclass, polname, pg_get_expr(polqual, polrelid)) FROM pg_policy
             UNION ALL SELECT concat_ws(' ', oid::regprocedure, md5(prosrc), proacl, prosecdef) FROM pg_proc
             WHERE pronamespace = 'app'::regnamespace
             ORDER BY 1",
        )
        .await
}

#[tokio::test]
async fn an_empty_database_comes_to_the_head_and_stays_there() {
    let own = OwnDatabase::empty().await;
    let pending = pending_migrations(&own.app_url()).await.unwrap();
    assert_eq!(pending, committed().iter().map(|file| file.version).collect::<Vec<_>>());

    let first = migrate(&own.owner_url()).await.unwrap();
    assert_eq!((first.applied.clone(), first.total), (pending, committed().len()));
    assert_eq!(pending_migrations(&own.app_url()).await.unwrap(), [0; 0]);
    let shape_once = shape(&own).await;
    assert!(shape_once.len() > 300, "{}", shape_once.len());

    let second = migrate(&own.owner_url()).await.unwrap();
    assert_eq!((second.applied, second.total), (Vec::new(), first.total));
    assert_eq!(shape(&own).await, shape_once);
}

#[tokio::test]
async fn five_at_once_apply_each_migration_once() {
    let own = OwnDatabase::empty().await;
    let url = own.owner_url();
    let runs = futures::future::join_all((0..5).map(|_| migrate(&url))).await;
    let mut applied: Vec<i64> = runs.into_iter().flat_map(|run| run.unwrap().applied).collect();
    applied.sort_unstable();
    assert_eq!(applied, committed().iter().map(|file| file.version).collect::<Vec<_>>());
    assert_eq!(shape(&own).await, shape(&OwnDatabase::migrated().await).await);
}

#[tokio::test]
async fn a_file_that_changed_after_it_was_applied_is_refused() {
    let own = OwnDatabase::migrated().await;
    let version = committed()[1].version;
    own.superuser()
        .await
        .must(&format!("UPDATE app_migrations SET checksum = '\\x00' WHERE version = {version}"))
        .await;
    let before = shape(&own).await;
    let refused = migrate(&own.owner_url()).await.unwrap_err();
    let words = format!("{refused} {}", refused.causes());
    assert!(words.contains(&version.to_string()) && words.contains("changed"), "{words}");
    assert_eq!(shape(&own).await, before);
}

#[tokio::test]
async fn what_is_missing_is_reported_and_applied_alone() {
    let own = OwnDatabase::migrated().await;
    let last = committed().last().unwrap().version;
    // The last file adds a grant; it is taken away here as its own opening comment says.
    own.superuser()
        .await
        .must(&format!(
            "REVOKE DELETE ON scope_nodes FROM annals_app; DELETE FROM app_migrations WHERE version = {last}"
        ))
        .await;
    assert_eq!(pending_migrations(&own.app_url()).await.unwrap(), [last]);
    assert_eq!(migrate(&own.owner_url()).await.unwrap().applied, [last]);
    assert_eq!(shape(&own).await, shape(&OwnDatabase::migrated().await).await);
}

#[tokio::test]
async fn a_migration_that_fails_leaves_nothing_behind() {
    let own = OwnDatabase::empty().await;
    // A table in the way makes the second file fail.
    own.superuser().await.must("CREATE TABLE public.scope_nodes (id int)").await;
    assert!(migrate(&own.owner_url()).await.is_err());
    let mut superuser = own.superuser().await;
    let versions = superuser.column("SELECT version FROM app_migrations ORDER BY 1").await;
    assert_eq!(versions, [committed()[0].version.to_string()]);
    assert_eq!(superuser.value("SELECT to_regclass('public.accounts')").await, "", "half of a file was kept");
    superuser.must("DROP TABLE public.scope_nodes").await;
    assert_eq!(migrate(&own.owner_url()).await.unwrap().applied.len(), committed().len() - 1);
}

/// The list is in the form of `sha384sum`; a line in it never changes once its file has been released.
#[test]
fn applied_files_never_change() {
    let listed: BTreeMap<&str, &str> = include_str!("migrations/checksums.txt")
        .lines()
        .map(|line| line.split_once("  ").expect("a checksum, two spaces, a path"))
        .map(|(checksum, path)| (path, checksum))
        .collect();
    let found: BTreeMap<String, String> = committed()
        .iter()
        .map(|file| {
            let digest = Sha384::digest(file.text.as_bytes());
            let checksum = digest.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
            (format!("migrations/{}", file.name), checksum)
        })
        .collect();
    let found: BTreeMap<&str, &str> = found.iter().map(|(path, checksum)| (path.as_str(), checksum.as_str())).collect();
    assert_eq!(found, listed, "a new file gets a line in tests/it/migrations/checksums.txt; an old one stays as it is");
}

#[test]
fn every_file_says_why_what_it_locks_and_how_to_undo_it() {
    for file in committed() {
        assert_eq!(faults(&file.name, &file.text), [""; 0], "{}", file.name);
    }
}

#[test]
fn a_file_that_says_too_little_is_seen() {
    let says = "-- Why: a reason.\n-- Locks: none, the table is new. Undo by hand: drop it.\n";
    let reasoned =
        "-- Why: a reason.\n-- Locks: memories, shortly: the default is a constant. Undo by hand: drop it.\n";
    let name = "20261231000100_more.sql";
    assert_eq!(faults(name, &format!("{says}CREATE TABLE t (id int);\nCREATE INDEX ON t (id);\n")), [""; 0]);
    assert_eq!(faults(name, &format!("{reasoned}ALTER TABLE memories ADD COLUMN x int;\n")), [""; 0]);
    for (text, word) in [
        ("CREATE TABLE t (id int);\n".to_owned(), "Why"),
        ("-- Why: a reason.\nCREATE TABLE t (id int);\n".to_owned(), "Locks"),
        ("-- Why: a reason.\n-- Locks: none.\nCREATE TABLE t (id int);\n".to_owned(), "Undo"),
        (format!("CREATE TABLE t (id int);\n{says}"), "Why"),
        (format!("{says}ALTER TABLE memories ADD COLUMN x int;\n"), "ALTER TABLE memories"),
        (format!("{says}CREATE INDEX slow ON memories (kind);\n"), "CREATE INDEX on memories"),
        (format!("{says}DROP TABLE memories;\n"), "DROP TABLE"),
        (format!("{says}UPDATE memories SET kind = 'note';\n"), "UPDATE memories"),
        (format!("{says}DELETE FROM memories;\n"), "DELETE FROM memories"),
        (format!("{says}LOCK TABLE memories;\n"), "LOCK TABLE"),
        (
            format!("{says}CREATE TRIGGER t AFTER INSERT ON memories EXECUTE FUNCTION f();\n"),
            "CREATE TRIGGER on memories",
        ),
    ] {
        let found = faults(name, &text);
        assert!(found.iter().any(|fault| fault.contains(word)), "{word}: {found:?} in\n{text}");
    }
    assert!(faults("more.sql", says)[0].contains("named"));
}
