//! Long texts and short answers.

use serde_json::json;

use super::staff::staff;
use super::ways::{WAYS, Way, ask};

/// No answer is longer.
const LARGEST: usize = 100_000;

fn filler(words: usize) -> String {
    (0..words).map(|place| format!("word{} ", place % 997)).collect()
}

#[tokio::test]
async fn a_sentence_at_the_end_of_a_long_record_is_found_and_shown() {
    let staff = staff().await;
    let mut text = filler(25_000);
    text.truncate(149_000);
    text.push_str(" The password of the safe is written under the purple hippopotamus. ");
    text.push_str(&"tail ".repeat(180));
    let length = text.chars().count();
    assert!(length > 149_900 && length < 150_200);
    let saved = ask(&staff.vasya, Way::Rest, "memory_save", json!({"content": text})).await.data();
    assert_eq!((&saved["truncated"], &saved["content_chars"]), (&json!(true), &json!(length)));
    for way in WAYS {
        let told = ask(&staff.vasya, way, "memory_recall", json!({"query": "purple hippopotamus"})).await;
        let record = told.answer()["results"][0]["record"].clone();
        assert_eq!(record["id"], saved["id"]);
        let content = record["content"].as_str().unwrap();
        assert!(content.contains("purple hippopotamus"), "{content}");
        assert!(content.chars().count() <= 6_000);
        assert_eq!((&record["truncated"], &record["content_chars"]), (&json!(true), &json!(length)));
        let offset = usize::try_from(record["content_offset"].as_u64().unwrap()).unwrap();
        let shown: String = text.chars().skip(offset).take(content.chars().count()).collect();
        assert_eq!(shown, content);
    }
}

#[tokio::test]
async fn a_long_record_is_read_on_until_its_end() {
    let staff = staff().await;
    let text: String =
        (0..40_000).map(|place| format!("ключ{place} \"x\"\n")).collect::<String>().chars().take(200_000).collect();
    let id = ask(&staff.vasya, Way::Rest, "memory_save", json!({"content": text})).await.data()["id"].clone();
    for way in WAYS {
        let mut read = String::new();
        for _ in 0..200 {
            let told = ask(&staff.vasya, way, "memory_get", json!({"id": id, "offset": read.chars().count()})).await;
            assert!(told.size < LARGEST, "{way:?}: {}", told.size);
            let piece = told.data()["content"].as_str().unwrap().to_owned();
            if piece.is_empty() {
                break;
            }
            read.push_str(&piece);
        }
        // White space at the end is part of a text or not; nothing else may be missing.
        assert_eq!(read.trim_end(), text.trim_end());
    }
}

#[tokio::test]
async fn ten_long_records_recalled_at_once_fit_into_an_answer() {
    let staff = staff().await;
    for place in 0..10 {
        let mut text = format!("Walrus report number {place}. ");
        text.push_str(&filler(40_000));
        let content: String = text.chars().take(200_000).collect();
        let arguments =
            json!({"content": content, "context": "why \"so\"\n".repeat(2_000), "scope": {"kind": "shared"}});
        ask(&staff.vasya, Way::Rest, "memory_save", arguments).await.answer();
    }
    for way in WAYS {
        let told = ask(&staff.vasya, way, "memory_recall", json!({"query": "walrus report", "limit": 10})).await;
        assert!(told.size < LARGEST, "{way:?}: {}", told.size);
        let answer = told.answer();
        let results = answer["results"].as_array().unwrap();
        assert_eq!(results.len(), 10);
        assert!(results.iter().all(|one| one["record"]["content"].as_str().unwrap().contains("Walrus report")));
        let exported = ask(&staff.vasya, way, "memory_export", json!({"scope": {"kind": "shared"}})).await;
        assert!(exported.size < LARGEST, "{way:?}: {}", exported.size);
        let saved = json!({"content": "x ".repeat(100_000), "context": "\n\"".repeat(100_000)});
        assert!(ask(&staff.vasya, way, "memory_save", saved).await.size < LARGEST);
    }
}

#[tokio::test]
async fn fifty_records_in_a_wide_script_fit_into_an_answer() {
    let staff = staff().await;
    for place in 0..50 {
        let waves: String = (0..300).map(|wave| format!("記憶の海で波{wave}を泳ぐ。")).collect();
        let content = format!("第{place}号の記録。{waves}");
        let tags: Vec<String> = (0..20).map(|tag| format!("札{tag}{}", "長".repeat(60))).collect();
        let saved = ask(&staff.vasya, Way::Rest, "memory_save", json!({"content": content, "tags": tags})).await.data();
        assert_eq!(saved["saved"], json!(true), "{saved}");
    }
    for way in WAYS {
        let told = ask(&staff.vasya, way, "memory_recall", json!({"query": "記憶の海", "limit": 50})).await;
        assert!(told.size < LARGEST, "{way:?}: {}", told.size);
        let answer = told.answer();
        let given = answer["results"].as_array().unwrap().len();
        assert!(given > 5, "{given}");
        if given < 50 {
            assert!(
                answer["notice"].as_str().unwrap().contains(&format!("{} more", 50 - given)),
                "{}",
                answer["notice"]
            );
        }
    }
}
