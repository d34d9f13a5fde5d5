//! Secrets are cut from every field before anything is kept, and counted.

use serde_json::json;

use super::ways::{WAYS, Way, ask};
use super::written::{get, id_of};
use crate::support::{service, stored};

/// A secret that nothing else writes, shaped like a vendor's token.
fn secret(tag: &str) -> String {
    format!("ghp_{tag}{}", &"Zq81LmPx02VbNc73TyRw55KdHs66JfGa"[..36 - tag.len()])
}

#[tokio::test]
async fn a_secret_in_any_field_is_cut_counted_and_kept_nowhere() {
    for way in WAYS {
        let account = service().account().await;
        let client = account.client().await;
        let way_tag = if way == Way::Mcp { "M" } else { "R" };
        let secrets = ["Prose", "Agent", "Session", "Text", "Claimed", "Topic", "Link"]
            .map(|tag| secret(&format!("{tag}{way_tag}")));
        let [prose, agent, session, text, by, topic, link] = &secrets;
        let call = json!({
            "text": format!("The robot signs in with {prose} and {prose}."),
            "agent": format!("bot {agent}"),
            "session": format!("run {session}"),
            "items": [
                {
                    "kind": "decision",
                    "text": format!("Rotate {text} monthly."),
                    "decided_by": format!("Ann {by}"),
                    "topics": [format!("see {topic}"), "webhooks"],
                    "links": [format!("https://example.com/?access_token={link}")],
                },
                {"kind": "fact", "text": "Nothing secret here."},
            ],
        });
        let told = ask(&client, way, "memory_record_summary", call).await;
        let answer = told.answer();
        assert_eq!(answer["summary"]["redactions"], 4, "{answer}");
        assert_eq!(answer["items"][0]["redactions"], 4, "{answer}");
        assert_eq!(answer["items"][1]["redactions"], 0, "{answer}");
        assert!(told.words().contains("Secrets cut before storing: 8"), "{}", told.words());
        let kept = get(&client, &id_of(&answer["items"][0])).await;
        assert!(kept["text"].as_str().unwrap().starts_with("Rotate [redacted:"), "{kept}");
        for secret in &secrets {
            assert!(!told.raw.contains(secret), "{secret}");
            assert_eq!(stored::tables_that_hold(secret).await, Vec::<String>::new(), "{secret}");
        }
        // What a filter says is compared with what was kept.
        let by_session = json!({"session": format!("run {session}"), "agent": format!("bot {agent}")});
        let records = ask(&client, way, "memory_list_records", by_session.clone()).await.answer();
        assert_eq!(records["records"].as_array().unwrap().len(), 2);
        let summaries = ask(&client, way, "memory_list_summaries", by_session).await.answer();
        assert_eq!(summaries["summaries"].as_array().unwrap().len(), 1);
        let by_topic =
            ask(&client, way, "memory_list_records", json!({"topic": format!("see {topic}")})).await.answer();
        assert_eq!(by_topic["records"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn a_secret_in_what_is_searched_or_asked_for_is_kept_nowhere() {
    let account = service().account().await;
    let client = account.client().await;
    for way in WAYS {
        let secret = secret(if way == Way::Mcp { "AskedM" } else { "AskedR" });
        let query = format!("who uses {secret}");
        ask(&client, way, "memory_search_records", json!({"query": query})).await.answer();
        let brief = ask(&client, way, "brief_me", json!({"about": query, "agent": secret})).await;
        assert!(!brief.answer()["about"].as_str().unwrap().contains(&secret));
        assert_eq!(stored::tables_that_hold(&secret).await, Vec::<String>::new());
    }
}

#[tokio::test]
async fn a_document_is_cut_in_all_its_fields() {
    let account = service().account().await;
    let client = account.client().await;
    let [title, status, body] = ["DocTitle", "DocStatus", "DocBody"].map(secret);
    let document = json!({
        "kind": "adr", "number": 1, "title": format!("Rotate {title}"), "status": format!("old {status}"),
        "body": format!("The token {body} leaked, and {body} again."),
    });
    let put = client.post("/v1/documents", document.clone()).await.expect(200);
    assert_eq!(put["redactions"], 4, "{put}");
    for secret in [title, status, body] {
        assert_eq!(stored::tables_that_hold(&secret).await, Vec::<String>::new(), "{secret}");
    }
    let again = client.post("/v1/documents", document).await.expect(200);
    assert_eq!(again["outcome"], "unchanged", "what is cut is compared cut");
}

#[tokio::test]
async fn hidden_characters_are_removed_from_every_field() {
    let account = service().account().await;
    let client = account.client().await;
    let item = json!({
        "kind": "fact", "text": "Pay\u{200b}ments\u{202e} run.", "decided_by": "An\u{200b}n",
        "topics": ["web\u{200b}hooks"], "links": ["https://example.com/\u{200b}x"],
    });
    let call = json!({"text": "Pro\u{200b}se.", "agent": "bo\u{202e}t", "session": "s\u{200b}1", "items": [item]});
    let answer = ask(&client, Way::Rest, "memory_record_summary", call).await.answer();
    let kept = get(&client, &id_of(&answer["items"][0])).await;
    for (field, value) in [
        ("text", json!("Payments run.")),
        ("decided_by", json!("Ann")),
        ("topics", json!(["webhooks"])),
        ("links", json!(["https://example.com/x"])),
        ("agent", json!("bot")),
        ("session", json!("s1")),
    ] {
        assert_eq!(kept[field], value, "{field}");
    }
}
