//! No filter means all that one may read; a filter that comes to nothing means nothing.

use annals::CATALOG;
use annals::clock::Clock;
use annals::embed::EmbedSettings;
use annals::op::{Entry, Sample, View};
use serde_json::{Value, json};

use crate::scope_nodes::household::{Person, QUESTION, household};
use crate::support::{Database, Service, database_url, service, superuser_database_url};

#[tokio::test]
async fn a_filter_that_comes_to_nothing_finds_nothing_by_either_leg() {
    let words_only = Service::start(|config| config.embedding = EmbedSettings::Off, Clock::default());
    let (_, by_words) = household(&words_only).await;
    filters_hold(&by_words).await;

    let (account, by_meaning) = household(service()).await;
    let mut database = Database::connect(&superuser_database_url()).await;
    database.must(&format!("DELETE FROM chunks WHERE account_id = '{}'", account.id.uuid())).await;
    filters_hold(&by_meaning).await;
}

async fn filters_hold(people: &[Person]) {
    let member = people.iter().find(|person| person.name == "member").unwrap();
    let astray = people.iter().find(|person| person.name == "bound-astray").unwrap();
    let mut filtering = 0;
    for entry in CATALOG.iter().filter(|entry| has_field(entry, "query") && !NO_MEMORIES.contains(&entry.spec().name)) {
        assert!(!found(member, entry, None).await.is_empty(), "{}: without a filter", entry.spec().name);
        assert_eq!(found(astray, entry, None).await, Vec::<String>::new(), "{}: reads no node", entry.spec().name);
        if has_field(entry, "path_filter") {
            filtering += 1;
            assert_eq!(found(member, entry, Some("%")).await, found(member, entry, None).await);
            let open = found(member, entry, Some("projects/open/%")).await;
            assert_eq!(open, [member.memories["open"].clone()], "{}", entry.spec().name);
            // A node that one may not read, one that there is not, and a place where nothing is.
            for path in ["projects/shut/%", "projects/shut", "projects/none/%", "projects/none", "projects/open/none"] {
                let found = found(member, entry, Some(path)).await;
                assert_eq!(found, Vec::<String>::new(), "{}: {path}", entry.spec().name);
            }
        }
    }
    assert!(filtering > 0, "no operation takes a path filter: this test looked at nothing");
}

fn has_field(entry: &Entry, field: &str) -> bool {
    entry.input_schema(View::REST)["properties"].get(field).is_some()
}

/// Ask a question and find nodes.
const NO_MEMORIES: [&str; 2] = ["decisions_list_spaces", "scope_list"];

/// The ids that an operation finds.
async fn found(person: &Person, entry: &Entry, filter: Option<&str>) -> Vec<String> {
    let mut arguments = (entry.spec().example)(&Sample::default());
    arguments["query"] = json!(QUESTION);
    if let Some(filter) = filter {
        arguments["path_filter"] = json!(filter);
    }
    let answer = person.client.operation(entry, &arguments).await.expect(200);
    let items = ["items", "results", "records"].iter().find_map(|name| answer[*name].as_array());
    let items = items.unwrap_or_else(|| panic!("{} finds no list: {answer}", entry.spec().name)).iter();
    // The workspaces family names records by small numbers.
    items.map(|item| item["id"].as_str().map_or_else(|| item["record"]["id"].to_string(), str::to_owned)).collect()
}

/// The same in the policies: nothing set and an empty list both show no row, where the node's own list shows it.
#[tokio::test]
async fn in_the_policies_nothing_set_and_an_empty_list_show_no_row() {
    let (account, _) = household(service()).await;
    let mut database = Database::connect(&database_url()).await;
    let id = account.id.uuid();
    for (nodes, shows) in [(None, false), (Some("{}"), false), (Some("{1}"), true)] {
        let set = nodes.map_or_else(String::new, |nodes| format!("SET LOCAL app.readable_nodes = '{nodes}';"));
        database.must(&format!("BEGIN; SET LOCAL app.account_id = '{id}'; {set}")).await;
        for table in ["memories", "chunks", "embeddings"] {
            let rows: Value = database.value(&format!("SELECT count(*) FROM {table}")).await.parse().unwrap();
            assert_eq!(rows != 0, shows, "{table} with {nodes:?}");
        }
        database.must("ROLLBACK").await;
    }
}
