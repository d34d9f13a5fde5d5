//! `decisions_list_spaces`: the spaces that the caller reads.

use serde_json::{Value, json};

use super::ways::{WAYS, Way, ask};
use super::written::{ids, node, remember_in, restrict};
use crate::support::{Account, Client, Wish, service, stored};

async fn names(client: &Client, way: Way, arguments: Value) -> Vec<String> {
    let answer = ask(client, way, "decisions_list_spaces", arguments).await.answer();
    answer["spaces"].as_array().unwrap().iter().map(|space| space["name"].as_str().unwrap().to_owned()).collect()
}

/// Gives a space another name for people.
async fn rename(account: &Account<'_>, path: &str, name: &str) {
    let sql = format!(
        "UPDATE scope_nodes SET name = '{}' WHERE account_id = '{}' AND path = '{path}'",
        name.replace('\'', "''"),
        account.id.uuid()
    );
    assert_eq!(stored::execute(&sql).await, 1);
}

#[tokio::test]
async fn a_space_is_told_with_its_id_name_path_role_and_count() {
    let account = service().account().await;
    let owner = account.client().await;
    let lab = node(&owner, "spaces/lab").await;
    let deep = node(&owner, "teams/red/spaces/deep").await;
    node(&owner, "projects/none").await;
    let item = |text: &str| json!({"kind": "fact", "text": text});
    let old = remember_in(&owner, json!({"space_id": lab}), item("One.")).await;
    let newer = json!({"kind": "fact", "text": "Two.", "supersedes": old});
    remember_in(&owner, json!({"space_id": lab}), newer).await;
    remember_in(&owner, json!({"space_id": lab}), item("Three.")).await;
    let viewer = account.member(annals::auth::Role::Viewer, "viewer").await;
    let viewer = account.client_with(Wish { user: Some(viewer), ..Wish::default() }).await;
    let reading = vec![annals::auth::Permission::McpRead, annals::auth::Permission::DecisionsRead];
    let reader = account.client_with(Wish { permissions: reading, ..Wish::default() }).await;
    for way in WAYS {
        let told = ask(&owner, way, "decisions_list_spaces", json!({})).await;
        let answer = told.answer();
        assert_eq!(ids(&answer["spaces"]), [lab.clone(), deep.clone()]);
        let space = &answer["spaces"][0];
        assert!(lab.starts_with("lab_") && lab.len() == 30, "{lab}");
        assert_eq!(
            (space["name"].as_str(), space["path"].as_str(), space["role"].as_str(), space["record_count"].as_u64()),
            (Some("lab"), Some("spaces/lab"), Some("writer"), Some(2))
        );
        assert!(space["created_at"].as_str().unwrap().ends_with('Z'));
        assert!(told.words().contains(&lab) && told.words().contains("2 memories"), "{}", told.words());
        for reading in [&viewer, &reader] {
            let answer = ask(reading, way, "decisions_list_spaces", json!({})).await.answer();
            assert_eq!(answer["spaces"][0]["role"], "reader");
        }
    }
}

#[tokio::test]
async fn only_spaces_that_the_caller_reads_are_listed() {
    let account = service().account().await;
    let owner = account.client().await;
    for path in ["spaces/open", "spaces/closed", "teams/red/spaces/in", "teams/blue/spaces/in"] {
        node(&owner, path).await;
    }
    restrict(&account, "spaces/closed").await;
    let vera = account.member(annals::auth::Role::Member, "vera").await;
    let join = format!(
        "INSERT INTO team_members (account_id, team, user_id) VALUES ('{}', 'red', '{}')",
        account.id.uuid(),
        vera.uuid()
    );
    assert_eq!(stored::execute(&join).await, 1);
    let vera = account.client_with(Wish { user: Some(vera), ..Wish::default() }).await;
    let bound = account.client_with(Wish { scope: Some("teams/blue".to_owned()), ..Wish::default() }).await;
    let elsewhere = service().account().await.client().await;
    let paths = async |client: &Client, way, arguments| {
        let answer = ask(client, way, "decisions_list_spaces", arguments).await.answer();
        let spaces = answer["spaces"].as_array().unwrap().clone();
        spaces.iter().map(|space| space["path"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for way in WAYS {
        assert_eq!(paths(&owner, way, json!({})).await.len(), 4);
        assert_eq!(paths(&vera, way, json!({})).await, ["spaces/open", "teams/red/spaces/in"]);
        assert_eq!(paths(&vera, way, json!({"query": "closed"})).await, Vec::<String>::new());
        assert_eq!(paths(&bound, way, json!({})).await, ["teams/blue/spaces/in"]);
        let told = ask(&elsewhere, way, "decisions_list_spaces", json!({})).await;
        assert_eq!(told.answer(), json!({"spaces": []}));
        assert_eq!(told.words(), "There is no space that you can see.");
    }
}

#[tokio::test]
async fn a_query_is_a_part_of_the_name_or_path_and_nothing_in_it_is_a_wildcard() {
    let account = service().account().await;
    let owner = account.client().await;
    let given = ["a:b", "a/b", "a|b", "a%b", "a_b", "axb", "Büro Köln", "日本語", "a\"b\n- forged", "a\\b"];
    for (number, name) in given.iter().enumerate() {
        node(&owner, &format!("spaces/number-{number}")).await;
        rename(&account, &format!("spaces/number-{number}"), name).await;
    }
    for way in WAYS {
        assert_eq!(names(&owner, way, json!({})).await, given);
        assert_eq!(names(&owner, way, json!({"query": ""})).await, given);
        for (query, expected) in [
            ("a:b", vec!["a:b"]),
            ("a/b", vec!["a/b"]),
            ("a|b", vec!["a|b"]),
            ("a%b", vec!["a%b"]),
            ("a_b", vec!["a_b"]),
            ("a\\b", vec!["a\\b"]),
            ("%", vec!["a%b"]),
            ("_", vec!["a_b"]),
            ("|", vec!["a|b"]),
            ("A:B", vec!["a:b"]),
            ("büro köln", vec!["Büro Köln"]),
            ("BÜRO", vec!["Büro Köln"]),
            ("日本", vec!["日本語"]),
            ("number-3", vec!["a%b"]),
            ("spaces/number-4", vec!["a_b"]),
            ("nowhere", vec![]),
        ] {
            assert_eq!(names(&owner, way, json!({"query": query})).await, expected, "{query}");
        }
        let words = ask(&owner, way, "decisions_list_spaces", json!({})).await.words();
        assert_eq!(words.lines().count(), given.len(), "a name stays on its line: {words}");
        let refusal = ask(&owner, way, "decisions_list_spaces", json!({"query": "x".repeat(201)})).await.refusal();
        assert_eq!(refusal.field(), "query");
    }
}

#[tokio::test]
async fn spaces_of_such_names_hold_their_own_memories_alone() {
    let account = service().account().await;
    let owner = account.client().await;
    let mut written = Vec::new();
    for (number, name) in ["a:b", "a/b", "a|b", "a%b"].iter().enumerate() {
        let space = node(&owner, &format!("spaces/number-{number}")).await;
        rename(&account, &format!("spaces/number-{number}"), name).await;
        let item = json!({"kind": "fact", "text": "The same everywhere.", "topics": [name]});
        written.push((
            space.clone(),
            *name,
            remember_in(&owner, json!({"space_id": space, "session": name}), item).await,
        ));
    }
    for way in WAYS {
        for (space, name, id) in &written {
            for filter in [json!({"space_id": space}), json!({"topic": name}), json!({"session": name})] {
                let found = super::written::found(&owner, way, "memory_list_records", filter.clone()).await;
                assert_eq!(found, [id.as_str()], "{filter}");
            }
        }
    }
}

#[tokio::test]
async fn pages_of_spaces_go_on_where_they_ended() {
    let account = service().account().await;
    let owner = account.client().await;
    for number in 0..55 {
        node(&owner, &format!("spaces/number-{number:02}")).await;
    }
    for way in WAYS {
        for size in [json!({}), json!({"page_size": 0})] {
            assert_eq!(names(&owner, way, size).await.len(), 50);
        }
        let mut seen = Vec::new();
        let mut arguments = json!({"page_size": 20, "query": "NUMBER"});
        loop {
            let answer = ask(&owner, way, "decisions_list_spaces", arguments.clone()).await.answer();
            seen.extend(ids(&answer["spaces"]));
            let Some(token) = answer.get("next_page_token") else { break };
            arguments["page_token"] = token.clone();
        }
        let all = ask(&owner, way, "decisions_list_spaces", json!({"page_size": 1_000_000_000})).await.answer();
        assert_eq!(all.get("next_page_token"), None);
        assert_eq!(seen, ids(&all["spaces"]));
        assert_eq!(seen.len(), 55);
        let refusal = ask(&owner, way, "decisions_list_spaces", json!({"page_size": -1})).await.refusal();
        assert_eq!((refusal.code.as_str(), refusal.field()), ("invalid_input", "page_size"));
    }
}
