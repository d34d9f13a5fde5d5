//! Long records: what stands at their end is found and shown, and many of them stay inside the budget.

use serde_json::{Value, json};

use crate::catalogue::Way;
use crate::support::{Client, service, service_by_words};

const LARGEST: usize = 100_000;

const SENTENCE: &str = "The cellar key hangs behind the vermilion wardrobe.";

/// A text of so many characters whose sentence stands in the last percent.
fn long_text(characters: usize, number: usize) -> String {
    let mut text = String::new();
    for place in 0.. {
        if text.len() > characters {
            break;
        }
        text.push_str(&format!("Paragraph {place} of part {number} is about pipes, pumps and valve {}. ", place % 97));
    }
    text.truncate(characters * 995 / 1000);
    text.push(' ');
    text.push_str(SENTENCE);
    text.push(' ');
    text.extend(std::iter::repeat_n("end ", characters).flat_map(str::chars).take(characters - text.len()));
    assert_eq!(text.chars().count(), characters);
    text
}

/// What a family's search finds: the texts with their whole lengths, and the bytes of the answer.
async fn found(client: &Client, tool: &str, way: Way, limit: usize) -> (Vec<(String, u64)>, usize) {
    let entry = annals::find(tool).unwrap();
    let said = way.call(client, entry, &json!({"query": "vermilion wardrobe", "limit": limit})).await;
    let answer = said.structured.as_ref().unwrap_or_else(|| panic!("{tool}, {way}: {}", said.body()));
    let of = |item: &Value| (item["content"].as_str().unwrap().to_owned(), item["content_chars"].as_u64().unwrap());
    let items = match answer.get("items") {
        Some(items) => items.as_array().unwrap().iter().map(of).collect(),
        None => answer["results"].as_array().unwrap().iter().map(|result| of(&result["record"])).collect(),
    };
    (items, said.body().len())
}

#[tokio::test]
async fn a_sentence_in_the_last_percent_of_a_long_record_is_found_with_an_excerpt_around_it() {
    for service in [service(), service_by_words()] {
        let client = service.account().await.client().await;
        let text = long_text(150_000, 1);
        let body = json!({"content": text, "scope": {"kind": "shared"}});
        client.post("/v1/workspace/save", body).await.expect(200);
        for number in 0..30 {
            client.remember(&format!("A short note about pump {number} and its valve."), "notes").await;
        }
        for tool in ["recall", "search_memory", "memory_recall"] {
            for way in Way::ALL {
                let (items, bytes) = found(&client, tool, way, 5).await;
                let found = items.iter().find(|(excerpt, _)| excerpt.contains(SENTENCE));
                let (excerpt, chars) = found.unwrap_or_else(|| panic!("{tool}, {way}: {items:?}"));
                assert_eq!(*chars, 150_000, "{tool}, {way}");
                assert!(excerpt.chars().count() < 10_000, "{tool}, {way}: {}", excerpt.chars().count());
                assert!(excerpt.len() > SENTENCE.len() + 20, "{tool}, {way}: around it");
                assert!(bytes <= LARGEST, "{tool}, {way}: {bytes}");
            }
        }
    }
}

#[tokio::test]
async fn ten_long_records_recalled_at_once_stay_inside_the_budget() {
    let client = service().account().await.client().await;
    for number in 0..10 {
        let body = json!({"content": long_text(200_000, number), "scope": {"kind": "shared"}});
        client.post("/v1/workspace/save", body).await.expect(200);
    }
    for tool in ["recall", "search_memory", "memory_recall"] {
        for way in Way::ALL {
            let (items, bytes) = found(&client, tool, way, 10).await;
            assert!(bytes <= LARGEST, "{tool}, {way}: {bytes}");
            assert_eq!(items.len(), 10, "{tool}, {way}: all ten are there, each a part");
            for (excerpt, chars) in items {
                assert_eq!(chars, 200_000, "{tool}, {way}");
                assert!(excerpt.contains("vermilion wardrobe"), "{tool}, {way}: {excerpt}");
            }
        }
    }
    for tokens in [100, 500, 2_000] {
        let about = json!({"about": "vermilion wardrobe", "max_tokens": tokens});
        let (rest, mcp) =
            (client.post("/v1/brief", about.clone()).await.expect(200), client.call("brief_me", about).await);
        assert!(annals::frame::tokens_at_most(rest["text"].as_str().unwrap()) <= tokens, "{tokens}: {rest}");
        assert!(annals::frame::tokens_at_most(&mcp.text()) <= tokens, "{tokens}");
    }
    for (tool, arguments) in [
        ("memory_list_records", json!({"page_size": 200})),
        ("memory_search_records", json!({"query": "vermilion wardrobe", "page_size": 100})),
        ("memory_export", json!({"scope": {"kind": "shared"}})),
        ("search", json!({"query": "vermilion wardrobe"})),
    ] {
        let entry = annals::find(tool).unwrap();
        for way in Way::ALL {
            let said = way.call(&client, entry, &arguments).await;
            assert!(said.structured.is_some(), "{tool}, {way}: {}", said.body());
            assert!(said.body().len() <= LARGEST, "{tool}, {way}: {}", said.body().len());
        }
    }
}
