//! `annals migrate`, on databases of the test's own.

use serde_json::json;

use crate::support::{Binary, OwnDatabase};

/// The binary on a database of a test's own.
pub fn binary_on(own: &OwnDatabase) -> Binary {
    Binary::new().with("ANNALS_DATABASE_URL", &own.app_url()).with("ANNALS_OWNER_DATABASE_URL", &own.owner_url())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_database_is_migrated_once_and_then_up_to_date() {
    let own = OwnDatabase::empty().await;
    let binary = binary_on(&own);
    let first = binary.run(&["migrate", "--json"]).json();
    let applied = first["applied"].as_array().unwrap().len();
    assert!(applied > 0);
    assert_eq!(first["total"], json!(applied));
    let second = binary.run(&["migrate", "--json"]).json();
    assert_eq!(second, json!({"applied": [], "total": applied}));
    assert!(binary.run(&["migrate"]).out.contains("up to date"));
    let runs: Vec<_> = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..4).map(|_| scope.spawn(|| binary.run(&["migrate", "--json"]))).collect();
        starts.into_iter().map(|start| start.join().unwrap()).collect()
    });
    assert!(runs.iter().all(|run| run.code == 0), "{runs:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn four_migrations_at_once_of_an_empty_database_apply_each_step_once() {
    let own = OwnDatabase::empty().await;
    let binary = binary_on(&own);
    let runs: Vec<_> = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..4).map(|_| scope.spawn(|| binary.run(&["migrate", "--json"]))).collect();
        starts.into_iter().map(|start| start.join().unwrap()).collect()
    });
    let mut applied: Vec<i64> = runs
        .iter()
        .flat_map(|run| run.json()["applied"].as_array().unwrap().clone())
        .map(|version| version.as_i64().unwrap())
        .collect();
    let total = runs[0].json()["total"].as_u64().unwrap();
    assert_eq!(applied.len() as u64, total, "{applied:?}");
    applied.sort_unstable();
    applied.dedup();
    assert_eq!(applied.len() as u64, total);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_that_was_changed_afterwards_is_refused() {
    let own = OwnDatabase::migrated().await;
    own.superuser()
        .await
        .must("UPDATE app_migrations SET checksum = '\\x00' WHERE version = (SELECT min(version) FROM app_migrations)")
        .await;
    let run = binary_on(&own).run(&["migrate"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("was changed after it had been applied"), "{}", run.err);
}
