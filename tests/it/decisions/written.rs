//! What these tests write: summaries, single items, spaces.

use annals::auth::Role;
use annals::ids::MemoryId;
use serde_json::{Value, json};

use super::ways::{Way, ask};
use crate::support::{Account, Client, Wish, stored};

/// Records a summary.
pub async fn record(client: &Client, arguments: Value) -> Value {
    ask(client, Way::Rest, "memory_record_summary", arguments).await.answer()
}

/// Records one item and gives its id.
pub async fn remember(client: &Client, kind: &str, text: &str) -> String {
    remember_item(client, json!({"kind": kind, "text": text})).await
}

/// Records one item with all that it carries and gives its id.
pub async fn remember_item(client: &Client, item: Value) -> String {
    remember_in(client, json!({}), item).await
}

/// Records one item of a summary with these arguments and gives its id.
pub async fn remember_in(client: &Client, mut arguments: Value, item: Value) -> String {
    arguments["items"] = json!([item]);
    id_of(&record(client, arguments).await["items"][0])
}

/// The id of something.
#[track_caller]
pub fn id_of(value: &Value) -> String {
    value["id"].as_str().unwrap_or_else(|| panic!("no id: {value}")).to_owned()
}

/// The ids of a list.
#[track_caller]
pub fn ids(list: &Value) -> Vec<String> {
    list.as_array().unwrap_or_else(|| panic!("no list: {list}")).iter().map(id_of).collect()
}

/// The ids of the records that a list or search gives.
pub async fn found(client: &Client, way: Way, operation: &str, arguments: Value) -> Vec<String> {
    ids(&ask(client, way, operation, arguments).await.answer()["records"])
}

/// One record.
pub async fn get(client: &Client, id: &str) -> Value {
    ask(client, Way::Rest, "memory_get_record", json!({"id": id})).await.answer()["record"].clone()
}

/// Makes a scope node and gives its id.
pub async fn node(client: &Client, path: &str) -> String {
    client.post("/v1/scopes", json!({"path": path})).await.expect(200)["scope_id"].as_str().unwrap().to_owned()
}

/// Restricts a node to those who have a grant.
pub async fn restrict(account: &Account<'_>, path: &str) {
    let sql = format!(
        "UPDATE scope_nodes SET restricted = true WHERE account_id = '{}' AND path = '{path}'",
        account.id.uuid()
    );
    assert_eq!(stored::execute(&sql).await, 1);
}

/// A client of a new member.
pub async fn member(account: &Account<'_>, name: &str) -> Client {
    let user = account.member(Role::Member, name).await;
    account.client_with(Wish { user: Some(user), ..Wish::default() }).await
}

/// An id that nothing has.
pub fn made_up() -> String {
    MemoryId::generate().to_string()
}
