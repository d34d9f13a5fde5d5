//! Erasing many at once: all of them, counted, or none.

use serde_json::{Value, json};

use crate::support::{service, stored};

const COUNT: u64 = 1_201;

#[tokio::test]
async fn twelve_hundred_and_one_records_go_at_once_or_not_at_all() {
    let account = service().account().await;
    let client = account.client().await;
    let records: Vec<Value> =
        (0..COUNT).map(|number| json!({"content": format!("Swallow number {number}.")})).collect();
    for part in records.chunks(500) {
        client.post("/v1/records/import", json!({"scope": "projects/flock", "records": part})).await.expect(200);
    }
    client.remember("The last swallow of another scope.", "projects/flock2").await;
    client.remember("The last swallow of the scope above.", "projects/general").await;
    // A hidden one counts like the others.
    let found =
        client.post("/v1/memories/search", json!({"query": "swallow 7", "path_filter": "projects/flock"})).await;
    let hidden = found.expect(200)["items"][0]["id"].as_str().unwrap().to_owned();
    client.post(&format!("/v1/memories/{hidden}/forget"), json!({})).await.expect(200);

    let rows = async |table: &str| {
        let sql = format!(
            "SELECT count(*) FROM {table} AS t JOIN scope_nodes AS n ON n.account_id = t.account_id AND n.id = t.scope_id WHERE n.path = 'projects/flock' AND t.account_id = '{}'",
            account.id.uuid()
        );
        stored::number(&sql).await
    };
    for wrong in [0, 1, COUNT - 1, COUNT + 1, 1_000_000_000] {
        let arguments = json!({"scope": "projects/flock", "expected_count": wrong});
        let refusal = client.post("/v1/records/delete-matching", arguments).await;
        let body = refusal.expect(409);
        assert_eq!((&body["code"], &body["count"]), (&json!("conflict"), &json!(COUNT)), "{body}");
        assert_eq!(rows("memories").await, i64::try_from(COUNT).unwrap(), "nothing was erased");
    }
    let arguments = json!({"scope": "projects/flock", "expected_count": COUNT});
    let erased = client.post("/v1/records/delete-matching", arguments.clone()).await.expect(200);
    assert_eq!(erased["erased"], json!(COUNT));
    for table in ["memories", "chunks", "embeddings", "embeddings_past", "memory_topics"] {
        assert_eq!(rows(table).await, 0, "{table}");
    }
    assert_eq!(rows("tombstones").await, i64::try_from(COUNT).unwrap());
    let again = client.post("/v1/records/delete-matching", arguments).await;
    assert_eq!(again.expect(409)["count"], json!(0));
    let left = client.get("/v1/records/export?limit=1000").await.expect(200);
    assert_eq!(left["records"].as_array().unwrap().len(), 2, "neighbours stay");
}
