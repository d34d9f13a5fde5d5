//! What only a database in trouble brings about, in databases of their own: columns that are gone, statements that hang,
//! calls that meet, a server that takes no connection. Nothing of it shows but a code and a sentence.

use std::time::Duration;

use annals::CATALOG;
use annals::clock::Clock;
use annals::error::TABLE;
use serde_json::json;

use crate::catalogue::{Way, assert_none, stocked};
use crate::errors::leaks::assert_tight;
use crate::errors::shape::faults_of_problem;
use crate::support::{Answer, OwnDatabase, Service};

/// A service on a database of its own.
async fn own_service() -> (OwnDatabase, Service) {
    let own = OwnDatabase::migrated().await;
    let url = own.app_url();
    let service = Service::start(
        move |config| {
            config.database_url = Some(url);
            config.pool.acquire_timeout = Duration::from_millis(300);
            config.pool.statement_timeout = Duration::from_millis(500);
        },
        Clock::default(),
    );
    (own, service)
}

fn faults(answer: &Answer, code: &str) -> Vec<String> {
    assert_tight(answer);
    faults_of_problem(answer, TABLE.iter().find(|row| row.name == code).unwrap())
}

#[tokio::test]
async fn a_statement_that_fails_shows_nothing_of_itself() {
    let (own, service) = own_service().await;
    let stocked = stocked(&service).await;
    // Every operation begins by asking for the nodes: without their paths, none works.
    own.superuser().await.must("ALTER TABLE scope_nodes RENAME COLUMN path TO elsewhere").await;
    let mut found = Vec::new();
    for entry in &CATALOG {
        for way in Way::of(entry.spec()) {
            let said = way.call(&stocked.client, entry, &(entry.spec().example)(&stocked.sample)).await;
            match way {
                Way::Rest => found.extend(faults(&said.http, "internal")),
                Way::Legacy | Way::Modern => {
                    assert_tight(&said.http);
                    if said.code.as_deref() != Some(way.told(entry.spec(), "internal")) || said.http.status != 200 {
                        found.push(format!("{}, {way}: {}", entry.spec().name, said.body()));
                    }
                }
            }
        }
    }
    assert_none(&found);
}

#[tokio::test]
async fn what_a_statement_refuses_with_is_told_by_code_alone() {
    let (own, service) = own_service().await;
    let stocked = stocked(&service).await;
    own.superuser()
        .await
        .must(
            "CREATE FUNCTION app.planted() RETURNS trigger LANGUAGE plpgsql AS $$
             BEGIN
               IF NEW.content = 'deadlock' THEN RAISE EXCEPTION 'relation memories' USING ERRCODE = '40P01'; END IF;
               IF NEW.content = 'serialisation' THEN RAISE EXCEPTION 'relation memories' USING ERRCODE = '40001'; END IF;
               IF NEW.content = 'shutdown' THEN RAISE EXCEPTION 'relation memories' USING ERRCODE = '57P01'; END IF;
               IF NEW.content = 'hanging' THEN PERFORM pg_sleep(60); END IF;
               IF NEW.content = 'other' THEN RAISE EXCEPTION 'SELECT secret FROM memories'; END IF;
               RETURN NEW;
             END $$;
             CREATE TRIGGER planted BEFORE INSERT ON memories FOR EACH ROW EXECUTE FUNCTION app.planted()",
        )
        .await;
    let mut found = Vec::new();
    for (content, code) in [
        ("deadlock", "conflict"),
        ("serialisation", "conflict"),
        ("shutdown", "unavailable"),
        ("hanging", "timeout"),
        ("other", "internal"),
    ] {
        let arguments = json!({"content": content, "path": "projects/general"});
        found.extend(faults(&stocked.client.post("/v1/memories", arguments.clone()).await, code));
        let on_mcp = stocked.client.call("remember", arguments).await;
        assert_tight(&on_mcp.http);
        assert!(on_mcp.failure().starts_with(&format!("{code}: ")), "{}", on_mcp.http.text);
    }
    assert_none(&found);
    // None of it was stored, and the service goes on.
    stocked.client.remember("All is well again.", "projects/general").await;
    let stored =
        own.superuser().await.value("SELECT count(*) FROM memories WHERE content IN ('deadlock', 'other')").await;
    assert_eq!(stored, "0");
}

#[tokio::test]
async fn a_database_that_takes_no_connection_is_unavailable_until_it_does() {
    let (own, service) = own_service().await;
    let stocked = stocked(&service).await;
    let mut superuser = own.superuser().await;
    let name = own.name().to_owned();
    // Two statements: what works beside the requests connects again at once, and must find the limit committed.
    superuser.must(&format!("ALTER DATABASE {name} CONNECTION LIMIT 0")).await;
    superuser
        .must(&format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid()"
        ))
        .await;
    let answer = stocked.client.get("/v1/workspaces").await;
    assert_none(&faults(&answer, "unavailable"));
    let ready = stocked.client.get("/readyz").await;
    assert_eq!(ready.status, 503);
    assert_tight(&ready);
    assert_eq!(stocked.client.get("/livez").await.status, 200);

    superuser.must(&format!("ALTER DATABASE {name} CONNECTION LIMIT -1")).await;
    stocked.client.get("/v1/workspaces").await.expect(200);
}
