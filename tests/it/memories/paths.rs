//! From a path to a place (rulings 11 and 15).

use serde_json::{Value, json};

use crate::support::{Answer, Client, service, stored};

async fn keep(client: &Client, path: &str, create_project: bool) -> Answer {
    let body = json!({"content": format!("Kept at {path}."), "path": path, "create_project": create_project});
    client.post("/v1/memories", body).await
}

fn place(saved: &Value) -> (&str, &str) {
    (saved["scope_path"].as_str().unwrap(), saved["path"].as_str().unwrap())
}

#[tokio::test]
async fn the_longest_existing_node_is_the_scope_and_the_rest_is_the_records_own_path() {
    let account = service().account().await;
    let client = account.client().await;
    client.post("/v1/scopes", json!({"path": "teams/engineering/projects/billing"})).await.expect(200);
    for (path, scope) in [
        ("projects/general", "projects/general"),
        ("projects/general/decisions", "projects/general"),
        ("projects/general/a/b/c.d_e-f", "projects/general"),
        ("teams/engineering", "teams/engineering"),
        ("teams/engineering/minutes", "teams/engineering"),
        ("teams/engineering/projects/billing/rules", "teams/engineering/projects/billing"),
        ("people/owner/diary", "people/owner"),
        ("decisions/2026", ""),
        ("projects", ""),
        ("Ünïcode/नमस्ते/日本", ""),
    ] {
        let saved = keep(&client, path, false).await.expect(200);
        assert_eq!(place(&saved), (scope, path));
    }
}

#[tokio::test]
async fn an_unknown_project_is_refused_with_the_flag_that_makes_it_and_nothing_is_stored() {
    let account = service().account().await;
    let client = account.client().await;
    let before = stored::rows_of(account.id).await;
    let refusal = keep(&client, "projects/moonshot/notes", false).await;
    assert_eq!(refusal.refused(404), "not_found");
    let body = refusal.json();
    assert_eq!(body["field"], "path");
    assert!(body["detail"].as_str().unwrap().contains("create_project"), "{body}");
    assert!(body["detail"].as_str().unwrap().contains("projects/moonshot"), "{body}");
    let tool = client.call("remember", json!({"content": "Kept.", "path": "projects/moonshot"})).await.failure();
    assert!(tool.starts_with("not_found:") && tool.contains("create_project"), "{tool}");
    assert_eq!(stored::rows_of(account.id).await, before);

    let saved = keep(&client, "projects/moonshot/notes", true).await.expect(200);
    assert_eq!(place(&saved), ("projects/moonshot", "projects/moonshot/notes"));
    keep(&client, "projects/moonshot", false).await.expect(200);
}

#[tokio::test]
async fn create_project_makes_projects_alone() {
    let account = service().account().await;
    let client = account.client().await;
    for path in ["teams/unknown", "spaces/unknown", "teams/unknown/projects/new", "people/nobody"] {
        assert_eq!(keep(&client, path, true).await.refused(404), "not_found", "{path}");
    }
    let nested = keep(&client, "projects/outer/projects/inner/x", true).await.expect(200);
    assert_eq!(place(&nested), ("projects/outer/projects/inner", "projects/outer/projects/inner/x"));
}

#[tokio::test]
async fn a_project_that_differs_from_a_sibling_by_case_alone_is_refused() {
    let account = service().account().await;
    let client = account.client().await;
    keep(&client, "projects/billing", true).await.expect(200);
    let before = stored::rows_of(account.id).await;
    for path in ["projects/Billing", "projects/BILLING/rules"] {
        let refusal = keep(&client, path, true).await;
        assert_eq!(refusal.refused(422), "invalid_input", "{path}");
        assert_eq!(refusal.json()["field"], "path", "{}", refusal.text);
        assert_eq!(keep(&client, path, false).await.refused(404), "not_found", "{path}");
    }
    assert_eq!(stored::rows_of(account.id).await, before);
    let nested = keep(&client, "projects/billing/projects/Billing", true).await.expect(200);
    assert_eq!(nested["scope_path"], "projects/billing/projects/Billing", "only siblings collide");
}

#[tokio::test]
async fn a_path_that_is_none_is_refused_on_both_surfaces() {
    let account = service().account().await;
    let client = account.client().await;
    let before = stored::rows_of(account.id).await;
    let too_long = "a".repeat(513);
    for path in [
        "",
        " ",
        "/projects/general",
        "projects/general/",
        "projects//general",
        "projects/general/../other",
        "..",
        ".",
        "projects/./general",
        "a b",
        "projects/general\\x",
        "projects/general/<b>",
        "projects/general/%",
        "a\nb",
        "a\u{202e}b",
        "a\u{200b}b",
        "cafe\u{301}",
        too_long.as_str(),
    ] {
        let refusal = keep(&client, path, true).await;
        assert_eq!(refusal.refused(422), "invalid_input", "{path:?}");
        assert_eq!(refusal.json()["field"], "path", "{path:?}");
        let tool = client.call("remember", json!({"content": "x", "path": path})).await.failure();
        assert!(tool.starts_with("invalid_input: path"), "{path:?}: {tool}");
    }
    assert_eq!(stored::rows_of(account.id).await, before);
}

#[tokio::test]
async fn a_path_of_512_characters_is_taken() {
    let account = service().account().await;
    let client = account.client().await;
    let path = format!("n/{}", "é".repeat(510));
    let saved = keep(&client, &path, false).await.expect(200);
    assert_eq!(saved["path"], json!(path));
}

#[tokio::test]
async fn a_path_is_compared_byte_for_byte() {
    let account = service().account().await;
    let client = account.client().await;
    keep(&client, "Notes/A", false).await.expect(200);
    let found =
        client.post("/v1/memories/search", json!({"query": "kept", "path_filter": "notes/A"})).await.expect(200);
    assert_eq!(found["items"], json!([]));
    let found =
        client.post("/v1/memories/search", json!({"query": "kept", "path_filter": "Notes/A"})).await.expect(200);
    assert_eq!(found["items"][0]["path"], "Notes/A");
}
