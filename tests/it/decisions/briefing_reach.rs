//! A briefing hints at nothing of scopes that its reader may not read.

use serde_json::{Value, json};

use super::briefing::{correct, document};
use super::ways::{WAYS, ask};
use super::written::{ids, member, node, record, remember, restrict};
use crate::support::{Client, Wish, service};

/// What a client is told of harbours, in every way and form there is.
async fn told(client: &Client) -> Vec<String> {
    let mut all = Vec::new();
    for way in WAYS {
        for (operation, arguments) in [
            ("brief_me", json!({"about": "harbours"})),
            ("brief_me", json!({"about": "harbours", "max_tokens": 200})),
            ("brief_me", json!({"about": "service:harbours"})),
            ("brief_me", json!({"about": "doc:adr 1"})),
            ("brief_me", json!({"about": "quorbles"})),
            ("memory_list_records", json!({})),
            ("memory_search_records", json!({"query": "harbours", "include_inactive": true})),
            ("memory_list_summaries", json!({})),
            ("decisions_list_spaces", json!({})),
        ] {
            let told = ask(client, way, operation, arguments).await;
            all.push(told.raw);
        }
    }
    all.push(client.get("/v1/documents").await.text);
    all
}

#[tokio::test]
async fn answers_are_the_same_bytes_with_and_without_what_is_hidden() {
    let account = service().account().await;
    let owner = account.client().await;
    let closed = node(&owner, "spaces/closed").await;
    node(&owner, "spaces/open").await;
    restrict(&account, "spaces/closed").await;
    let (vera, anna) = (member(&account, "vera").await, member(&account, "anna").await);
    remember(&vera, "fact", "Harbours freeze in January.").await;
    remember(&vera, "question", "Which harbours freeze?").await;
    document(&vera, 1, "Harbours", "Open ones.", "").await;
    let before = told(&vera).await;

    for kind in ["fact", "question"] {
        let items: Vec<Value> = (0..45)
            .map(|number| {
                json!({
                    "kind": kind, "text": format!("Hidden harbours quorbles {kind} {number}."),
                    "topics": ["service:harbours", "harbours", "doc:adr 1"], "links": ["https://example.com/hidden"],
                })
            })
            .collect();
        record(&owner, json!({"space_id": closed, "text": "Hidden harbours.", "items": items})).await;
    }
    document(&owner, 1, "Hidden harbours", "Hidden quorbles.", &closed).await;
    correct(&owner, "tester", "Hidden harbours.", "spaces/closed").await;
    anna.remember("Anna's hidden harbours quorbles.", "people/anna").await;
    remember(&service().account().await.client().await, "fact", "Foreign harbours quorbles.").await;
    assert_eq!(told(&vera).await, before);
    assert!(told(&owner).await.concat().contains("Hidden harbours"), "whoever reads it is told");
}

#[tokio::test]
async fn a_token_bound_to_a_scope_is_told_of_that_scope_and_of_the_rules_above_it() {
    let account = service().account().await;
    let owner = account.client().await;
    let lab = node(&owner, "spaces/lab").await;
    let above = correct(&owner, "bound", "Above all, ask.", "").await;
    let beside = correct(&owner, "bound", "Beside the point.", "projects/general").await;
    let inside = correct(&owner, "bound", "Inside, hurry.", "spaces/lab").await;
    remember(&owner, "fact", "Harbours above freeze.").await;
    let item = json!({"kind": "fact", "text": "Harbours inside freeze."});
    let there = super::written::remember_in(&owner, json!({"space_id": lab}), item).await;
    let bound = account
        .client_with(Wish { scope: Some("spaces/lab".to_owned()), agent: "bound".to_owned(), ..Wish::default() })
        .await;
    for way in WAYS {
        for arguments in [json!({"about": "harbours"}), json!({"about": "harbours", "space_id": lab})] {
            let brief = ask(&bound, way, "brief_me", arguments).await.answer();
            assert_eq!(ids(&brief["memories"]), [there.as_str()]);
            let rules = ids(&brief["correction_rules"]);
            assert_eq!(rules, [inside.clone(), above.clone()]);
            assert!(!rules.contains(&beside));
        }
    }
}
