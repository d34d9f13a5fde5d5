//! Short questions in every script, by words alone: two characters are enough.

use serde_json::json;

use crate::support::{service, service_by_words};

/// A query of two characters or so, the sentence that it must find, and others of the same script beside it.
const SENTENCES: [(&str, &str); 12] = [
    ("会議", "来週の会議は火曜日に変更されました。"),
    ("請求", "毎月一日に請求書を送ります。"),
    ("猫は", "うちの猫は魚が嫌いです。"),
    ("发票", "每月第一天寄出发票。"),
    ("天气", "明天的天气预报说会下雨。"),
    ("회의", "다음 주 회의는 화요일로 옮겼습니다."),
    ("ปลา", "แมวของเราไม่ชอบกินปลา"),
    ("ฝน", "พรุ่งนี้ฝนจะตกหนักทั้งวัน"),
    ("بيت", "اشترينا بيت كبير قرب البحر."),
    ("قط", "لدينا قط أسود صغير."),
    ("ёж", "В саду живёт ёж."),
    ("до", "Мы работаем до шести вечера."),
];

#[tokio::test]
async fn two_characters_find_their_sentence_among_the_first_three() {
    let account = service_by_words().account().await;
    let client = account.client().await;
    for (_, sentence) in SENTENCES {
        client.remember(sentence, "notes").await;
    }
    for number in 0..40 {
        client.remember(&format!("Plain sentence number {number} in Latin letters."), "notes").await;
    }
    for (query, sentence) in SENTENCES {
        let found = client.post("/v1/memories/recall", json!({"query": query, "limit": 3})).await.expect(200);
        let contents: Vec<&str> =
            found["items"].as_array().unwrap().iter().map(|item| item["content"].as_str().unwrap()).collect();
        assert!(contents.contains(&sentence), "{query} found {contents:?}");
    }
}

#[tokio::test]
async fn composed_and_decomposed_spellings_are_the_same() {
    let account = service_by_words().account().await;
    let client = account.client().await;
    let composed = client.remember("The caf\u{e9} closes at nine.", "notes").await;
    let decomposed = client.remember("The gar\u{e7}on, written garc\u{327}on, is new.", "notes").await;
    let hangul = client.remember("\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af} 자료", "notes").await;
    for (query, id) in [
        ("cafe\u{301}", &composed),
        ("caf\u{e9}", &composed),
        ("CAFÉ", &composed),
        ("garc\u{327}on", &decomposed),
        ("gar\u{e7}on", &decomposed),
        ("한글", &hangul),
    ] {
        let found = client.post("/v1/memories/recall", json!({"query": query, "limit": 3})).await.expect(200);
        assert_eq!(found["items"][0]["id"], json!(id), "{query}");
    }
    let again = client
        .post("/v1/memories", json!({"content": "The cafe\u{301} closes at nine.", "path": "notes"}))
        .await
        .expect(200);
    assert_eq!(again["outcome"], "seen_again");
}

#[tokio::test]
async fn a_question_of_signs_alone_is_answered_and_no_fault() {
    let account = service().account().await;
    let client = account.client().await;
    client.remember("Signs: ? ! & | :* <-> ' \\ %", "notes").await;
    for query in ["?", "!", "& | !", "':*", "\\", "%", "''", "a & !b | (c", "<->", "🙂", "\u{301}", "the of and"] {
        for route in ["/v1/memories/recall", "/v1/memories/search"] {
            client.post(route, json!({"query": query})).await.expect(200);
        }
        let encoded = percent_encoding::utf8_percent_encode(query, percent_encoding::NON_ALPHANUMERIC);
        client.get(&format!("/v1/search?query={encoded}")).await.expect(200);
    }
}
