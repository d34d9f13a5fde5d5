//! Out of one account and into another: the same records.

use serde_json::{Value, json};

use crate::support::service;

#[tokio::test]
async fn what_is_exported_as_json_lines_imports_into_another_account_unchanged() {
    let (from, to) = (service().account().await, service().account().await);
    let (source, target) = (from.client().await, to.client().await);
    source.post("/v1/scopes", json!({"path": "teams/ops/projects/pager"})).await.expect(200);
    target.post("/v1/scopes", json!({"path": "teams/ops"})).await.expect(200);
    let records = json!([
        {"content": "Line\nbreaks, \"quotes\" and \\ and \t tabs.", "path": "projects/general/a"},
        {"content": "数年前に決めた。", "path": "teams/ops/projects/pager", "kind": "decision", "external_id": "d-1",
         "session": "s", "position": 3, "author": "Bo", "recorded_at": "2020-02-29T12:00:00.123456Z"},
        {"content": "At the root.", "path": "notes/2020", "topics": ["b", "a"], "metadata": {"n": 1.5, "deep": {"l": [null, true]}}},
        {"content": "Bare."},
    ]);
    let report = source.post("/v1/records/import", json!({"records": records})).await.expect(200);
    assert_eq!(report["stored"], 4, "{report}");
    source.remember("In the diary of the owner.", "people/owner").await;

    let export = async |client: &crate::support::Client| {
        let request = client.request("GET", "/v1/records/export").header("accept", "application/x-ndjson");
        let answer = client.send(request).await;
        assert_eq!(answer.status, 200);
        answer.text
    };
    let out = export(&source).await;
    assert_eq!(out.lines().count(), 4, "personal scopes are left out");
    assert!(!out.contains("diary"));
    let request = target.request("POST", "/v1/records/import").header("content-type", "application/x-ndjson");
    let report = target.send(request.body(out.clone())).await.expect(200);
    assert_eq!((report["stored"].as_u64(), report["refused"].as_array().map(Vec::len)), (Some(4), Some(0)), "{report}");

    let sorted = |text: &str| {
        let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        lines.sort_by_key(|line| line["content"].to_string());
        lines
    };
    assert_eq!(sorted(&export(&target).await), sorted(&out));

    let request = target.request("POST", "/v1/records/import").header("content-type", "application/x-ndjson");
    let again = target.send(request.body(out)).await.expect(200);
    assert_eq!((again["stored"].as_u64(), again["already_there"].as_u64()), (Some(0), Some(4)), "{again}");
}

#[tokio::test]
async fn an_export_of_a_scope_holds_it_and_what_lies_below() {
    let account = service().account().await;
    let client = account.client().await;
    for path in ["projects/a", "projects/a/projects/b", "projects/ab", "notes"] {
        client.remember(&format!("Newt at {path}"), path).await;
    }
    let answer = client.get("/v1/records/export?scope=projects/a").await.expect(200);
    let paths: Vec<&str> =
        answer["records"].as_array().unwrap().iter().map(|record| record["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["projects/a", "projects/a/projects/b"]);
    assert_eq!(client.get("/v1/records/export?scope=projects/none").await.refused(404), "not_found");
    assert_eq!(client.get("/v1/records/export?scope=../x").await.refused(422), "invalid_input");
}
