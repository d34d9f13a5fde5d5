//! Reading the feed. A row gets its position a moment after its commit: whoever needs all up to a write waits for that write.

use serde_json::Value;

use crate::support::Client;

/// One answer of the feed.
pub async fn page(client: &Client, query: &str) -> Value {
    client.get(&format!("/v1/changes?{query}")).await.expect(200)
}

/// The rows of an answer.
pub fn rows(page: &Value) -> Vec<Value> {
    page["changes"].as_array().unwrap().clone()
}

/// Every row after a position up to the first one of a record, that row included. The poll is bounded by its waits.
pub async fn up_to(client: &Client, after: i64, record: &str) -> Vec<Value> {
    let (mut after, mut read) = (after, Vec::new());
    for _ in 0..1_000 {
        let page = page(client, &format!("after={after}&limit=500&wait=30")).await;
        let next = rows(&page);
        assert!(!next.is_empty(), "nothing more came and {record} was not among it: {read:?}");
        for row in next {
            let is_last = row["record_id"] == record;
            read.push(row);
            if is_last {
                return read;
            }
        }
        after = page["next_after"].as_i64().unwrap();
    }
    panic!("{record} does not come");
}

/// Writes a memory and reads up to it: whatever was written before it has been read then. Gives the rows before it and the
/// position of its own.
pub async fn settled(client: &Client, after: i64) -> (Vec<Value>, i64) {
    let unique = annals::ids::MemoryId::generate().uuid().simple().to_string();
    let marker = client.remember(&format!("Marker {unique}"), "projects/general").await;
    let mut read = up_to(client, after, &marker).await;
    let last = read.pop().unwrap();
    (read, last["position"].as_i64().unwrap())
}

/// What happened and to what kind of record, row by row.
pub fn happened(rows: &[Value]) -> Vec<(String, String)> {
    let text = |row: &Value, member: &str| row[member].as_str().unwrap().to_owned();
    rows.iter().map(|row| (text(row, "what"), text(row, "record_kind"))).collect()
}

/// The numbers of rows.
pub fn positions(rows: &[Value]) -> Vec<i64> {
    rows.iter().map(|row| row["position"].as_i64().unwrap()).collect()
}
