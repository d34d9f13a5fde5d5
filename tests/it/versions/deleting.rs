//! Deleting one of a chain.

use serde_json::json;

use super::said::{WAYS, answer, ask, current, replace, say, successor, version};
use crate::catalogue::Way;
use crate::support::{Client, service, stored};

async fn chain(client: &Client, way: Way) -> [String; 3] {
    let first = say(client, way, "fact", "The rota has three people.").await;
    let second = successor(&replace(client, way, "fact", "The rota has four people.", &first).await);
    let third = successor(&replace(client, way, "fact", "The rota has five people.", &second).await);
    [first, second, third]
}

async fn tombstones(id: &str) -> i64 {
    let bare = id.strip_prefix("mem_").unwrap();
    stored::number(&format!("SELECT count(*) FROM tombstones WHERE memory_id = '{bare}'")).await
}

#[tokio::test]
async fn the_one_in_the_middle_leaves_a_tombstone_and_a_chain_without_a_gap() {
    for way in WAYS {
        let account = service().account().await;
        let client = account.client().await;
        let [first, second, third] = chain(&client, way).await;
        let deleted = answer(&ask(&client, way, "memory_delete_record", json!({"id": second})).await);
        assert_eq!(deleted["deleted"], json!(true));
        assert_eq!(
            (&deleted["superseded_by"], &deleted["stays_superseded"]),
            (&json!(third), &json!([first])),
            "{deleted}"
        );
        assert_eq!(version(&client, way, &first).await["superseded_by"], json!(third));
        assert_eq!(version(&client, way, &third).await["supersedes"], json!([first]));
        let gone = ask(&client, way, "memory_version", json!({"versionId": second})).await;
        match way {
            // What is not there is an answer in words on MCP.
            Way::Legacy => assert_eq!(answer(&gone)["found"], json!(false)),
            _ => assert_eq!(gone.code.as_deref(), Some("not_found")),
        }
        assert_eq!(tombstones(&second).await, 1);
        let refused = replace(&client, way, "fact", "The rota has six people.", &first).await;
        assert_eq!(refused.code.as_deref(), Some("conflict"));
        assert!(refused.body().contains(&third), "{}", refused.body());
    }
}

#[tokio::test]
async fn the_head_goes_and_nothing_comes_back() {
    for way in WAYS {
        let account = service().account().await;
        let client = account.client().await;
        let [first, second, third] = chain(&client, way).await;
        let said = ask(&client, way, "memory_delete_record", json!({"id": third})).await;
        let deleted = answer(&said);
        assert_eq!(deleted["stays_superseded"], json!([second]));
        assert_eq!(deleted.get("superseded_by"), None);
        assert!(said.words.unwrap().contains("To restore it"));
        assert_eq!(current(&client, way).await, Vec::<String>::new());
        for id in [&first, &second] {
            let refused = replace(&client, way, "fact", "The rota has six people.", id).await;
            assert_eq!(refused.code.as_deref(), Some("conflict"), "{}", refused.body());
            assert!(refused.body().contains("is gone"), "it says why there is no current one: {}", refused.body());
        }
        // What was replaced can be said again: nothing active says it.
        say(&client, way, "fact", "The rota has four people.").await;
    }
}

#[tokio::test]
async fn the_first_one_goes_and_the_rest_stays_as_it_is() {
    for way in WAYS {
        let account = service().account().await;
        let client = account.client().await;
        let [first, second, third] = chain(&client, way).await;
        answer(&ask(&client, way, "memory_delete_record", json!({"id": first})).await);
        let middle = version(&client, way, &second).await;
        assert_eq!((&middle["supersedes"], &middle["superseded_by"]), (&json!([]), &json!(third)));
        assert_eq!(current(&client, way).await, ["The rota has five people."]);
        let next = successor(&replace(&client, way, "fact", "The rota has six people.", &third).await);
        assert_eq!(version(&client, way, &next).await["revision"], json!(4));
    }
}

#[tokio::test]
async fn a_whole_chain_goes_one_after_the_other_in_any_order() {
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]] {
        let account = service().account().await;
        let client = account.client().await;
        let ids = chain(&client, Way::Rest).await;
        for place in order {
            answer(&ask(&client, Way::Rest, "memory_delete_record", json!({"id": ids[place]})).await);
        }
        for id in &ids {
            assert_eq!(tombstones(id).await, 1, "{order:?}");
            let again = ask(&client, Way::Rest, "memory_delete_record", json!({"id": id})).await;
            assert_eq!(again.code.as_deref(), Some("not_found"));
        }
        let left = stored::rows_of(account.id).await;
        for table in ["public.memories", "public.supersessions", "public.chunks", "public.embeddings"] {
            assert_eq!(left[table], 0, "{order:?} {table}");
        }
    }
}
