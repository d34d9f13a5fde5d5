//! `annals serve`, the real program: what it refuses to start with, what it waits for, and how it stops.

mod gate;
mod program;
mod relay;

use std::time::Duration;

use program::{Program, Settings};

use crate::support::{Client, Database, OwnDatabase, Service};

async fn refused(settings: Settings, sentence: &str) {
    let ended = settings.start().ended(Duration::from_secs(60)).await;
    assert_eq!(ended.code, Some(1), "{}", ended.errors);
    assert!(ended.errors.contains(sentence), "“{sentence}” is not in: {}", ended.errors);
    for secret in settings.secrets() {
        assert!(!ended.errors.contains(&secret) && !ended.output.contains(&secret), "a secret is shown");
    }
}

#[tokio::test]
async fn roles_that_policies_do_not_bind_are_refused() {
    let own = OwnDatabase::migrated().await;
    refused(Settings::of(&own.superuser_url()), "The role postgres is a superuser").await;
    refused(Settings::of(&own.owner_url()), "Serve as annals_app").await;
}

#[tokio::test]
async fn a_table_that_lost_its_protection_is_refused() {
    let own = OwnDatabase::migrated().await;
    own.superuser().await.must("ALTER TABLE memories NO FORCE ROW LEVEL SECURITY").await;
    refused(Settings::of(&own.app_url()), "not under forced row-level security: memories").await;
}

#[tokio::test]
async fn settings_that_are_missing_or_wrong_are_named() {
    let own = OwnDatabase::migrated().await;
    let settings = || Settings::of(&own.app_url());
    for (settings, sentence) in [
        (settings().without("ANNALS_MASTER_KEY"), "ANNALS_MASTER_KEY: is not set"),
        (settings().with("ANNALS_MASTER_KEY", "c2hvcnQ="), "ANNALS_MASTER_KEY"),
        (settings().without("ANNALS_DATABASE_URL"), "ANNALS_DATABASE_URL: is not set"),
        (settings().with("ANNALS_DATABASE_URL", "mysql:nowhere"), "ANNALS_DATABASE_URL: must be of the form"),
        (settings().with("ANNALS_PUBLIC_URL", "http://annals.example.com"), "ANNALS_PUBLIC_URL: must be an origin"),
        (
            settings().with("ANNALS_PUBLIC_URL", "https://annals.example.com/path"),
            "ANNALS_PUBLIC_URL: must be an origin",
        ),
        (settings().with("ANNALS_BIND", "everywhere"), "ANNALS_BIND: must be an address"),
    ] {
        refused(settings, sentence).await;
    }
}

#[tokio::test]
async fn another_master_key_than_the_one_that_sealed_the_keys_is_refused() {
    let own = OwnDatabase::migrated().await;
    let url = own.app_url();
    // A service whose key seals the first signing key.
    drop(Service::start(move |config| config.database_url = Some(url), annals::clock::Clock::default()));
    let other = "b3RoZXIga2V5IG9mIHRoZSBzYW1lIGxlbmd0aCAhISE=";
    refused(Settings::of(&own.app_url()).with("ANNALS_MASTER_KEY", other), "ANNALS_MASTER_KEY").await;
}

#[tokio::test]
async fn a_database_that_lacks_migrations_is_refused() {
    let own = OwnDatabase::empty().await;
    refused(Settings::of(&own.app_url()), "migrations; run `annals migrate` first").await;
}

#[tokio::test]
async fn an_address_that_is_taken_is_refused() {
    let own = OwnDatabase::migrated().await;
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    refused(Settings::of(&own.app_url()).with("ANNALS_BIND", &address), "cannot be listened on").await;
}

#[tokio::test]
async fn it_waits_for_a_database_that_is_not_there_yet_and_says_so() {
    let own = OwnDatabase::migrated().await;
    let relay = relay::Relay::reserve(&own.app_url());
    let mut program = Settings::of(&relay.url()).start();
    program.says("the database cannot be reached yet; waiting for it").await;
    relay.open().await;
    program.ready().await;
    program.terminate();
    assert_eq!(program.ended(Duration::from_secs(30)).await.code, Some(0));
}

#[tokio::test]
async fn a_stop_lets_a_slow_request_finish() {
    let own = OwnDatabase::migrated().await;
    let gate = gate::Gate::plant(&own).await;
    let mut program: Program = Settings::of(&own.app_url()).start();
    program.ready().await;
    let token = program.first_token(&own);
    let client = Client::new(&program.origin(), &token);
    let slow = tokio::spawn({
        let client = client.clone();
        async move { client.remember("Kept although the service stops.", "projects/slow").await }
    });
    gate.reached().await;
    program.terminate();
    program.says("stopping: requests under way are finished").await;
    gate.open().await;
    let id = slow.await.expect("the request is answered");
    let ended = program.ended(Duration::from_secs(30)).await;
    assert_eq!(ended.code, Some(0), "{}", ended.errors);
    let mut superuser: Database = own.superuser().await;
    assert_eq!(superuser.value("SELECT count(*) FROM memories").await, "1");
    assert!(!id.is_empty());
}
