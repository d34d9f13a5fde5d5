//! What is there and may not be read: the same answer as for what is made up, and one row where the other has none.

use annals::auth::Role;
use annals::ids::{DocumentId, MemoryId};
use serde_json::{Value, json};

use super::rows::{rows, rows_since};
use crate::catalogue::{Said, Way, assert_none};
use crate::support::{Account, Client, Wish, service, stored};

/// A member, and what he may not read.
struct Hidden {
    account: Account<'static>,
    client: Client,
    memory: String,
    personal: String,
    document: String,
    space: String,
}

async fn hidden() -> Hidden {
    let account = service().account().await;
    let owner = account.client().await;
    for path in ["teams/secret", "spaces/secret"] {
        owner.post("/v1/scopes", json!({"path": path})).await.expect(200);
    }
    let spaces = owner.get("/v1/spaces").await.expect(200);
    let space = spaces["spaces"][0]["id"].as_str().unwrap_or_else(|| panic!("{spaces}")).to_owned();
    let restrict = format!(
        "UPDATE scope_nodes SET restricted = true WHERE account_id = '{}' AND path = 'spaces/secret'",
        account.id.uuid()
    );
    assert_eq!(stored::execute(&restrict).await, 1);
    let memory = owner.remember("Said in the team alone.", "teams/secret").await;
    let personal = owner.remember("Said to oneself alone.", "people/owner").await;
    let document = json!({"kind": "adr", "number": 7, "title": "Secret", "status": "accepted", "body": "Secret.", "scope": "teams/secret"});
    let document = owner.post("/v1/documents", document).await.expect(200)["id"].as_str().unwrap().to_owned();
    let member = account.member(Role::Member, "member").await;
    let client = account.client_with(Wish { user: Some(member), ..Wish::default() }).await;
    Hidden { account, client, memory, personal, document, space }
}

/// Calls that name a memory, a document, a space or a path.
fn naming_memories(id: &str) -> Vec<(&'static str, Value)> {
    vec![
        ("memory_get_record", json!({"id": id})),
        ("memory_delete_record", json!({"id": id})),
        ("memory_version", json!({"versionId": id})),
        ("forget", json!({"memory_id": id, "mode": "soft_delete"})),
        ("fetch", json!({"id": id})),
        ("memory_record_summary", json!({"items": [{"kind": "fact", "text": "Said instead.", "supersedes": id}]})),
    ]
}

fn naming_spaces(id: &str) -> Vec<(&'static str, Value)> {
    vec![
        ("memory_list_records", json!({"space_id": id})),
        ("memory_search_records", json!({"space_id": id, "query": "secret"})),
        ("memory_list_summaries", json!({"space_id": id})),
        ("brief_me", json!({"space_id": id, "about": "secret"})),
        ("memory_record_summary", json!({"space_id": id, "items": [{"kind": "fact", "text": "Said there."}]})),
    ]
}

fn naming_paths(path: &str) -> Vec<(&'static str, Value)> {
    let below = format!("{path}/plans");
    vec![
        ("remember", json!({"content": "Said there.", "path": path})),
        ("remember", json!({"content": "Said there.", "path": below})),
        ("rule_create", json!({"kind": "convention", "text": "Bind it.", "scope": path})),
        (
            "document_put",
            json!({"kind": "adr", "number": 9, "title": "There", "status": "", "body": "There.", "scope": path}),
        ),
    ]
}

/// A refusal without what differs from call to call.
fn bare(said: &Said, named: &str) -> (u16, String) {
    let mut body: Value = serde_json::from_str(said.body()).unwrap();
    if let Some(members) = body.as_object_mut() {
        members.remove("request_id");
    }
    (said.http.status.as_u16(), body.to_string().replace(named, "<named>"))
}

async fn compare(
    hidden: &Hidden,
    there: (&str, &[(&'static str, Value)]),
    made_up: (&str, &[(&'static str, Value)]),
) -> Vec<String> {
    let mut faults = Vec::new();
    for ((name, there_arguments), (_, made_up_arguments)) in there.1.iter().zip(made_up.1) {
        let entry = annals::find(name).unwrap();
        for way in Way::of(entry.spec()) {
            let known = rows(&hidden.account).await.len();
            let nothing = way.call(&hidden.client, entry, made_up_arguments).await;
            let none = rows_since(&hidden.account, known).await;
            let denied = way.call(&hidden.client, entry, there_arguments).await;
            let row = rows_since(&hidden.account, known + none.len()).await;
            if bare(&nothing, made_up.0) != bare(&denied, there.0) {
                faults.push(format!("{name}, {way}: {} is told {}\n{}", there.0, denied.body(), nothing.body()));
            }
            if !none.is_empty() {
                faults.push(format!("{name}, {way}: a row for {}: {none:?}", made_up.0));
            }
            let fits = row.len() == 1
                && row[0].operation == *name
                && (row[0].outcome.as_str(), row[0].code.as_str()) == ("denied", "not_found")
                && row[0].targets.contains(there.0);
            if !fits {
                faults.push(format!("{name}, {way}: {there_arguments}: {row:?}"));
            }
        }
    }
    faults
}

#[tokio::test]
async fn a_memory_that_is_there_and_one_that_is_not() {
    let hidden = hidden().await;
    let made_up = MemoryId::generate().to_string();
    let mut faults = Vec::new();
    for there in [&hidden.memory, &hidden.personal] {
        let (there, made_up) =
            ((there.as_str(), &*naming_memories(there)), (made_up.as_str(), &*naming_memories(&made_up)));
        faults.extend(compare(&hidden, there, made_up).await);
    }
    assert_none(&faults);
}

#[tokio::test]
async fn a_document_a_space_and_a_path() {
    let hidden = hidden().await;
    let document = DocumentId::generate().to_string();
    let of_document = |id: &str| vec![("document_get", json!({"id": id}))];
    let mut faults =
        compare(&hidden, (&hidden.document, &of_document(&hidden.document)), (&document, &of_document(&document)))
            .await;
    let space = "lab_01ARZ3NDEKTSV4RRFFQ69G5FAV";
    faults
        .extend(compare(&hidden, (&hidden.space, &naming_spaces(&hidden.space)), (space, &naming_spaces(space))).await);
    let (there, nowhere) = ("teams/secret", "teams/nowhere");
    faults.extend(compare(&hidden, (there, &naming_paths(there)), (nowhere, &naming_paths(nowhere))).await);
    assert_none(&faults);
}

#[tokio::test]
async fn ids_of_other_accounts_are_made_up_here() {
    let hidden = hidden().await;
    let other = service().account().await;
    let foreign = other.client().await.remember("Said elsewhere.", "notes").await;
    let known = rows(&hidden.account).await.len();
    for (name, arguments) in naming_memories(&foreign) {
        let entry = annals::find(name).unwrap();
        for way in Way::of(entry.spec()) {
            way.call(&hidden.client, entry, &arguments).await;
            assert!(rows_since(&hidden.account, known).await.is_empty(), "{name}, {way}");
        }
    }
    assert_eq!(rows(&other).await.len(), 1, "nor does the other account hear of it");
}

#[tokio::test]
async fn what_is_readable_beside_something_made_up_is_no_denial() {
    let hidden = hidden().await;
    let own = hidden.client.post("/v1/summaries", json!({"items": [{"kind": "fact", "text": "Said by me."}]})).await;
    let own = own.expect(200)["items"][0]["id"].clone();
    let known = rows(&hidden.account).await.len();
    let items = json!([
        {"kind": "fact", "text": "Said instead.", "supersedes": own},
        {"kind": "fact", "text": "And instead.", "supersedes": MemoryId::generate().to_string()},
    ]);
    hidden.client.post("/v1/summaries", json!({"items": items})).await.refused(404);
    hidden
        .client
        .post("/v1/memories", json!({"content": "x", "path": "projects/general/projects/nowhere"}))
        .await
        .refused(404);
    let new = rows_since(&hidden.account, known).await;
    assert!(new.is_empty(), "{new:?}");
}

#[tokio::test]
async fn a_workspace_that_may_not_be_read_is_a_denial() {
    let hidden = hidden().await;
    for tool in ["memory_save", "memory_recall"] {
        let entry = annals::find(tool).unwrap();
        let scope = json!({"kind": "team", "team_id": "secret"});
        let arguments = match tool {
            "memory_save" => json!({"content": "Said there.", "scope": scope}),
            _ => json!({"query": "secret", "scope": scope}),
        };
        for way in Way::of(entry.spec()) {
            let known = rows(&hidden.account).await.len();
            let said = way.call(&hidden.client, entry, &arguments).await;
            let new = rows_since(&hidden.account, known).await;
            assert_eq!(new.len(), 1, "{tool}, {way}: {}", said.body());
            assert_eq!((new[0].outcome.as_str(), new[0].operation.as_str()), ("denied", tool));
        }
    }
}
