//! By meaning, with the real model.

use serde_json::json;

use crate::support::{service_by_words, service_with_model};

const MEMORIES: [&str; 8] = [
    "The automobile would not start because its battery was flat.",
    "Our physician recommended more sleep and less sugar.",
    "Invoices are issued on the first day of each month.",
    "The kitten chased a ball of wool around the room.",
    "Heavy rain flooded the cellar last night.",
    "The committee postponed its vote until spring.",
    "She learned to play the violin as a child.",
    "The bakery on the corner sells rye bread.",
];

/// Questions that share no word with the memory that answers them.
const QUESTIONS: [(&str, usize); 5] = [
    ("why did my car have trouble", 0),
    ("what advice did a doctor give", 1),
    ("when do customers get billed", 2),
    ("what did some young cat do", 3),
    ("musical instruments someone can perform on", 6),
];

#[tokio::test]
async fn a_paraphrase_without_shared_words_comes_first() {
    let account = service_with_model().account().await;
    let client = account.client().await;
    for memory in MEMORIES {
        client.remember(memory, "projects/general").await;
    }
    for (question, wanted) in QUESTIONS {
        let shared: Vec<&str> = question
            .split(' ')
            .filter(|word| word.len() > 3 && MEMORIES[wanted].to_lowercase().contains(word))
            .collect();
        assert!(shared.is_empty(), "the question shares {shared:?}");
        let found = client.post("/v1/memories/recall", json!({"query": question})).await.expect(200);
        assert_eq!(found["items"][0]["content"], MEMORIES[wanted], "{question}");
        assert!(found.get("notes").is_none(), "{found}");
    }
}

#[tokio::test]
async fn words_alone_do_not_find_the_paraphrase() {
    let account = service_by_words().account().await;
    let client = account.client().await;
    client.remember(MEMORIES[0], "projects/general").await;
    let found = client.post("/v1/memories/recall", json!({"query": "why did my car have trouble"})).await.expect(200);
    assert_eq!(found["items"], json!([]));
}

#[tokio::test]
async fn an_exact_word_still_counts_beside_meaning() {
    let account = service_with_model().account().await;
    let client = account.client().await;
    for memory in MEMORIES {
        client.remember(memory, "projects/general").await;
    }
    let code = client.remember("Error ZX-4471 means that the fuse is blown.", "projects/general").await;
    let found = client.post("/v1/memories/recall", json!({"query": "ZX-4471"})).await.expect(200);
    assert_eq!(found["items"][0]["id"], json!(code));
}
