//! Every read of the catalogue, on both surfaces: what returns content marks the node that it is from, the rest only that the
//! agent is there; what is denied marks nothing.

use annals::CATALOG;
use annals::auth::Role;
use annals::op::{Entry, Sample};
use serde_json::{Value, json};

use super::marks::{known, shown};
use crate::catalogue::{Stocked, Way, assert_none, stocked};
use crate::support::{HeldRows, Wish, replica, service};

/// Reads that return no content of memories: settings, names of places, and rules, which bind whoever may not read where they
/// come from.
const SHOW_NOTHING: &[&str] = &[
    "account_get",
    "account_policies",
    "app_list",
    "audit_list",
    "decisions_list_spaces",
    "gate_statistics",
    "grant_list",
    "invitation_list",
    "isolation_report",
    "job_get",
    "job_list",
    "me_get",
    "member_get",
    "member_list",
    "memory_scopes",
    "rule_list",
    "scope_get",
    "scope_list",
    "team_get",
    "team_list",
    "token_get",
    "token_list",
    "usage_get",
    "webhook_delivery_list",
    "webhook_get",
    "webhook_list",
];

/// Arguments with which a read finds something in a stocked account.
fn arguments(entry: &Entry, sample: &Sample) -> Value {
    match entry.spec().name {
        "brief_me" => json!({"about": "sign-in"}),
        "memory_list_records" | "memory_list_summaries" | "record_export" | "document_list" => json!({}),
        "memory_export" => json!({"scope": {"kind": "shared"}}),
        "memory_search_records" | "memory_recall" | "recall" | "search_memory" | "search" => {
            json!({"query": "hosted clients sign in with OAuth"})
        }
        _ => (entry.spec().example)(sample),
    }
}

async fn stocked_well() -> Stocked<'static> {
    let stocked = stocked(service()).await;
    let body = json!({"text": "Decided how hosted clients sign in.", "items": [{"kind": "decision", "text": "Sign in with OAuth."}]});
    stocked.client.post("/v1/summaries", body).await.expect(200);
    stocked
}

#[tokio::test]
async fn what_returns_content_marks_where_it_is_from_before_the_reply() {
    let stocked = stocked_well().await;
    let mut faults = Vec::new();
    for entry in CATALOG.iter().filter(|entry| !entry.spec().effect.writes()) {
        let name = entry.spec().name;
        for (place, way) in Way::of(entry.spec()).enumerate() {
            let agent = format!("{name}-{place}");
            let client = stocked.account.client_with(Wish { agent: agent.clone(), ..Wish::default() }).await;
            let said = way.call(&client, entry, &arguments(entry, &stocked.sample)).await;
            assert!(said.structured.is_some(), "{name}, {way}: {}", said.body());
            let nodes = shown(&stocked.account, &agent).await;
            if nodes.is_empty() != SHOW_NOTHING.contains(&name) {
                faults.push(format!("{name}, {way}: marked {nodes:?}: {}", said.body()));
            }
            if known(&stocked.account, &agent).await != 1 {
                faults.push(format!("{name}, {way}: the agent is not marked as there"));
            }
        }
    }
    assert_none(&faults);
}

#[tokio::test]
async fn it_marks_the_nodes_that_were_shown_and_no_other() {
    let account = service().account().await;
    let owner = account.client().await;
    owner.post("/v1/scopes", json!({"path": "teams/engineering"})).await.expect(200);
    for path in ["projects/general", "teams/engineering", "people/owner", "notes"] {
        owner.remember(&format!("The harbour is seen from {path}."), path).await;
    }
    for (agent, path, wanted) in [
        ("one", "projects/general/%", vec!["/projects/general"]),
        ("two", "teams/engineering/%", vec!["/teams/engineering"]),
        ("all", "%", vec!["/", "/people/owner", "/projects/general", "/teams/engineering"]),
    ] {
        let client = account.client_with(Wish { agent: agent.to_owned(), ..Wish::default() }).await;
        let found =
            client.post("/v1/memories/recall", json!({"query": "harbour", "path_filter": path})).await.expect(200);
        assert_eq!(found["items"].as_array().unwrap().len(), wanted.len(), "{found}");
        assert_eq!(shown(&account, agent).await, wanted, "{agent}");
    }
    // A page that ends before a node shows nothing of it.
    let client = account.client_with(Wish { agent: "page".to_owned(), ..Wish::default() }).await;
    client.get("/v1/records?page_size=1").await.expect(200);
    assert_eq!(shown(&account, "page").await, ["/"]);
    // Nothing found is nothing shown.
    let client = account.client_with(Wish { agent: "none".to_owned(), ..Wish::default() }).await;
    client.get("/v1/records?topic=nothing-has-it").await.expect(200);
    assert_eq!((shown(&account, "none").await, known(&account, "none").await), (vec![], 1));
}

#[tokio::test]
async fn a_denied_read_marks_nothing() {
    let account = service().account().await;
    let owner = account.client().await;
    owner.post("/v1/scopes", json!({"path": "teams/secret"})).await.expect(200);
    let id = owner.remember("Said in the team alone.", "teams/secret").await;
    let member = account.member(Role::Member, "member").await;
    for (place, (name, arguments)) in [
        ("memory_get_record", json!({"id": id})),
        ("memory_version", json!({"versionId": id})),
        ("fetch", json!({"id": id})),
        ("memory_recall", json!({"query": "team", "scope": {"kind": "team", "team_id": "secret"}})),
        ("recall", json!({"query": "said in the team alone"})),
        ("change_list", json!({})),
    ]
    .into_iter()
    .enumerate()
    {
        let entry = annals::find(name).unwrap();
        for way in Way::of(entry.spec()) {
            let agent = format!("denied-{place}-{}", way.resource().len());
            let client =
                account.client_with(Wish { user: Some(member), agent: agent.clone(), ..Wish::default() }).await;
            let said = way.call(&client, entry, &arguments).await;
            assert!(!said.body().contains("Said in the team"), "{name}, {way}: {}", said.body());
            assert_eq!(shown(&account, &agent).await, Vec::<String>::new(), "{name}, {way}");
        }
    }
}

/// No reply with content leaves before it is noted that it was shown.
#[tokio::test(flavor = "multi_thread")]
async fn where_the_mark_cannot_be_written_nothing_is_shown() {
    let account = service().account().await;
    let client = account.client().await;
    client.remember("Shown only where it is noted.", "projects/general").await;
    client.get("/v1/records").await.expect(200);
    let rows = HeldRows::by(&format!("SELECT FROM agents WHERE account_id = '{}' FOR UPDATE", account.id.uuid())).await;
    // This replica has not marked the agent yet.
    let there = client.at(&replica().origin);
    let withheld = there.post("/v1/memories/recall", json!({"query": "shown"})).await;
    assert_eq!(withheld.json()["code"], json!("timeout"), "{}", withheld.text);
    assert!(!withheld.text.contains("Shown only"));
    rows.let_go().await;
    let found = there.post("/v1/memories/recall", json!({"query": "shown"})).await;
    assert!(found.text.contains("Shown only"));
}

#[tokio::test]
async fn both_surfaces_and_all_tokens_of_an_agent_are_one_reader() {
    let account = service().account().await;
    let owner = account.client().await;
    owner.remember("Seen over REST.", "projects/general").await;
    owner.remember("Seen over MCP.", "notes").await;
    let reader = || account.client_with(Wish { agent: "reader".to_owned(), ..Wish::default() });
    reader().await.post("/v1/memories/recall", json!({"query": "seen", "path_filter": "projects/%"})).await.expect(200);
    assert_eq!(shown(&account, "reader").await, ["/projects/general"]);
    reader().await.call("recall", json!({"query": "seen", "path_filter": "notes"})).await.structured();
    assert_eq!(shown(&account, "reader").await, ["/", "/projects/general"]);
    assert_eq!(known(&account, "reader").await, 1);
    // Another member's agent of the same name is another reader.
    let member = account.member(Role::Member, "member").await;
    let other = account.client_with(Wish { user: Some(member), agent: "reader".to_owned(), ..Wish::default() }).await;
    other.get("/v1/workspaces").await.expect(200);
    assert_eq!(known(&account, "reader").await, 2);
}
