//! What a hostile writer tried, and what stays true for everybody else.

use serde_json::json;

use crate::support::service;

#[tokio::test]
async fn a_record_at_the_edge_of_its_session_does_not_break_recall() {
    let account = service().account().await;
    let client = account.client().await;
    for position in [i32::MAX, i32::MIN] {
        let records =
            json!([{"content": format!("poisoned kettle {position}"), "session": "s1", "position": position}]);
        client.post("/v1/records/import", json!({"records": records})).await.expect(200);
    }
    let found = client.post("/v1/memories/recall", json!({"query": "poisoned kettle"})).await.expect(200);
    assert_eq!(found["items"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn a_text_that_grows_when_it_is_composed_is_refused_by_its_field() {
    let account = service().account().await;
    let client = account.client().await;
    let topics = json!(["\u{1D160}".repeat(200)]);
    let answer = client.post("/v1/memories", json!({"content": "x y z", "path": "notes", "topics": topics})).await;
    assert_eq!(answer.refused(422), "invalid_input");
    assert_eq!(answer.json()["field"], "topics[0]");
}

#[tokio::test]
async fn a_secret_in_full_width_letters_is_cut() {
    let account = service().account().await;
    let client = account.client().await;
    let secret = format!("{}{}", "ghp_", "0123456789".repeat(4).split_at(36).0);
    let wide: String = secret.chars().map(|character| char::from_u32(character as u32 + 0xFEE0).unwrap()).collect();
    let saved =
        client.post("/v1/memories", json!({"content": format!("tok {wide} end"), "path": "notes"})).await.expect(200);
    assert_eq!(saved["redactions"], 1, "{saved}");
    let kept = client.get(&format!("/v1/memories/{}", saved["id"].as_str().unwrap())).await.expect(200);
    assert!(kept["text"].as_str().unwrap().contains("[redacted:"), "{kept}");
}

#[tokio::test]
async fn names_in_metadata_hold_no_secret_nothing_hidden_and_nothing_reserved() {
    let account = service().account().await;
    let client = account.client().await;
    let secret = format!("{}{}", "AKIA", "JL2HVPHSFYX6Y6CA");
    for metadata in [
        json!({secret.as_str(): 1}),
        json!({"k": {secret.as_str(): 1}}),
        json!({"owne\u{200b}r": 1}),
        json!({"Owner ": 1}),
    ] {
        let records = json!([{"content": "im", "metadata": metadata}]);
        let report = client.post("/v1/records/import", json!({"records": records})).await.expect(200);
        assert_eq!(
            (&report["stored"], &report["refused"][0]["code"]),
            (&json!(0), &json!("invalid_input")),
            "{report}"
        );
        assert!(!report.to_string().contains(&secret), "{report}");
    }
}

#[tokio::test]
async fn a_scope_is_not_named_by_a_secret() {
    let account = service().account().await;
    let client = account.client().await;
    let path = format!("projects/{}{}", "AKIA", "JL2HVPHSFYX6Y6CA");
    assert_eq!(client.post("/v1/scopes", json!({"path": path})).await.refused(422), "secret_refused");
}

#[tokio::test]
async fn an_origin_that_cannot_be_read_or_stands_beside_ours_is_foreign() {
    let account = service().account().await;
    let client = account.client().await;
    let unreadable = reqwest::header::HeaderValue::from_bytes(b"http://evil.example/\xff").unwrap();
    let answer = client.send(client.request("GET", "/v1/workspaces").header("origin", unreadable)).await;
    assert_eq!(answer.refused(403), "host_refused");
    let two = client
        .request("GET", "/v1/workspaces")
        .header("origin", &client.origin)
        .header("origin", "http://evil.example");
    assert_eq!(client.send(two).await.refused(403), "host_refused");
}

#[tokio::test]
async fn a_path_that_sounds_private_and_is_shared_says_so() {
    let account = service().account().await;
    let client = account.client().await;
    let saved =
        client.post("/v1/memories", json!({"content": "For me alone?", "path": "personal/notes"})).await.expect(200);
    assert!(saved["text"].as_str().unwrap().contains("shared with the account"), "{saved}");
}
