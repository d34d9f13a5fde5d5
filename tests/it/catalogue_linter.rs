//! The linter of the system catalogue: design section 4 as questions to the migrated database. Each detector is one query
//! that gives what is wrong, and each is shown to see the faults that it is there for.

mod detector;
mod keys;
mod objects;
mod policies;
mod privileges;
mod roles;
mod roles_document;
mod tables;

use std::collections::HashSet;

use detector::{Detector, findings};

use crate::support::{Database, OwnDatabase, superuser_database_url};

fn detectors() -> impl Iterator<Item = &'static Detector> {
    [
        tables::DETECTORS,
        keys::DETECTORS,
        policies::DETECTORS,
        objects::DETECTORS,
        privileges::DETECTORS,
        roles::DETECTORS,
    ]
    .into_iter()
    .flatten()
}

#[tokio::test]
async fn the_migrated_database_keeps_every_rule_of_isolation() {
    let mut database = Database::connect(&superuser_database_url()).await;
    let mut found = Vec::new();
    for detector in detectors() {
        for fault in findings(&mut database, detector).await {
            found.push(format!("{}: {fault} ({})", detector.name, detector.rule));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// All plants share one clone; each is rolled back.
#[tokio::test]
async fn every_detector_sees_the_faults_that_it_is_there_for() {
    let own = OwnDatabase::migrated().await;
    let mut database = own.superuser().await;
    let mut missed = Vec::new();
    for detector in detectors() {
        assert!(!detector.plants.is_empty(), "{} is never shown to see anything", detector.name);
        let before = findings(&mut database, detector).await;
        assert!(before.is_empty(), "{} finds something where nothing was planted: {before:?}", detector.name);
        for (plant, named) in detector.plants {
            database.must("BEGIN").await;
            database.must(plant).await;
            let found = findings(&mut database, detector).await;
            database.must("ROLLBACK").await;
            if !found.iter().any(|fault| fault.contains(named)) {
                missed.push(format!("{} finds {found:?} after: {plant}", detector.name));
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[tokio::test]
async fn detectors_have_names_of_their_own_and_look_at_something() {
    let names: HashSet<&str> = detectors().map(|detector| detector.name).collect();
    assert_eq!(names.len(), detectors().count());
    let mut database = Database::connect(&superuser_database_url()).await;
    let seen = database.column(&detector::filled_in("SELECT name FROM {account_tables}")).await;
    for table in ["accounts", "memories", "embeddings", "chunks", "service_tokens"] {
        assert!(seen.iter().any(|name| name == table), "the linter does not see {table}: {seen:?}");
    }
}
