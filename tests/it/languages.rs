//! Languages in other scripts, by words alone: a query of two characters finds its sentence among the first three, and the
//! composed and decomposed forms of texts and queries are the same. The corpus was written without knowledge of the code.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;

use crate::catalogue::assert_none;
use crate::support::{Client, service_by_words};

/// A text and what it is to be found by: two characters as people of that language count them.
#[derive(Deserialize)]
struct Line {
    language: String,
    text: String,
    query: String,
}

fn languages() -> BTreeMap<String, Vec<Line>> {
    let mut languages: BTreeMap<String, Vec<Line>> = BTreeMap::new();
    for line in include_str!("../corpora/languages.jsonl").lines() {
        let line: Line = serde_json::from_str(line).unwrap();
        languages.entry(line.language.clone()).or_default().push(line);
    }
    assert!(languages.len() >= 6 && languages.values().all(|lines| lines.len() >= 10), "the corpus is whole");
    languages
}

/// Texts go into the shared workspace, so that every family finds them.
async fn save(client: &Client, text: &str) {
    let body = json!({"content": text, "scope": {"kind": "shared"}});
    let saved = client.post("/v1/workspace/save", body).await.expect(200);
    assert_eq!(saved["data"]["saved"], json!(true), "{text}: {saved}");
}

/// What each of the searches finds, best first.
async fn first_three(client: &Client, query: &str) -> Vec<(&'static str, Vec<String>)> {
    let asked = json!({"query": query, "limit": 3});
    let plain = |answer: &Value| -> Vec<String> {
        let items = answer["items"].as_array().unwrap();
        items.iter().map(|item| item["content"].as_str().unwrap().to_owned()).collect()
    };
    let nested = |answer: &Value| -> Vec<String> {
        let results = answer["results"].as_array().unwrap();
        results.iter().map(|result| result["record"]["content"].as_str().unwrap().to_owned()).collect()
    };
    vec![
        ("recall", plain(&client.post("/v1/memories/recall", asked.clone()).await.expect(200))),
        ("recall on MCP", plain(&client.call("recall", asked.clone()).await.structured())),
        ("search_memory", plain(&client.post("/v1/memories/search", asked.clone()).await.expect(200))),
        ("search_memory on MCP", plain(&client.call("search_memory", asked.clone()).await.structured())),
        ("memory_recall", nested(&client.post("/v1/workspace/recall", asked.clone()).await.expect(200))),
        ("memory_recall on MCP", nested(&client.call("memory_recall", asked).await.structured())),
    ]
}

#[tokio::test]
async fn two_characters_find_their_sentence_among_the_first_three_in_every_language() {
    let mut faults = Vec::new();
    for (language, lines) in languages() {
        let client = service_by_words().account().await.client().await;
        for line in &lines {
            save(&client, &line.text).await;
        }
        for line in &lines {
            for (way, found) in first_three(&client, &line.query).await {
                if !found.contains(&line.text) {
                    faults.push(format!("{language}, {way}: {} does not find {} but {found:?}", line.query, line.text));
                }
            }
        }
    }
    assert_none(&faults);
}

#[tokio::test]
async fn composed_and_decomposed_texts_and_queries_find_the_same() {
    let mut faults = Vec::new();
    let mut differing = 0;
    for (language, lines) in languages() {
        let mut told: Vec<Vec<(&str, Vec<String>)>> = Vec::new();
        for text_is_composed in [true, false] {
            let form = |text: &str, composed: bool| -> String {
                if composed { text.nfc().collect() } else { text.nfd().collect() }
            };
            let client = service_by_words().account().await.client().await;
            for line in &lines {
                save(&client, &form(&line.text, text_is_composed)).await;
            }
            for query_is_composed in [true, false] {
                let mut found = Vec::new();
                for line in &lines {
                    let query = form(&line.query, query_is_composed);
                    differing += usize::from(query != line.query || form(&line.text, text_is_composed) != line.text);
                    let asked = first_three(&client, &query).await.into_iter();
                    found.extend(asked.map(|(way, texts)| (way, texts.iter().map(|text| form(text, true)).collect())));
                }
                told.push(found);
            }
        }
        let [first, others @ ..] = &told[..] else { unreachable!() };
        for other in others {
            let all = first.iter().zip(other).filter(|(one, other)| one != other);
            faults.extend(all.map(|(one, other)| format!("{language}: {one:?} and {other:?}")));
        }
    }
    assert_none(&faults);
    assert!(differing > 50, "{differing}: the corpus has lost the texts that have two forms");
}

/// The same thing in the other form is the same thing: seen again, not stored anew.
#[tokio::test]
async fn a_text_in_its_other_form_is_seen_again() {
    let client = service_by_words().account().await.client().await;
    let mut differing = 0;
    for line in languages().into_values().flatten() {
        let decomposed: String = line.text.nfd().collect();
        if decomposed == line.text.nfc().collect::<String>() {
            continue;
        }
        differing += 1;
        save(&client, &line.text).await;
        let again = json!({"content": decomposed, "scope": {"kind": "shared"}});
        let again = client.post("/v1/workspace/save", again).await.expect(200);
        assert_eq!(again["data"]["deduplicated"], json!(true), "{}: {again}", line.text);
    }
    assert!(differing > 20, "{differing}");
}
