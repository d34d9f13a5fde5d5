//! Pages while others write: no row twice, and none of those that were there when the walk began is skipped.

use std::collections::BTreeSet;

use annals::CATALOG;
use annals::op::{Entry, Sample};
use serde_json::{Value, json};

use super::fields::of_type;
use crate::catalogue::{WEBHOOK, Way, administered, assert_none, staffed};
use crate::support::{Account, Client, Service, service};

/// How an operation pages: its list, what names a row, and what is asked besides.
pub struct Paged {
    pub operation: &'static str,
    pub list: &'static str,
    key: &'static [&'static str],
    pub arguments: Value,
}

/// Every operation that pages. One that is not named here is a fault.
pub fn paged(number: i64) -> Vec<Paged> {
    let of = |operation, list, key, arguments| Paged { operation, list, key, arguments };
    vec![
        of("app_list", "apps", &["id"], json!({})),
        of("job_list", "jobs", &["id"], json!({})),
        of("webhook_list", "webhooks", &["id"], json!({})),
        of("webhook_delivery_list", "deliveries", &["id"], json!({"id": WEBHOOK})),
        of("audit_list", "acts", &["request_id", "operation"][..], json!({})),
        of("change_list", "changes", &["position"], json!({})),
        of("decisions_list_spaces", "spaces", &["id"], json!({})),
        of("document_list", "documents", &["id"], json!({})),
        of("memory_list_records", "records", &["id"], json!({})),
        of("memory_list_summaries", "summaries", &["id"], json!({})),
        of("record_export", "records", &["external_id"], json!({})),
        of("rule_list", "rules", &["id"], json!({})),
        of("grant_list", "grants", &["grant_id"], json!({})),
        of("invitation_list", "invitations", &["invitation_id"], json!({})),
        of("member_list", "members", &["user_id"], json!({})),
        of("scope_list", "scopes", &["scope_id"], json!({})),
        of("team_list", "teams", &["team"], json!({})),
        of("token_list", "tokens", &["token_id"], json!({})),
        of("memory_export", "records", &["id"], json!({"scope": {"kind": "shared"}})),
        of("memory_history", "entries", &["sequence"], json!({"scope": {"kind": "shared"}, "id": number})),
    ]
}

impl Paged {
    pub fn entry(&self) -> &'static Entry {
        annals::find(self.operation).unwrap()
    }

    /// The field that says how many.
    pub fn size(&self) -> &'static str {
        if of_type(self.entry(), "integer").iter().any(|(field, _)| field == "page_size") {
            "page_size"
        } else {
            "limit"
        }
    }

    /// The names of an answer's rows.
    fn rows(&self, answer: &Value) -> Vec<String> {
        let rows = answer[self.list].as_array().unwrap_or_else(|| panic!("{}: {answer}", self.operation));
        rows.iter().map(|row| self.key.iter().map(|key| row[*key].to_string()).collect::<Vec<_>>().join(" ")).collect()
    }
}

/// Where the next page begins.
fn next(answer: &Value) -> Option<(&'static str, Value)> {
    if let Some(token) = answer.get("next_page_token") {
        return Some(("page_token", token.clone()));
    }
    (answer["more"] == json!(true)).then(|| ("after", answer["next_after"].clone()))
}

/// One of everything that pages list.
async fn write_one_of_each(account: &Account<'_>, client: &Client, label: &str, number: i64, changed: Option<&str>) {
    staffed(account, client, label, label, Sample::default()).await;
    let item = json!({"kind": "fact", "text": format!("An item of {label}.")});
    let summary = json!({"text": format!("Summary {label}"), "items": [item], "session": "paging"});
    client.post("/v1/summaries", summary).await.expect(200);
    let save = json!({"content": format!("A record of the workspace, {label}."), "scope": {"kind": "shared"}});
    client.post("/v1/workspace/save", save).await.expect(200);
    client.post("/v1/scopes", json!({"path": format!("spaces/{label}")})).await.expect(200);
    for place in ["projects/general", ""] {
        let title = format!("Document {label}");
        let document = json!({"kind": "adr", "number": number, "title": title, "body": label, "scope": place});
        client.post("/v1/documents", document).await.expect(200);
    }
    let rule = json!({"kind": "convention", "text": format!("Rule {label}."), "scope": "projects/general"});
    client.post("/v1/rules", rule).await.expect(200);
    let webhook = json!({"url": format!("https://hooks.example.com/{label}"), "events": ["rule"]});
    client.post("/v1/webhooks", webhook).await.expect(200);
    client.post(&format!("/v1/webhooks/{WEBHOOK}/test"), json!({})).await.expect(200);
    // News of long ago, stored now.
    let old = json!({"content": format!("Old news, {label}."), "recorded_at": format!("2020-01-{:02}T00:00:00Z", number % 28 + 1)});
    client.post("/v1/records/import", json!({"scope": "projects/general", "records": [old]})).await.expect(200);
    let again = json!({"content": "The record with a long history.", "scope": {"kind": "shared"}});
    client.post("/v1/workspace/save", again).await.expect(200);
    if let Some(changed) = changed {
        let item = json!({"kind": "fact", "text": format!("What is new in {label}."), "supersedes": changed});
        client.post("/v1/summaries", json!({"items": [item]})).await.expect(200);
    }
}

/// An account with seven of everything.
async fn filled(service: &Service) -> (Account<'_>, Client, i64, Vec<String>) {
    let account = service.account().await;
    administered(&account, &mut annals::op::Sample::default()).await;
    let client = account.client().await;
    let save = json!({"content": "The record with a long history.", "scope": {"kind": "shared"}});
    let number = client.post("/v1/workspace/save", save).await.expect(200)["data"]["id"].as_i64().unwrap();
    for place in 0..7 {
        write_one_of_each(&account, &client, &format!("first-{place}"), 10 * place, None).await;
    }
    let facts = client.get("/v1/records?kind=fact&session=paging&page_size=200").await.expect(200);
    let facts = facts["records"].as_array().unwrap().iter().map(|record| record["id"].as_str().unwrap().to_owned());
    (account, client, number, facts.collect())
}

/// Whether all changes have got their positions: the walks of two operations go by those.
async fn settle(client: &Client) {
    crate::change_feed::following::settled(client, 0).await;
}

#[tokio::test]
async fn every_operation_that_pages_is_known_here() {
    let known: BTreeSet<&str> = paged(1).iter().map(|paged| paged.operation).collect();
    let pages = |entry: &&Entry| {
        let takes = |field: &str| entry.input_schema(annals::op::View::REST)["properties"].get(field).is_some();
        takes("page_token") || takes("after")
    };
    let all: BTreeSet<&str> = CATALOG.iter().filter(pages).map(|entry| entry.spec().name).collect();
    assert_eq!(known, all);
}

#[tokio::test]
async fn what_is_written_while_paging_neither_repeats_nor_hides_a_row() {
    let mut faults = Vec::new();
    for place in 0..paged(1).len() {
        let ways: Vec<Way> = Way::of(paged(1)[place].entry().spec()).filter(|way| *way != Way::Modern).collect();
        for way in ways {
            let (account, client, number, facts) = filled(service()).await;
            settle(&client).await;
            let paged = &paged(number)[place];
            let ask = async |cursor: Option<(&str, Value)>, size: usize| {
                let mut arguments = paged.arguments.clone();
                arguments[paged.size()] = json!(size);
                if let Some((field, value)) = cursor {
                    arguments[field] = value;
                }
                let said = way.call(&client, paged.entry(), &arguments).await;
                said.structured.clone().unwrap_or_else(|| panic!("{}: {}", paged.operation, said.body()))
            };
            // Those that were there when the walk began, whole, by the largest pages.
            let (mut before, mut cursor) = (Vec::new(), None);
            loop {
                let answer = ask(cursor, 50).await;
                before.extend(paged.rows(&answer));
                cursor = next(&answer);
                if cursor.is_none() {
                    break;
                }
            }
            assert!(before.len() >= 7, "{}: {}", paged.operation, before.len());
            let (mut seen, mut cursor, mut pages) = (Vec::new(), None, 0);
            loop {
                let answer = ask(cursor, 2).await;
                let rows = paged.rows(&answer);
                assert!(rows.len() <= 2, "{}", paged.operation);
                seen.extend(rows);
                if pages < 5 {
                    let changed = facts.get(pages).map(String::as_str);
                    write_one_of_each(
                        &account,
                        &client,
                        &format!("meanwhile-{pages}"),
                        10 * i64::try_from(pages).unwrap() + 5,
                        changed,
                    )
                    .await;
                    settle(&client).await;
                }
                pages += 1;
                cursor = next(&answer);
                if cursor.is_none() {
                    break;
                }
                assert!(pages < 500, "{}: it never ends", paged.operation);
            }
            let distinct: BTreeSet<&String> = seen.iter().collect();
            if distinct.len() < seen.len() {
                faults.push(format!("{}, {way}: {} rows came twice", paged.operation, seen.len() - distinct.len()));
            }
            let skipped: Vec<&String> = before.iter().filter(|row| !distinct.contains(row)).collect();
            if !skipped.is_empty() {
                faults.push(format!("{}, {way}: skipped {skipped:?}", paged.operation));
            }
            assert!(pages >= 4, "{}: {pages} pages", paged.operation);
        }
    }
    assert_none(&faults);
}
