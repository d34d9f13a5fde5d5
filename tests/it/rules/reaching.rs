//! `rule_list`, and how far a rule reaches.

use annals::auth::Role;
use serde_json::{Value, json};

use crate::support::{Account, Client, Wish, service, stored};

async fn bind(client: &Client, scope: &str, text: &str) {
    client.post("/v1/rules", json!({"kind": "convention", "text": text, "scope": scope})).await.expect(200);
}

async fn texts(client: &Client, query: &str) -> Vec<String> {
    let listed = client.get(&format!("/v1/rules?{query}")).await.expect(200);
    listed["rules"].as_array().unwrap().iter().map(|rule| rule["text"].as_str().unwrap().to_owned()).collect()
}

async fn restrict(account: &Account<'_>, path: &str) {
    let sql = format!(
        "UPDATE scope_nodes SET restricted = true WHERE account_id = '{}' AND path = '{path}'",
        account.id.uuid()
    );
    assert_eq!(stored::execute(&sql).await, 1);
}

#[tokio::test]
async fn rules_reach_downward_also_from_where_nobody_may_read() {
    let account = service().account().await;
    let owner = account.client().await;
    for path in ["projects/shut", "projects/shut/projects/in", "projects/shut/projects/other", "teams/secret"] {
        owner.post("/v1/scopes", json!({"path": path})).await.expect(200);
    }
    restrict(&account, "projects/shut").await;
    for (scope, text) in [
        ("", "Binds everybody."),
        ("projects/shut", "Binds what is shut."),
        ("projects/shut/projects/in", "Binds what is inside."),
        ("projects/shut/projects/other", "Binds what is beside."),
        ("teams/secret", "Binds the team."),
        ("people/owner", "Binds the owner."),
    ] {
        bind(&owner, scope, text).await;
    }
    let memory = owner.remember("Said in what is shut.", "projects/shut").await;
    assert_eq!(texts(&owner, "").await.len(), 6);

    // Whoever reads the inner node alone is bound by what lies above it.
    let inner = account.member(Role::Member, "inner").await;
    let grant = format!(
        "INSERT INTO scope_grants (account_id, id, node_id, user_id, access, below)
         SELECT account_id, gen_random_uuid(), id, '{}', 'read', false FROM scope_nodes
         WHERE account_id = '{}' AND path = 'projects/shut/projects/in'",
        inner.uuid(),
        account.id.uuid()
    );
    assert_eq!(stored::execute(&grant).await, 1);
    let client = account.client_with(Wish { user: Some(inner), ..Wish::default() }).await;
    assert_eq!(client.get(&format!("/v1/versions/{memory}")).await.refused(404), "not_found");
    assert_eq!(texts(&client, "").await, ["Binds what is inside.", "Binds what is shut.", "Binds everybody."]);

    // Whoever reads nothing of it is not.
    let outer = account.member(Role::Member, "outer").await;
    let client = account.client_with(Wish { user: Some(outer), ..Wish::default() }).await;
    assert_eq!(texts(&client, "").await, ["Binds everybody."]);

    // A token that is bound to a node is bound by what lies above it.
    let bound =
        account.client_with(Wish { scope: Some("projects/shut/projects/in".to_owned()), ..Wish::default() }).await;
    assert_eq!(texts(&bound, "").await, ["Binds what is inside.", "Binds what is shut.", "Binds everybody."]);

    // A name that only begins alike is no ancestor.
    owner.post("/v1/scopes", json!({"path": "projects/shutter"})).await.expect(200);
    let bound = account.client_with(Wish { scope: Some("projects/shutter".to_owned()), ..Wish::default() }).await;
    assert_eq!(texts(&bound, "").await, ["Binds everybody."]);
}

#[tokio::test]
async fn a_correction_heads_the_briefing_of_its_agent_alone() {
    let account = service().account().await;
    let owner = account.client().await;
    owner.post("/v1/scopes", json!({"path": "projects/shut/projects/in"})).await.expect(200);
    restrict(&account, "projects/shut").await;
    for (agent, scope, text) in [
        ("codex", "", "Codex asks before it deletes."),
        ("codex", "projects/shut", "Codex asks before it opens."),
        ("claude", "", "Claude asks before it renames."),
    ] {
        let body = json!({"kind": "correction", "text": text, "agent": agent, "scope": scope});
        owner.post("/v1/rules", body).await.expect(200);
    }
    let corrections = async |client: &Client, body: Value| -> Vec<String> {
        let brief = client.post("/v1/brief", body).await.expect(200);
        brief["correction_rules"]
            .as_array()
            .unwrap()
            .iter()
            .map(|rule| rule["text"].as_str().unwrap().to_owned())
            .collect()
    };
    let of = |agent: &str, scope: Option<&str>| {
        account.client_with(Wish { agent: agent.to_owned(), scope: scope.map(str::to_owned), ..Wish::default() })
    };
    let about = json!({"about": "deleting"});
    let codex = of("codex", Some("projects/shut/projects/in")).await;
    let mut told = corrections(&codex, about.clone()).await;
    told.sort_unstable();
    assert_eq!(told, ["Codex asks before it deletes.", "Codex asks before it opens."]);
    let beside = of("codex", Some("projects/general")).await;
    assert_eq!(corrections(&beside, about.clone()).await, ["Codex asks before it deletes."]);
    let claude = of("claude", None).await;
    assert_eq!(corrections(&claude, about.clone()).await, ["Claude asks before it renames."]);
    assert_eq!(corrections(&of("cursor", None).await, about.clone()).await, Vec::<String>::new());
    let text = claude.call("brief_me", about).await.text();
    let (rule, memories) = (text.find("Claude asks"), text.find("Memories:"));
    assert!(rule.is_some() && memories.is_none_or(|place| rule < Some(place)), "{text}");
}

#[tokio::test]
async fn filters_limits_and_pages() {
    let account = service().account().await;
    let client = account.client().await;
    for place in 0..5 {
        bind(&client, "projects/general", &format!("Rule number {place}.")).await;
    }
    let body = json!({"kind": "correction", "text": "Ask first.", "agent": "codex"});
    client.post("/v1/rules", body).await.expect(200);
    for (query, wanted) in [
        ("kind=convention", 5),
        ("kind=correction", 1),
        ("kind=decision", 0),
        ("agent=codex", 1),
        ("agent=cod%25", 0),
        ("state=in_force", 6),
        ("state=retired", 0),
        ("kind=convention&agent=codex", 0),
    ] {
        assert_eq!(texts(&client, query).await.len(), wanted, "{query}");
    }
    for query in ["kind=", "kind=fact", "state=active", "agent=", "limit=0", "limit=201", "page_token=made-up"] {
        assert_eq!(client.get(&format!("/v1/rules?{query}")).await.refused(422), "invalid_input", "{query}");
    }
    let (mut walked, mut token) = (Vec::new(), String::new());
    loop {
        let page = client.get(&format!("/v1/rules?kind=convention&limit=2&page_token={token}")).await.expect(200);
        walked.extend(page["rules"].as_array().unwrap().iter().map(|rule| rule["text"].as_str().unwrap().to_owned()));
        bind(&client, "projects/general", &format!("Written after {}.", walked.len())).await;
        match page["next_page_token"].as_str() {
            Some(next) => next.clone_into(&mut token),
            None => break,
        }
    }
    assert_eq!(walked, ["Rule number 4.", "Rule number 3.", "Rule number 2.", "Rule number 1.", "Rule number 0."]);
    let other = service().account().await.client().await;
    assert_eq!(texts(&other, "").await, Vec::<String>::new());
    assert_eq!(
        other.get(&format!("/v1/rules?kind=convention&limit=2&page_token={token}")).await.refused(422),
        "invalid_input"
    );
}
