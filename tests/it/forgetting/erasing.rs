//! Hard deletion: nothing of the text is left anywhere, and a tombstone says that it was there.

use serde_json::json;

use super::hiding::shown_anywhere;
use crate::support::{service, stored};

#[tokio::test]
async fn after_erasing_no_table_holds_a_word_of_the_text() {
    let account = service().account().await;
    let client = account.client().await;
    let body = json!({
        "content": "Qwibblefrax met Zanthovar at the lighthouse of Mornelith.",
        "path": "projects/general/vorpelgrove",
        "topics": ["file:drumbelwick.rs"],
        "links": ["https://example.com/plonkeshire"],
        "agent_id": "snorvelbot",
    });
    let saved = client.post("/v1/memories", body).await.expect(200);
    let id = saved["id"].as_str().unwrap();
    let words = ["Qwibblefrax", "Zanthovar", "Mornelith", "vorpelgrove", "drumbelwick", "plonkeshire", "snorvelbot"];
    for word in words {
        assert_ne!(stored::tables_that_hold(word).await, Vec::<String>::new(), "{word} is there before");
    }
    let stem = "qwibblefrax";
    assert!(stored::tables_that_hold(stem).await.contains(&"public.term_frequencies".to_owned()));

    let reply = client
        .post(&format!("/v1/memories/{id}/forget"), json!({"mode": "hard_delete", "reason": "asked by Qwibblefrax"}))
        .await;
    assert_eq!(reply.expect(200)["outcome"], "erased");
    for word in words {
        assert_eq!(stored::tables_that_hold(word).await, Vec::<String>::new(), "{word} is left");
    }
    assert_eq!(shown_anywhere(&client, id, "Qwibblefrax").await, Vec::<&str>::new());
}

#[tokio::test]
async fn vectors_and_chunks_go_and_a_tombstone_stays() {
    let account = service().account().await;
    let client = account.client().await;
    let saved = client
        .post("/v1/memories", json!({"content": "A cassowary kicks.", "path": "projects/general", "kind": "fact"}))
        .await
        .expect(200);
    let id = saved["id"].as_str().unwrap();
    let bare = id.strip_prefix("mem_").unwrap();
    let rows =
        async |table: &str| stored::number(&format!("SELECT count(*) FROM {table} WHERE memory_id = '{bare}'")).await;
    assert_eq!((rows("embeddings").await, rows("chunks").await, rows("tombstones").await), (1, 1, 0));
    client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": "hard_delete"})).await.expect(200);
    assert_eq!((rows("embeddings").await, rows("chunks").await, rows("tombstones").await), (0, 0, 1));
    assert_eq!(rows("embeddings_past").await, 0);
    let stone = stored::column(&format!(
        "SELECT kind || '/' || revision || '/' || erased_by FROM tombstones WHERE memory_id = '{bare}'"
    ))
    .await;
    assert_eq!(stone, [format!("fact/1/{}", account.owner.uuid())]);
    let refusal = client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": "hard_delete"})).await;
    assert_eq!(refusal.refused(404), "not_found", "it is gone already");
}

#[tokio::test]
async fn an_erased_text_can_be_said_anew() {
    let account = service().account().await;
    let client = account.client().await;
    let id = client.remember("A numbat eats ants.", "projects/general").await;
    client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": "hard_delete"})).await.expect(200);
    let body = json!({"content": "A numbat eats ants.", "path": "projects/general"});
    let again = client.post("/v1/memories", body).await.expect(200);
    assert_eq!(again["outcome"], "stored");
    assert_ne!(again["id"], json!(id));
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_erasures_at_once_erase_once() {
    let account = service().account().await;
    let client = account.client().await;
    let id = client.remember("A quoll hunts.", "projects/general").await;
    let path = format!("/v1/memories/{id}/forget");
    let answers = futures::future::join_all((0..10).map(|_| client.post(&path, json!({"mode": "hard_delete"})))).await;
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [vec![200], vec![404; 9]].concat());
}
