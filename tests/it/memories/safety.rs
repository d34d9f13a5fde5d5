//! Secrets, hidden characters and reserved words never get into the store (rulings 6, 30, 31).

use serde_json::json;

use crate::support::{service, stored};

/// A secret that no other test writes, shaped like a vendor's token.
fn secret(tag: &str) -> String {
    format!("ghp_{tag}{}", &"Zq81LmPx02VbNc73TyRw55KdHs66JfGa"[..36 - tag.len()])
}

#[tokio::test]
async fn a_text_that_is_only_a_secret_is_refused_and_kept_nowhere() {
    let account = service().account().await;
    let client = account.client().await;
    let before = stored::rows_of(account.id).await;
    let secret = secret("Only");
    for content in [secret.clone(), format!("  {secret}\n"), format!("token: {secret}")] {
        let refusal = client.post("/v1/memories", json!({"content": content, "path": "notes"})).await;
        assert_eq!(refusal.refused(422), "secret_refused");
        assert_eq!(refusal.json()["field"], "content");
        assert!(!refusal.text.contains(&secret), "{}", refusal.text);
        let tool = client.call("remember", json!({"content": content, "path": "notes"})).await;
        assert!(tool.failure().starts_with("secret_refused: content"), "{}", tool.failure());
        assert!(!tool.http.text.contains(&secret));
    }
    assert_eq!(stored::rows_of(account.id).await, before);
    assert_eq!(stored::tables_that_hold(&secret).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_secret_inside_other_text_is_cut_counted_and_kept_nowhere() {
    let account = service().account().await;
    let client = account.client().await;
    let (one, other) = (secret("Inside"), secret("Beside"));
    let content = format!("The deploy robot signs in with {one}; the old one was {other}, now revoked.");
    let saved = client.post("/v1/memories", json!({"content": content, "path": "projects/general"})).await.expect(200);
    assert_eq!(saved["redactions"], 2);
    assert!(saved["text"].as_str().unwrap().contains("Secrets cut before storing: 2"), "{saved}");
    let found = client.post("/v1/memories/recall", json!({"query": "how does the deploy robot sign in"})).await;
    let text = found.expect(200)["items"][0]["content"].as_str().unwrap().to_owned();
    assert!(text.contains("[redacted:") && text.contains("now revoked"), "{text}");
    assert!(!found.text.contains(&one) && !found.text.contains(&other));
    assert_eq!(stored::tables_that_hold(&one).await, Vec::<String>::new());
    assert_eq!(stored::tables_that_hold(&other).await, Vec::<String>::new());
    assert_eq!(stored::tables_that_hold("deploy robot").await, ["public.memories"], "the search itself works");
}

#[tokio::test]
async fn a_secret_in_any_other_field_is_kept_nowhere_either() {
    let account = service().account().await;
    let client = account.client().await;
    let [topic, link, agent, path] = ["Topic", "Link", "Agent", "Path"].map(secret);
    let body = json!({
        "content": "Something worth keeping.",
        "path": "projects/general",
        "topics": [format!("see {topic}")],
        "links": [format!("https://example.com/?access_token={link}")],
        "agent_id": agent,
    });
    client.post("/v1/memories", body).await.expect(200);
    let refusal = client.post("/v1/memories", json!({"content": "Kept.", "path": format!("notes/{path}")})).await;
    assert_eq!(refusal.refused(422), "secret_refused");
    assert_eq!(refusal.json()["field"], "path");
    for secret in [topic, link, agent, path] {
        assert_eq!(stored::tables_that_hold(&secret).await, Vec::<String>::new(), "{secret}");
    }
}

#[tokio::test]
async fn a_secret_in_a_reason_to_forget_is_kept_nowhere() {
    let account = service().account().await;
    let client = account.client().await;
    let secret = secret("Reason");
    let id = client.remember("To be forgotten.", "projects/general").await;
    let body = json!({"reason": format!("it named {secret}")});
    client.post(&format!("/v1/memories/{id}/forget"), body).await.expect(200);
    assert_eq!(stored::tables_that_hold(&secret).await, Vec::<String>::new());
    assert_eq!(stored::tables_that_hold("it named [redacted").await, ["public.memories"]);
}

#[tokio::test]
async fn hidden_characters_are_removed_and_counted() {
    let account = service().account().await;
    let client = account.client().await;
    let content = "Pay\u{200b}ments\u{202e} run\u{e0041} on\u{feff} Mondays\u{7}.";
    let saved = client.post("/v1/memories", json!({"content": content, "path": "projects/general"})).await.expect(200);
    assert_eq!(saved["characters_cleaned"], 5, "{saved}");
    assert!(saved["text"].as_str().unwrap().contains("Hidden characters removed: 5"), "{saved}");
    let found = client.post("/v1/memories/recall", json!({"query": "payments mondays"})).await.expect(200);
    assert_eq!(found["items"][0]["content"], "Payments run on Mondays.");
}

#[tokio::test]
async fn characters_that_a_script_needs_are_kept() {
    let account = service().account().await;
    let client = account.client().await;
    for content in ["می\u{200c}خواهم بروم", "👩\u{200d}🔧 repaired it", "क्\u{200d}ष is a letter", "tab\tand\nline"]
    {
        let saved = client.post("/v1/memories", json!({"content": content, "path": "notes"})).await.expect(200);
        assert_eq!(saved["characters_cleaned"], 0, "{content}");
        let id = saved["id"].as_str().unwrap();
        let bare = id.strip_prefix("mem_").unwrap();
        let stored = stored::column(&format!("SELECT content FROM memories WHERE id = '{bare}'")).await;
        assert_eq!(stored, [content]);
    }
}

#[tokio::test]
async fn content_of_nothing_but_hidden_characters_is_refused_as_blank() {
    let account = service().account().await;
    let client = account.client().await;
    let before = stored::rows_of(account.id).await;
    for content in ["\u{200b}\u{200b}", "\u{feff} \u{2060}\n", "\u{3164}"] {
        let refusal = client.post("/v1/memories", json!({"content": content, "path": "notes"})).await;
        assert_eq!(refusal.refused(422), "invalid_input");
        assert_eq!(refusal.json()["field"], "content");
    }
    assert_eq!(stored::rows_of(account.id).await, before);
}

#[tokio::test]
async fn topics_that_pose_as_identity_are_refused() {
    let account = service().account().await;
    let client = account.client().await;
    let before = stored::rows_of(account.id).await;
    for topic in ["scope:billing", "team:ops", "user:anna", "USER:anna", " team :ops", "uѕer:anna", "ｔeam：ops"] {
        let body = json!({"content": "Kept.", "path": "projects/general", "topics": ["fine", topic]});
        let refusal = client.post("/v1/memories", body).await;
        assert_eq!(refusal.refused(422), "invalid_input", "{topic}");
        assert_eq!(refusal.json()["field"], "topics[1]", "{topic}");
    }
    assert_eq!(stored::rows_of(account.id).await, before);
    let topics = ["file:src/main.rs", "service:billing", "doc:adr 12", "teamwork", "users"];
    let body = json!({"content": "Kept with topics.", "path": "projects/general", "topics": topics});
    client.post("/v1/memories", body).await.expect(200);
    let found = client.post("/v1/memories/search", json!({"query": "kept with topics"})).await.expect(200);
    let mut shown: Vec<&str> =
        found["items"][0]["topics"].as_array().unwrap().iter().map(|topic| topic.as_str().unwrap()).collect();
    shown.sort_unstable();
    let mut all = topics;
    all.sort_unstable();
    assert_eq!(shown, all);
}

#[tokio::test]
async fn links_are_web_links_and_twenty_at_most() {
    let account = service().account().await;
    let client = account.client().await;
    let before = stored::rows_of(account.id).await;
    for link in ["javascript:alert(1)", "file:///etc/passwd", "ftp://example.com", "example.com", "https://a b"] {
        let body = json!({"content": "Kept.", "path": "notes", "links": [link]});
        let refusal = client.post("/v1/memories", body).await;
        assert_eq!(refusal.refused(422), "invalid_input", "{link}");
        assert_eq!(refusal.json()["field"], "links[0]");
    }
    for field in ["links", "topics"] {
        let many: Vec<String> = (0..21).map(|number| format!("https://example.com/{number}")).collect();
        let refusal = client.post("/v1/memories", json!({"content": "Kept.", "path": "notes", field: many})).await;
        assert_eq!(refusal.refused(422), "invalid_input");
        assert!(refusal.json()["detail"].as_str().unwrap().contains("20"), "{}", refusal.text);
    }
    assert_eq!(stored::rows_of(account.id).await, before);
}
