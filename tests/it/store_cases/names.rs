//! Names are compared as they stand: no character of one is a wildcard or a separator.

use serde_json::{Value, json};

use crate::support::{Client, Wish, service};

/// What the records of an answer say, sorted.
fn texts(answer: &Value, list: &str, member: &str) -> Vec<String> {
    let mut texts: Vec<String> =
        answer[list].as_array().unwrap().iter().map(|item| item[member].as_str().unwrap().to_owned()).collect();
    texts.sort();
    texts
}

fn encoded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

/// The records that a filter leaves, which must be the same on REST and MCP.
async fn listed(client: &Client, field: &str, value: &str) -> Vec<String> {
    let rest = client.get(&format!("/v1/records?{field}={}", encoded(value))).await.expect(200);
    let mcp = client.call("memory_list_records", json!({field: value})).await.structured();
    let found = texts(&rest, "records", "text");
    assert_eq!(found, texts(&mcp, "records", "text"));
    found
}

const TOPICS: [&str; 12] = ["a_b", "axb", "a%b", "a%", "%", "_", "a:b", "a/b", "a|b", "a\\b", "A_B", "file:a_b"];

#[tokio::test]
async fn a_topic_matches_itself_alone() {
    let account = service().account().await;
    let client = account.client().await;
    for (place, topic) in TOPICS.into_iter().enumerate() {
        let item = json!({"kind": "fact", "text": format!("Number {place}, filed under {topic}"), "topics": [topic]});
        client.post("/v1/summaries", json!({"items": [item]})).await.expect(200);
    }
    for (place, topic) in TOPICS.into_iter().enumerate() {
        assert_eq!(listed(&client, "topic", topic).await, [format!("Number {place}, filed under {topic}")], "{topic}");
        let count = json!({"scope": "", "topic": topic, "expected_count": 77});
        let refusal = client.post("/v1/records/delete-matching", count).await;
        assert_eq!(refusal.expect(409)["count"], json!(1), "{topic}");
    }
    for absent in ["a", "b", "ab", "a__b", "a.b", "file:axb"] {
        assert_eq!(listed(&client, "topic", absent).await, Vec::<String>::new(), "{absent}");
    }
}

/// Names that would be one if they were joined: each pair stands for what it is.
const PAIRS: [(&str, &str); 10] = [
    ("a:b", "c"),
    ("a", "b:c"),
    ("a/b", "c"),
    ("a", "b/c"),
    ("a|b", "c"),
    ("a", "b|c"),
    ("a%b", "c"),
    ("a", "b%c"),
    ("a", "bxc"),
    ("a", "b_c"),
];

#[tokio::test]
async fn agents_and_sessions_with_separators_in_their_names_collide_with_nothing() {
    let account = service().account().await;
    let client = account.client().await;
    for (agent, session) in PAIRS {
        let item = json!({"kind": "handoff", "text": format!("Of {agent} in {session}")});
        let summary =
            json!({"agent": agent, "session": session, "text": format!("Of {agent} in {session}"), "items": [item]});
        client.post("/v1/summaries", summary).await.expect(200);
    }
    for (agent, session) in PAIRS {
        let filter = format!("agent={}&session={}", encoded(agent), encoded(session));
        for (path, list) in [("/v1/records", "records"), ("/v1/summaries", "summaries")] {
            let found = client.get(&format!("{path}?{filter}")).await.expect(200);
            assert_eq!(texts(&found, list, "text"), [format!("Of {agent} in {session}")], "{path}");
        }
        let filters = json!({"agent": agent, "session": session});
        let found = client.call("memory_list_summaries", filters).await.structured();
        assert_eq!(texts(&found, "summaries", "text"), [format!("Of {agent} in {session}")]);
    }
}

/// A text is the same where kind, project and text are: a project whose name runs into the text is another one.
#[tokio::test]
async fn projects_with_separators_in_their_names_fold_with_nothing() {
    let account = service().account().await;
    let client = account.client().await;
    let mut ids = Vec::new();
    for (project, end) in PAIRS {
        let body = json!({"content": format!("{end} is what the worker retries"), "project": project});
        let saved = client.post("/v1/workspace/save", body.clone()).await.expect(200);
        assert_eq!(saved["data"]["deduplicated"], json!(false), "{body}");
        ids.push((project, saved["data"]["id"].clone()));
    }
    for (project, _) in PAIRS {
        let wanted: Vec<&Value> = ids.iter().filter(|(of, _)| *of == project).map(|(_, id)| id).collect();
        for way in ["REST", "MCP"] {
            let arguments = json!({"query": "what the worker retries", "project": project, "limit": 50});
            let found = match way {
                "REST" => client.post("/v1/workspace/recall", arguments).await.expect(200),
                _ => client.call("memory_recall", arguments).await.structured(),
            };
            let mut found: Vec<&Value> =
                found["results"].as_array().unwrap().iter().map(|result| &result["record"]["id"]).collect();
            found.sort_by_key(|id| id.as_i64());
            assert_eq!(found, wanted, "{way}: {project}");
        }
    }
}

/// Two agents, one key each: joined they would be the same.
#[tokio::test]
async fn keys_of_agents_with_separators_in_their_names_collide_with_nothing() {
    let account = service().account().await;
    for (place, (agent, key)) in PAIRS.into_iter().enumerate() {
        let client = account.client_with(Wish { agent: agent.to_owned(), ..Wish::default() }).await;
        let body = json!({"content": format!("Written once, number {place}."), "path": "projects/general"});
        let request = client.request("POST", "/v1/memories").header("Idempotency-Key", key).json(&body);
        assert_eq!(client.send(request).await.expect(200)["outcome"], "stored", "{agent} with {key}");
    }
    let client = account.client().await;
    let all = client.get("/v1/records/export").await.expect(200);
    assert_eq!(all["records"].as_array().unwrap().len(), PAIRS.len());
}

/// Of paths only `%` at the end is more than itself.
#[tokio::test]
async fn an_underscore_in_a_path_is_an_underscore() {
    let account = service().account().await;
    let client = account.client().await;
    for slug in ["a_b", "axb", "a-b", "a.b"] {
        client.remember(&format!("Heron at {slug}"), &format!("projects/{slug}/nest")).await;
        client.post("/v1/scopes", json!({"path": format!("spaces/{slug}")})).await.expect(200);
    }
    for filter in ["projects/a_b/%", "projects/a_b/nest", "projects/a_b/nest/%"] {
        let arguments = json!({"query": "heron", "path_filter": filter, "limit": 50});
        let found = client.post("/v1/memories/recall", arguments.clone()).await.expect(200);
        assert_eq!(texts(&found, "items", "content"), ["Heron at a_b"], "{filter}");
        let found = client.call("search_memory", arguments).await.structured();
        assert_eq!(texts(&found, "items", "content"), ["Heron at a_b"], "{filter}");
    }
    let found = client.get("/v1/records/export?scope=projects/a_b").await.expect(200);
    assert_eq!(texts(&found, "records", "content"), ["Heron at a_b"]);
    for (query, names) in [("a_b", vec!["a_b"]), ("a%b", vec![]), ("%", vec![]), ("_", vec!["a_b"])] {
        let found = client.get(&format!("/v1/spaces?query={}", encoded(query))).await.expect(200);
        assert_eq!(texts(&found, "spaces", "name"), names, "{query}");
        let found = client.call("decisions_list_spaces", json!({"query": query})).await.structured();
        assert_eq!(texts(&found, "spaces", "name"), names, "{query}");
    }
}
