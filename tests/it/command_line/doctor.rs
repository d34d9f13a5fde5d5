//! `annals doctor` passes on a good installation and names each planted fault.

use serde_json::Value;

use super::installation::binary_on;
use crate::support::{Binary, OwnDatabase, embedding_model_dir};

/// What the doctor says, by check; in JSON and in words.
fn examined(binary: &Binary) -> (i32, Vec<(String, bool, String)>) {
    let run = binary.run(&["doctor", "--json"]);
    let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{run:?}"));
    let checks: Vec<(String, bool, String)> = report["checks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|check| {
            (
                check["check"].as_str().unwrap().to_owned(),
                check["ok"].as_bool().unwrap(),
                check["says"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    assert_eq!(report["ok"].as_bool().unwrap(), checks.iter().all(|(_, fine, _)| *fine));
    let words = binary.run(&["doctor"]);
    assert_eq!(words.code, run.code);
    for (name, fine, _) in &checks {
        let mark = if *fine { "ok" } else { "FAIL" };
        assert!(words.out.lines().any(|line| line.starts_with(mark) && line.contains(name.as_str())), "{}", words.out);
    }
    (run.code, checks)
}

/// The one check that fails, and what it says.
#[track_caller]
fn failing(binary: &Binary) -> (String, String) {
    let (code, checks) = examined(binary);
    let failed: Vec<_> = checks.into_iter().filter(|(_, fine, _)| !fine).collect();
    assert_eq!(code, 1);
    assert_eq!(failed.len(), 1, "{failed:?}");
    (failed[0].0.clone(), failed[0].2.clone())
}

fn good() -> Binary {
    Binary::new().with("ANNALS_EMBEDDER", "builtin").with("ANNALS_EMBEDDING_MODEL_DIR", &embedding_model_dir())
}

#[test]
fn a_good_installation_passes_every_check() {
    let (code, checks) = examined(&good());
    assert_eq!(code, 0, "{checks:?}");
    let names: Vec<&str> = checks.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["settings", "database", "isolation", "migrations", "keys", "clock", "model"]);
    let says = |name: &str| checks.iter().find(|(check, ..)| check == name).unwrap().2.clone();
    assert!(says("database").contains("annals_app") && says("database").contains("Postgres 18"));
    assert!(says("model").contains("all-MiniLM-L6-v2") && says("model").contains("384"));
}

#[test]
fn meaning_that_is_switched_off_is_no_fault() {
    let (code, checks) = examined(&Binary::new());
    assert_eq!(code, 0, "{checks:?}");
    assert!(checks.iter().any(|(name, _, says)| name == "model" && says.contains("words alone")));
}

#[test]
fn a_master_key_that_does_not_open_the_keys_is_named() {
    let (check, says) = failing(&good().with("ANNALS_MASTER_KEY", "b3RoZXIga2V5IG90aGVyIGtleSBvdGhlciBrZXkgMTI="));
    assert_eq!(check, "keys");
    assert!(says.contains("ANNALS_MASTER_KEY"), "{says}");
    assert!(!says.contains("b3RoZXI"), "{says}");
}

#[test]
fn a_model_that_is_missing_or_not_the_pinned_one_is_named() {
    let (check, says) = failing(&good().with("ANNALS_EMBEDDING_MODEL_DIR", "/no/such/folder"));
    assert_eq!(check, "model");
    assert!(
        says.contains("model.onnx") && says.contains("missing") && says.contains("ANNALS_EMBEDDING_MODEL_DIR"),
        "{says}"
    );

    let folder = std::env::temp_dir().join(format!("annals-test-{}", annals::ids::RequestId::generate()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("model.onnx"), b"not a model").unwrap();
    std::fs::write(folder.join("tokenizer.json"), b"{}").unwrap();
    let (check, says) = failing(&good().with("ANNALS_EMBEDDING_MODEL_DIR", folder.to_str().unwrap()));
    assert_eq!(check, "model");
    assert!(says.contains("not the pinned"), "{says}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_database_that_cannot_be_reached_is_named_without_its_password() {
    let binary = good().with("ANNALS_DATABASE_URL", "postgres://annals_app:hunter2@127.0.0.1:9/annals");
    let (check, says) = failing(&binary);
    assert_eq!(check, "database");
    assert!(says.contains("ANNALS_DATABASE_URL"), "{says}");
    assert!(!says.contains("hunter2"), "{says}");
    let (code, checks) = examined(&good().without("ANNALS_DATABASE_URL"));
    assert_eq!(code, 1);
    assert!(
        checks.iter().any(|(name, fine, says)| name == "settings" && !fine && says.contains("ANNALS_DATABASE_URL")),
        "{checks:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_migrations_are_named_with_the_command_that_applies_them() {
    let own = OwnDatabase::migrated().await;
    own.superuser()
        .await
        .must("DELETE FROM app_migrations WHERE version = (SELECT max(version) FROM app_migrations)")
        .await;
    let (check, says) = failing(&binary_on(&own));
    assert_eq!(check, "migrations");
    assert!(says.starts_with("1 migration") && says.contains("annals migrate"), "{says}");
    let serve = binary_on(&own).run(&["serve"]);
    assert_eq!(serve.code, 1);
    assert!(serve.err.contains("annals migrate"), "{}", serve.err);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_database_is_told_to_be_migrated() {
    let own = OwnDatabase::empty().await;
    own.superuser().await.must("GRANT annals_system TO annals_app WITH INHERIT FALSE, SET TRUE").await;
    let (code, checks) = examined(&binary_on(&own));
    assert_eq!(code, 1);
    let migrations = checks.iter().find(|(name, ..)| name == "migrations").unwrap_or_else(|| panic!("{checks:?}"));
    assert!(!migrations.1 && migrations.2.contains("annals migrate"), "{migrations:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_superuser_is_refused_by_the_doctor_and_by_serving() {
    let own = OwnDatabase::migrated().await;
    let binary = binary_on(&own).with("ANNALS_DATABASE_URL", &own.superuser_url());
    let (check, says) = failing(&binary);
    assert_eq!(check, "isolation");
    assert!(says.contains("superuser") && says.contains("annals_app"), "{says}");
    let serve = binary.run(&["serve"]);
    assert_eq!(serve.code, 1);
    assert!(serve.err.contains("superuser"), "{}", serve.err);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owning_role_and_a_table_without_isolation_are_refused() {
    let own = OwnDatabase::migrated().await;
    let owner = binary_on(&own).with("ANNALS_DATABASE_URL", &own.owner_url());
    let (code, checks) = examined(&owner);
    assert_eq!(code, 1);
    assert!(
        checks.iter().any(|(_, fine, says)| !fine && (says.contains("annals_app") || says.contains("annals_system"))),
        "{checks:?}"
    );

    own.superuser().await.must("ALTER TABLE memories NO FORCE ROW LEVEL SECURITY").await;
    let (check, says) = failing(&binary_on(&own));
    assert_eq!(check, "isolation");
    assert!(says.contains("memories"), "{says}");
    let serve = binary_on(&own).run(&["serve"]);
    assert_eq!(serve.code, 1);
    assert!(serve.err.contains("memories"), "{}", serve.err);
}
