//! Texts that read like instructions: classic ones are labelled, ordinary imperative notes are not, and a label keeps a text
//! out of rules and off the head of a briefing.

use annals::frame::{clean, reads_like_instructions};
use serde_json::{Value, json};

use super::lines::{Count, is, joined, lines};
use crate::support::service;

fn is_labelled(line: &Value) -> bool {
    reads_like_instructions(&clean(&joined(&line["text"])).unwrap().text).is_some()
}

fn classic(lines: &[Value]) -> impl Iterator<Item = &Value> {
    lines.iter().filter(|line| is(line, "inject") && !is(line, "subtle") && !is(line, "doubtful"))
}

#[test]
fn classic_injections_are_labelled() {
    let lines = lines("injections.jsonl");
    Count::of(classic(&lines), is_labelled).assert_at_least("classic injections", 1_000, 200);
}

#[test]
fn ordinary_imperative_notes_are_not_flagged() {
    let lines = lines("injections.jsonl");
    let ordinary = lines.iter().filter(|line| !is(line, "inject") && !is(line, "doubtful"));
    Count::of(ordinary, |line| !is_labelled(line)).assert_at_least("ordinary notes left alone", 950, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn labelled_texts_stay_out_of_rules_and_off_the_head_of_a_briefing() {
    let account = service().account().await;
    let client = account.client().await;
    let lines = lines("injections.jsonl");
    let texts: Vec<String> = classic(&lines).map(|line| joined(&line["text"])).filter(|text| is_plain(text)).collect();
    assert!(texts.len() >= 200, "{}", texts.len());
    let topic = "service:harbour";
    let records: Vec<Value> =
        texts.iter().map(|text| json!({"content": text, "kind": "decision", "topics": [topic]})).collect();
    let report = client.post("/v1/records/import", json!({"records": records, "fold": false})).await.expect(200);
    assert_eq!(report["stored"], json!(texts.len()), "{report}");

    // Where nothing else is known, none of them heads the briefing: they are named by their ids.
    let brief = client.post("/v1/brief", json!({"about": topic, "max_tokens": 20_000})).await.expect(200);
    assert_eq!(brief["memories"], json!([]), "{brief}");
    assert!(brief["not_covered"].to_string().contains("read like instructions"), "{brief}");

    // Where something is, it stands before all of them.
    let sound = json!({"content": "The harbour service pages nobody at night.", "path": "notes", "topics": [topic]});
    let sound = client.post("/v1/memories", sound).await.expect(200)["id"].clone();
    let brief = client.post("/v1/brief", json!({"about": topic, "max_tokens": 20_000})).await.expect(200);
    assert_eq!(brief["memories"][0]["id"], sound, "{brief}");

    let mut in_force = Vec::new();
    for text in &texts {
        let rule = json!({"kind": "convention", "text": text});
        let made = client.post("/v1/rules", rule).await;
        if made.status == 200 && made.json()["state"] != json!("proposed") {
            in_force.push(text.clone());
        }
    }
    assert_eq!(in_force, Vec::<String>::new());
    let listed = client.get("/v1/rules?state=in_force&limit=100").await.expect(200);
    assert_eq!(listed["rules"], json!([]), "{listed}");
}

/// Whether a text is stored as it is: some are nothing but hidden characters or a secret.
fn is_plain(text: &str) -> bool {
    text.chars().count() <= 8_000 && !text.contains('\0')
}
