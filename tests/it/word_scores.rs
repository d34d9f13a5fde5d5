//! The words leg's score, from the statements that count: how often a term stands in a text, and in how many texts of the
//! nodes that are searched.

use std::iter::repeat_n;

use serde_json::json;

use crate::support::Client;
use crate::support::service;

/// BM25 of one term (k1 1.2, b 0.75).
fn bm25(documents: f64, holding: f64, times: f64, words: f64, mean_words: f64) -> f64 {
    let rarity = (1.0 + (documents - holding + 0.5) / (holding + 0.5)).ln();
    rarity * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * words / mean_words))
}

/// The words' score of what recall finds below a path, by the memory's id.
async fn scores(client: &Client, query: &str, path_filter: &str) -> Vec<(String, f64)> {
    let asked = json!({"query": query, "path_filter": path_filter, "limit": 50, "explain": true});
    let found = client.post("/v1/memories/recall", asked).await.expect(200);
    let items = found["items"].as_array().expect("a list");
    let score = |item: &serde_json::Value| item["explanation"]["bm25"].as_f64().expect("words were searched");
    items.iter().map(|item| (item["id"].as_str().expect("an id").to_owned(), score(item))).collect()
}

#[tokio::test]
async fn a_term_counts_as_often_as_it_stands_in_the_text() {
    let account = service().account().await;
    let client = account.client().await;
    let times = [1_usize, 2, 3, 9, 40, 90];
    let mut ids = Vec::new();
    for count in times {
        let text = repeat_n("lantern", count).collect::<Vec<_>>().join(" ");
        ids.push(client.remember(&text, "projects/lights").await);
    }
    let found = scores(&client, "lantern", "projects/lights/%").await;
    #[expect(clippy::cast_precision_loss, reason = "small counts")]
    let (number, sum) = (times.len() as f64, times.iter().sum::<usize>() as f64);
    for (id, count) in ids.iter().zip(times) {
        #[expect(clippy::cast_precision_loss, reason = "small counts")]
        let expected = bm25(number, number, count as f64, count as f64, sum / number);
        let score = found.iter().find(|(found, _)| found == id).expect("it is found").1;
        assert!((score - expected).abs() < 1e-4, "{count} times: {score}, not {expected}");
    }
}

#[tokio::test]
async fn a_word_is_as_rare_as_it_is_where_the_question_searches() {
    let account = service().account().await;
    let client = account.client().await;
    for text in ["Caroline painted", "Caroline slept", "Caroline sang"] {
        client.remember(text, "projects/diary").await;
    }
    for text in ["Ledger closed", "Ledger opened", "Mail arrived", "Mail left", "Server booted", "Server stopped"] {
        client.remember(text, "projects/work").await;
    }
    let narrowed = scores(&client, "Caroline", "projects/diary/%").await;
    assert_eq!(narrowed.len(), 3);
    let everywhere = scores(&client, "Caroline", "%").await;
    for (id, score) in narrowed {
        let expected = bm25(3.0, 3.0, 1.0, 2.0, 2.0);
        assert!((score - expected).abs() < 1e-4, "in the project: {score}, not {expected}");
        let wide = everywhere.iter().find(|(found, _)| *found == id).expect("it is found").1;
        let expected = bm25(9.0, 3.0, 1.0, 2.0, 2.0);
        assert!((wide - expected).abs() < 1e-4, "everywhere: {wide}, not {expected}");
    }
}
