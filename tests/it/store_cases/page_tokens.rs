//! A page token is of one account, one person, one operation and one filter.

use annals::auth::Role;
use annals::ids::UserId;
use annals::op::{Entry, Sample};
use serde_json::{Value, json};

use super::paging::{Paged, paged};
use crate::catalogue::{Way, administered, assert_none, staffed};
use crate::support::{Account, Client, Wish, service};

/// The same list through another filter: its tokens are others.
fn other_filters(operation: &str) -> Vec<(&'static str, Value)> {
    match operation {
        "audit_list" => vec![("operation", json!("remember")), ("outcome", json!("done"))],
        "app_list" => vec![("all", json!(true))],
        "job_list" => vec![("kind", json!("webhook_delivery")), ("state", json!("waiting"))],
        "webhook_list" => vec![],
        "webhook_delivery_list" => vec![("state", json!("dead"))],
        "decisions_list_spaces" => vec![("query", json!("first"))],
        "document_list" => vec![("kind", json!("adr")), ("number", json!(1)), ("status", json!("open"))],
        "memory_list_records" => vec![
            ("kind", json!("fact")),
            ("status", json!("active")),
            ("agent", json!("tester")),
            ("session", json!("s")),
            ("topic", json!("t")),
        ],
        "memory_list_summaries" => vec![("agent", json!("tester")), ("session", json!("s"))],
        "record_export" => vec![("scope", json!("projects/general"))],
        "grant_list" => vec![("team", json!("crew-x")), ("user_id", json!(UserId::generate().to_string()))],
        "invitation_list" => vec![("state", json!("open"))],
        "member_list" => vec![("role", json!("viewer")), ("team", json!("x")), ("include_removed", json!(true))],
        "scope_list" => vec![("below", json!("projects")), ("kind", json!("space")), ("query", json!("first"))],
        "team_list" => vec![],
        "token_list" => vec![("state", json!("valid")), ("user_id", json!(UserId::generate().to_string()))],
        "rule_list" => vec![("kind", json!("convention")), ("state", json!("in_force")), ("agent", json!("tester"))],
        _ => panic!("{operation} pages by tokens and is not known here"),
    }
}

async fn fill(account: &Account<'_>, client: &Client) {
    for number in 0..3 {
        staffed(account, client, "page", &number.to_string(), Sample::default()).await;
        let item = json!({"kind": "fact", "text": format!("First fact {number}.")});
        client.post("/v1/summaries", json!({"text": "x", "items": [item]})).await.expect(200);
        client.post("/v1/scopes", json!({"path": format!("spaces/first-{number}")})).await.expect(200);
        let document = json!({"kind": "adr", "number": number, "title": "Title", "body": "Body"});
        client.post("/v1/documents", document).await.expect(200);
        let rule = json!({"kind": "convention", "text": format!("Rule {number}.")});
        client.post("/v1/rules", rule).await.expect(200);
    }
}

async fn ask(client: &Client, way: Way, paged: &Paged, more: &[(&str, Value)]) -> (Option<Value>, String) {
    let mut arguments = json!({paged.size(): 1});
    for (field, value) in more {
        arguments[*field] = value.clone();
    }
    let said = way.call(client, paged.entry(), &arguments).await;
    let token = said.structured.as_ref().and_then(|answer| answer.get("next_page_token")).cloned();
    (token, said.body().to_owned())
}

#[tokio::test]
async fn a_token_of_another_account_person_operation_or_filter_is_refused() {
    let (account, other) = (service().account().await, service().account().await);
    let (client, stranger) = (account.client().await, other.client().await);
    let colleague = account.member(Role::Admin, "cleo").await;
    let colleague = account.client_with(Wish { user: Some(colleague), ..Wish::default() }).await;
    fill(&account, &client).await;
    fill(&other, &stranger).await;
    administered(&account, &mut annals::op::Sample::default()).await;
    administered(&other, &mut annals::op::Sample::default()).await;

    let by_token: Vec<Paged> = paged(1).into_iter().filter(|paged| takes_token(paged.entry())).collect();
    assert!(by_token.len() >= 7);
    let mut tokens: Vec<(&'static str, Value)> = Vec::new();
    let (mut faults, mut tried) = (Vec::new(), 0);
    for paged in &by_token {
        for way in Way::of(paged.entry().spec()) {
            let (token, body) = ask(&client, way, paged, &[]).await;
            let token = token.unwrap_or_else(|| panic!("{}: no token in {body}", paged.operation));
            let page = [("page_token", token.clone())];
            let taken = ask(&client, way, paged, &page).await;
            if !taken.1.contains(paged.list) || taken.1 == body {
                faults.push(format!("{}, {way}: its own token is not taken: {}", paged.operation, taken.1));
            }
            let mut altered = token.as_str().unwrap().to_owned().into_bytes();
            let middle = altered.len() / 2;
            altered[middle] = if altered[middle] == b'A' { b'B' } else { b'A' };
            let altered = json!(String::from_utf8(altered).unwrap());
            let mut attempts = vec![
                ("of another account", &stranger, page.to_vec()),
                ("of another person", &colleague, page.to_vec()),
                ("altered", &client, vec![("page_token", altered)]),
                ("made up", &client, vec![("page_token", json!("AAAA"))]),
            ];
            for filter in other_filters(paged.operation) {
                attempts.push(("of another filter", &client, vec![page[0].clone(), filter]));
            }
            for (operation, foreign) in tokens.iter().filter(|(operation, _)| *operation != paged.operation) {
                assert_ne!(*operation, paged.operation);
                attempts.push(("of another operation", &client, vec![("page_token", foreign.clone())]));
            }
            for (what, client, arguments) in attempts {
                tried += 1;
                let (_, body) = ask(client, way, paged, &arguments).await;
                if !body.contains("invalid_input") || !body.contains("page_token") {
                    faults
                        .push(format!("{}, {way}: a token {what} ({arguments:?}) is answered {body}", paged.operation));
                }
            }
            tokens.push((paged.operation, token));
        }
    }
    assert_none(&faults);
    assert!(tried > 100, "{tried}");
}

fn takes_token(entry: &Entry) -> bool {
    entry.input_schema(annals::op::View::REST)["properties"].get("page_token").is_some()
}
