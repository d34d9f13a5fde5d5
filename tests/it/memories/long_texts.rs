//! Long texts: all of them is found, a part of them is shown.

use serde_json::json;

use crate::support::{service, service_by_words};

/// Some 150,000 characters in which one sentence, far at the end, is like no other.
fn long_text(needle: &str) -> String {
    let mut text = String::new();
    let mut number = 0;
    while text.chars().count() < 148_900 {
        number += 1;
        text.push_str(&format!("Paragraph {number} speaks of ordinary weather, ordinary meals and ordinary walks. "));
    }
    text.push_str(needle);
    while text.chars().count() < 150_000 {
        text.push_str(" And then the day went on as days do.");
    }
    text
}

#[tokio::test]
async fn a_sentence_in_the_last_hundredth_is_found_and_shown_in_an_excerpt() {
    for service in [service(), service_by_words()] {
        let account = service.account().await;
        let client = account.client().await;
        for number in 0..5 {
            client.remember(&format!("Short memory {number} about ordinary weather."), "notes").await;
        }
        let text = long_text("The quokka ledger lies under the third stair.");
        let saved = client.post("/v1/memories", json!({"content": text, "path": "notes"})).await.expect(200);
        assert_eq!(saved["partly_indexed"], json!(true), "{saved}");
        let found =
            client.post("/v1/memories/recall", json!({"query": "where is the quokka ledger?"})).await.expect(200);
        let item = &found["items"][0];
        assert_eq!(item["id"], saved["id"]);
        assert_eq!(item["is_excerpt"], true);
        assert_eq!(item["content_chars"], json!(text.chars().count()));
        let excerpt = item["content"].as_str().unwrap();
        assert!(excerpt.contains("The quokka ledger lies under the third stair."), "{excerpt}");
        assert!(excerpt.chars().count() <= 1_210, "{}", excerpt.chars().count());
    }
}

#[tokio::test]
async fn the_longest_text_is_kept_and_one_character_more_is_refused() {
    let account = service().account().await;
    let client = account.client().await;
    let longest = "é".repeat(524_287);
    let body = json!({"content": format!("{longest}."), "path": "notes"});
    client.post("/v1/memories", body).await.expect(200);
    let refusal = client.post("/v1/memories", json!({"content": format!("{longest}.."), "path": "notes"})).await;
    assert_eq!(refusal.refused(422), "invalid_input");
    assert!(refusal.json()["detail"].as_str().unwrap().contains("524288"), "{}", refusal.text);
}

#[tokio::test]
async fn no_answer_of_a_tool_is_longer_than_a_hundred_kilobytes() {
    let account = service().account().await;
    let client = account.client().await;
    let mut last = String::new();
    for (number, filler) in
        ["\"quoted\" ", "line\n", "back\\slash ", "日本語テキスト ", "plain words "].into_iter().enumerate()
    {
        let content = format!("Tapir {number} {}", filler.repeat(200_000 / filler.len()));
        last = client.remember(&content, "notes").await;
        for (tool, arguments) in [("fetch", json!({"id": last})), ("memory_version", json!({"versionId": last}))] {
            let answer = client.call(tool, arguments).await;
            assert!(answer.structured().is_object());
            let bytes = answer.http.text.len();
            assert!(bytes <= 100_000, "{tool} {filler:?}: {bytes} bytes");
        }
    }
    for number in 0..100 {
        client.remember(&format!("Tapir of the crowd {number} {}", "日本語テキスト ".repeat(300)), "notes").await;
    }
    for (tool, limit) in [("recall", 50), ("search_memory", 100)] {
        let answer = client.call(tool, json!({"query": "tapir", "limit": limit})).await;
        let shown = answer.structured()["items"].as_array().unwrap().len();
        let left_out: usize =
            answer.structured()["notes"][0].as_str().map_or(0, |note| note.split(' ').next().unwrap().parse().unwrap());
        assert_eq!(shown + left_out, limit, "what does not fit is told");
        assert!(shown >= 40, "{tool}: {shown}");
        let bytes = answer.http.text.len();
        assert!(bytes <= 100_000, "{tool}: {bytes} bytes");
    }
    assert!(last.starts_with("mem_"));
}
