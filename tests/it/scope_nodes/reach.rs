//! The grid, walked: each person asks each reading operation for each memory and writes to each node.

use std::collections::{BTreeMap, BTreeSet};

use annals::CATALOG;
use annals::clock::Clock;
use annals::embed::EmbedSettings;
use annals::op::{Entry, Sample, View};
use serde_json::{Value, json};

use crate::catalogue::{Way, assert_none};
use crate::scope_nodes::grid::{GRID, May, cells};
use crate::scope_nodes::household::{NODES, Person, QUESTION, content, household};
use crate::support::{Database, Service, service, superuser_database_url};

/// Reading operations that show something else than memories of every node, each with what its own test covers.
const OTHERWISE: [(&str, &str); 35] = [
    ("account_get", "shows no memories: the tests of administration"),
    ("grant_list", "shows no memories: the tests of administration"),
    ("invitation_list", "shows no memories: the tests of administration"),
    ("me_get", "shows no memories: the tests of administration"),
    ("member_get", "shows no memories: the tests of administration"),
    ("member_list", "shows no memories: the tests of administration"),
    ("scope_get", "shows no memories: the tests of administration"),
    ("scope_list", "shows no memories: the tests of administration"),
    ("team_get", "shows no memories: the tests of administration"),
    ("team_list", "shows no memories: the tests of administration"),
    ("token_get", "shows no memories: the tests of administration"),
    ("token_list", "shows no memories: the tests of administration"),
    ("account_policies", "shows settings"),
    ("app_list", "shows connected apps"),
    ("audit_list", "shows acts: the tests of the audit log"),
    ("decisions_list_spaces", "shows nodes: the tests of the decisions family"),
    ("document_get", "shows documents: the tests of the decisions family"),
    ("document_list", "shows documents: the tests of the decisions family"),
    ("gate_statistics", "shows counts"),
    ("isolation_report", "shows the database's catalogue"),
    ("job_get", "shows what became of jobs"),
    ("job_list", "shows what became of jobs"),
    ("memory_export", "covers one workspace: the tests of the workspaces family"),
    ("memory_get", "covers one workspace: the tests of the workspaces family"),
    ("memory_history", "covers one workspace: the tests of the workspaces family"),
    ("memory_list_summaries", "shows summaries: the tests of the decisions family"),
    ("memory_recall", "covers workspaces and no projects: the tests of the workspaces family"),
    ("memory_report", "shows counts: the tests of the workspaces family"),
    ("memory_scopes", "shows nodes: `workspaces_are_those_of_the_grid`"),
    ("usage_get", "shows counts"),
    ("webhook_delivery_list", "shows what became of jobs"),
    ("webhook_get", "shows settings: the tests of webhooks"),
    ("webhook_list", "shows settings: the tests of webhooks"),
    ("rule_list", "shows rules, which reach further than memories: the tests of rules"),
    ("record_export", "leaves personal nodes out: `an_export_holds_what_the_grid_lets_read`"),
];

#[tokio::test]
async fn each_person_reads_and_writes_where_the_grid_says() {
    let (_, people) = household(service()).await;
    let cells = cells(GRID);
    assert_eq!(cells.len(), people.len() * NODES.len());
    let mut faults = Vec::new();
    for person in &people {
        for entry in showing() {
            faults.extend(read_faults(&cells, person, entry).await);
        }
        faults.extend(write_faults(&cells, person).await);
    }
    assert_none(&faults);
}

#[tokio::test]
async fn the_words_leg_alone_keeps_to_the_grid() {
    let words_only = Service::start(|config| config.embedding = EmbedSettings::Off, Clock::default());
    let (_, people) = household(&words_only).await;
    legs_keep_to_the_grid(&people).await;
}

#[tokio::test]
async fn the_meaning_leg_alone_keeps_to_the_grid() {
    let (account, people) = household(service()).await;
    // Without terms, words find nothing.
    let mut database = Database::connect(&superuser_database_url()).await;
    let gone = database.must(&format!("DELETE FROM chunks WHERE account_id = '{}'", account.id.uuid())).await;
    assert!(gone >= people.len() as u64);
    legs_keep_to_the_grid(&people).await;
}

#[tokio::test]
async fn an_export_holds_what_the_grid_lets_read() {
    let (_, people) = household(service()).await;
    let cells = cells(GRID);
    for person in people.iter().filter(|person| !person.name.contains("viewer")) {
        let export = person.client.get("/v1/records/export?limit=1000").await.expect(200).to_string();
        for (node, memory) in &person.memories {
            let may = cells[&(person.name.to_owned(), (*node).to_owned())].read;
            let is_personal = matches!(*node, "own" | "other");
            assert_eq!(export.contains(memory.as_str()), may && !is_personal, "{} {node}", person.name);
        }
    }
}

#[tokio::test]
async fn workspaces_are_those_of_the_grid() {
    let (_, people) = household(service()).await;
    let cells = cells(GRID);
    for person in &people {
        let answer = person.client.get("/v1/workspaces").await.expect(200);
        let shown: BTreeMap<&str, bool> = answer["workspaces"]
            .as_array()
            .unwrap()
            .iter()
            .map(|workspace| (workspace["key"].as_str().unwrap(), workspace["writable"].as_bool().unwrap()))
            .collect();
        for (key, node) in [("shared", "root"), ("team:red", "red"), ("personal", "own")] {
            let may = cells[&(person.name.to_owned(), node.to_owned())];
            assert_eq!(shown.get(key).copied(), may.read.then_some(may.write), "{} {key}", person.name);
        }
        let unknown: BTreeSet<&&str> =
            shown.keys().filter(|key| !["shared", "team:red", "team:blue", "personal"].contains(key)).collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}", person.name);
    }
}

/// The controls: a cell that says more, and one that says less, than the product does.
#[tokio::test]
async fn a_cell_that_is_not_kept_is_caught() {
    let (_, people) = household(service()).await;
    let member = people.iter().find(|person| person.name == "member").unwrap();
    let entry = annals::find("recall").unwrap();
    let sound = cells(GRID);
    assert_none(&read_faults(&sound, member, entry).await);
    for (node, planted) in [("shut", May { read: true, write: true }), ("open", May { read: false, write: false })] {
        let mut cells = sound.clone();
        cells.insert(("member".to_owned(), node.to_owned()), planted);
        assert_eq!(read_faults(&cells, member, entry).await.len(), 1, "reading {node}");
        assert_eq!(write_faults(&cells, member).await.len(), 1, "writing {node}");
    }
}

/// What lists shall show at once, so that a call covers every memory.
const LISTS: [(&str, &str, i64); 3] =
    [("brief_me", "max_tokens", 20_000), ("change_list", "limit", 100), ("memory_list_records", "page_size", 200)];

/// Reading operations that show memories.
fn showing() -> impl Iterator<Item = &'static Entry> {
    let otherwise = |entry: &&Entry| OTHERWISE.iter().any(|(name, _)| *name == entry.spec().name);
    CATALOG.iter().filter(|entry| !entry.spec().effect.writes()).filter(move |entry| !otherwise(entry))
}

fn asks_a_question(entry: &Entry) -> bool {
    entry.input_schema(View::REST)["properties"].get("query").is_some()
}

async fn legs_keep_to_the_grid(people: &[Person]) {
    let cells = cells(GRID);
    let mut faults = Vec::new();
    for person in people {
        for entry in showing().filter(|entry| asks_a_question(entry)) {
            faults.extend(read_faults(&cells, person, entry).await);
        }
    }
    assert_none(&faults);
}

async fn read_faults(cells: &BTreeMap<(String, String), May>, person: &Person, entry: &Entry) -> Vec<String> {
    let shown = shown(person, entry).await;
    let expected: BTreeSet<&str> = NODES
        .iter()
        .map(|(node, _)| *node)
        .filter(|node| cells[&(person.name.to_owned(), (*node).to_owned())].read)
        .collect();
    let differing: Vec<&&str> = shown.symmetric_difference(&expected).collect();
    if differing.is_empty() {
        return Vec::new();
    }
    vec![format!("{} by {}: not as in the grid: {differing:?}", entry.spec().name, person.name)]
}

/// The nodes whose memory an operation shows to a person.
async fn shown(person: &Person, entry: &Entry) -> BTreeSet<&'static str> {
    let mut shown = BTreeSet::new();
    if asks_a_question(entry) {
        let mut arguments = (entry.spec().example)(&Sample::default());
        arguments["query"] = json!(QUESTION);
        let properties = &entry.input_schema(View::REST)["properties"];
        if let Some(limit) = properties.get("limit") {
            arguments["limit"] = limit["maximum"].clone();
        } else if properties.get("page_size").is_some() {
            arguments["page_size"] = json!(100);
        }
        shown.extend(shown_at_once(person, entry, &arguments).await);
    } else if let Some((_, bound, most)) = LISTS.iter().find(|(name, ..)| *name == entry.spec().name) {
        let mut arguments = json!({*bound: most});
        if entry.spec().name == "brief_me" {
            arguments["about"] = json!(QUESTION);
        }
        shown.extend(shown_at_once(person, entry, &arguments).await);
    } else {
        for (node, memory) in &person.memories {
            let arguments = (entry.spec().example)(&Sample { memory_id: memory.clone(), ..Sample::default() });
            assert!(arguments.to_string().contains(memory.as_str()), "{} asks for no memory", entry.spec().name);
            let said = Way::Rest.call(&person.client, entry, &arguments).await;
            match said.http.status.as_u16() {
                200 => shown.insert(*node),
                404 => continue,
                _ => panic!("{} by {}: {}", entry.spec().name, person.name, said.body()),
            };
        }
    }
    shown
}

/// The nodes whose memory stands in an answer, by its id or, where records have small numbers, by its text.
async fn shown_at_once(person: &Person, entry: &Entry, arguments: &Value) -> BTreeSet<&'static str> {
    let said = Way::Rest.call(&person.client, entry, arguments).await;
    assert!(said.structured.is_some(), "{} by {}: {}", entry.spec().name, person.name, said.body());
    let stands = |node: &str, memory: &str| said.body().contains(memory) || said.body().contains(&content(node));
    person.memories.iter().filter(|(node, memory)| stands(node, memory)).map(|(node, _)| *node).collect()
}

async fn write_faults(cells: &BTreeMap<(String, String), May>, person: &Person) -> Vec<String> {
    let mut faults = Vec::new();
    for (node, path) in NODES {
        let path = match node {
            "root" => "notes".to_owned(),
            "own" => format!("people/{}/notes", person.name),
            _ => format!("{path}/notes"),
        };
        let body = json!({"content": format!("{} was here.", person.name), "path": path});
        let answer = person.client.post("/v1/memories", body).await;
        let may = cells[&(person.name.to_owned(), node.to_owned())];
        let expected = match may {
            May { write: true, .. } => 200,
            // The role is asked first; and that there is a root is no secret.
            _ if person.name.contains("viewer") || may.read || node == "root" => 403,
            _ => 404,
        };
        if answer.status.as_u16() != expected {
            faults.push(format!("remember in {node} by {}: {} instead of {expected}", person.name, answer.status));
        }
    }
    faults
}
