//! `isolation_report`: every line passes on a sound database, and each planted fault is told where it is.

use annals::auth::Role;
use annals::clock::Clock;
use serde_json::Value;

use crate::support::{OwnDatabase, Service, Wish, service};

/// The lines that do not pass, with what is wrong.
fn failing(report: &Value) -> Vec<String> {
    let lines = ["tables", "functions"].into_iter().flat_map(|part| report[part].as_array().unwrap());
    lines
        .filter(|line| line["pass"] == false)
        .map(|line| format!("{}: {}", line["name"].as_str().unwrap(), line["problem"].as_str().unwrap()))
        .collect()
}

#[tokio::test]
async fn a_sound_database_passes_every_line() {
    let report = service().account().await.client().await.get("/v1/isolation-report").await.expect(200);
    assert_eq!(failing(&report), Vec::<String>::new());
    assert_eq!(report["pass"], true, "{report}");
    assert_eq!(report["server"]["role"], "annals_app");
    let tables = report["tables"].as_array().unwrap();
    for name in ["memories", "chunks", "audit_events", "webhooks", "jobs", "oauth_grants"] {
        let table = tables.iter().find(|table| table["name"] == name).unwrap_or_else(|| panic!("no {name}"));
        assert!(table["policies"].as_array().unwrap().len() >= 2, "{table}");
    }
}

#[tokio::test]
async fn each_planted_fault_fails_its_line() {
    let own = OwnDatabase::migrated().await;
    let url = own.app_url();
    let service = Service::start(move |config| config.database_url = Some(url), Clock::default());
    let client = service.account().await.client().await;
    let mut superuser = own.superuser().await;
    let plants = [
        ("ALTER TABLE rules DISABLE ROW LEVEL SECURITY", "ALTER TABLE rules ENABLE ROW LEVEL SECURITY", "rules: "),
        ("ALTER TABLE rules NO FORCE ROW LEVEL SECURITY", "ALTER TABLE rules FORCE ROW LEVEL SECURITY", "rules: "),
        (
            "CREATE POLICY planted ON jobs FOR SELECT TO annals_app USING (true)",
            "DROP POLICY planted ON jobs",
            "jobs: open to other accounts by planted",
        ),
        (
            "ALTER POLICY account_rows_only ON webhooks USING (account_id = (SELECT app.current_account()) OR true)",
            "ALTER POLICY account_rows_only ON webhooks USING (account_id = (SELECT app.current_account()))",
            "webhooks: no pair of policies",
        ),
        (
            "CREATE FUNCTION app.peek() RETURNS bigint LANGUAGE sql SECURITY DEFINER RETURN 1",
            "DROP FUNCTION app.peek()",
            "app.peek(): it is not on the list",
        ),
    ];
    for (plant, cure, named) in plants {
        superuser.must(plant).await;
        let report = client.get("/v1/isolation-report").await.expect(200);
        let found = failing(&report);
        superuser.must(cure).await;
        assert_eq!(report["pass"], false, "{plant}");
        assert!(found.len() == 1 && found[0].starts_with(named), "{plant}: {found:?}");
    }
    let report = client.get("/v1/isolation-report").await.expect(200);
    assert_eq!(report["pass"], true, "{:?}", failing(&report));
}

#[tokio::test]
async fn members_do_not_see_it() {
    let account = service().account().await;
    let member = account.member(Role::Member, "mia").await;
    let client = account.client_with(Wish { user: Some(member), ..Wish::default() }).await;
    for path in ["/v1/isolation-report", "/v1/usage", "/v1/jobs", "/v1/webhooks"] {
        assert_eq!(client.get(path).await.refused(403), "forbidden", "{path}");
    }
}
