//! A second account with a record of every kind, and for each of its names one of the same shape that names nothing.

use annals::ids::{
    AccountId, AppId, DocumentId, InvitationId, JobId, MemoryId, RuleId, ScopeGrantId, TokenId, UserId, WebhookId,
    public_scope_id,
};
use annals::op::{Entry, Sample, View};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use crate::catalogue::{WEBHOOK, administered, staffed};
use crate::support::{Account, Client, Database, Service, Wish, stored, superuser_database_url};

/// A word that the stranger's records are found by.
pub const KEY: &str = "quetzalcoatlus";

/// The stranger: its records hold the key, by which one may ask, and the marker, by which one never asks.
pub struct Stranger {
    /// Its owner's client.
    pub client: Client,
    /// One of its memories, and records of other kinds.
    pub sample: Sample,
    /// What must show nowhere else.
    pub marker: String,
    /// What names something of it: the kind, the name, and a name of the same shape that names nothing.
    pub names: Vec<(&'static str, String, String)>,
}

/// Makes the stranger.
pub async fn stranger(service: &Service) -> Stranger {
    let account = service.account().await;
    let unique = MemoryId::generate().uuid().simple().to_string();
    let marker = format!("mark{}", &unique[20..]);
    let wish = Wish { agent: format!("{KEY}-agent"), device: Some(format!("{KEY}-device")), ..Wish::default() };
    let (token, token_id) = account.token(wish).await;
    let client = Client::new(&service.origin, &token);
    rename(&account, &marker).await;

    let mut scopes = Vec::new();
    for path in [format!("teams/{KEY}"), format!("projects/{KEY}"), format!("spaces/{KEY}")] {
        scopes.push(client.post("/v1/scopes", json!({"path": path})).await.expect(200)["scope_id"].clone());
    }
    let mut memories = Vec::new();
    let places = ["projects", "teams", "spaces"]
        .map(|kind| format!("{kind}/{KEY}"))
        .into_iter()
        .chain([KEY.to_owned(), "people/owner".to_owned()]);
    for (number, place) in places.enumerate() {
        let body = json!({
            "content": format!("The {KEY} keeps its {marker} in drawer {number}."), "path": format!("{place}/{marker}"),
            "topics": [marker], "links": [format!("https://example.com/{marker}")],
        });
        memories.push(client.post("/v1/memories", body).await.expect(200)["id"].as_str().unwrap().to_owned());
    }
    let text = format!("The {KEY} keeps its {marker} in the tall cupboard.");
    client.post("/v1/workspace/save", json!({"content": text, "project": marker})).await.expect(200);
    let record = json!({"content": text, "project": marker, "tags": [marker], "scope": {"kind": "shared"}});
    let record = client.post("/v1/workspace/save", record).await.expect(200)["data"]["id"].as_i64().unwrap();
    let document = json!({"kind": "adr", "number": 7, "title": text, "body": text, "scope": format!("projects/{KEY}")});
    let document = client.post("/v1/documents", document).await.expect(200)["id"].as_str().unwrap().to_owned();
    let summary = json!({"text": text, "session": marker, "items": [
        {"kind": "question", "text": format!("{text} Why?")}, {"kind": "decision", "text": format!("{text} So be it.")},
    ]});
    client.post("/v1/summaries", summary).await.expect(200);
    let rule = json!({"kind": "convention", "text": text, "scope": format!("projects/{KEY}")});
    let rule = client.post("/v1/rules", rule).await.expect(200)["id"].as_str().unwrap().to_owned();
    for kind in ["projects", "spaces"] {
        client.post("/v1/scopes", json!({"path": format!("{kind}/{marker}")})).await.expect(200);
    }
    let page =
        client.get("/v1/records/export?limit=1").await.expect(200)["next_page_token"].as_str().unwrap().to_owned();
    let memory: MemoryId = memories[0].parse().unwrap();
    let mut names = names(&account, memory, token_id, &scopes, &page);
    names.push(("a document", document.clone(), DocumentId::generate().to_string()));
    names.push(("a rule", rule, RuleId::generate().to_string()));
    let sample =
        Sample { memory_id: memory.to_string(), record_number: record, document_id: document, ..Sample::default() };
    let mut sample = staffed(&account, &client, &marker, "strange", sample).await;
    names.push(("a member", sample.user_id.clone(), UserId::generate().to_string()));
    names.push(("a service token", sample.token_id.clone(), TokenId::generate().to_string()));
    names.push(("an invitation", sample.invitation_id.clone(), InvitationId::generate().to_string()));
    names.push(("a grant", sample.grant_id.clone(), ScopeGrantId::generate().to_string()));
    names.push(("a team", sample.team.clone(), "crew-stranga".to_owned()));
    administered(&account, &mut sample).await;
    let webhook = stored::column(&format!(
        "SELECT 'whk_' || replace(id::text, '-', '') FROM webhooks WHERE account_id = '{}' AND id <> '{}' LIMIT 1",
        account.id.uuid(),
        WEBHOOK.trim_start_matches("whk_")
    ))
    .await
    .remove(0);
    names.push(("an app", sample.app_id.clone(), AppId::generate().to_string()));
    names.push(("a webhook", webhook, WebhookId::generate().to_string()));
    names.push(("a job", sample.dead_job_id.clone(), JobId::generate().to_string()));
    Stranger { client, sample, marker, names }
}

/// The account and its owner get the marker as their names.
async fn rename(account: &Account<'_>, marker: &str) {
    let mut database = Database::connect(&superuser_database_url()).await;
    let id = account.id.uuid();
    database
        .must(&format!(
            "UPDATE accounts SET name = 'Account {marker}' WHERE account_id = '{id}';
             UPDATE memberships SET display_name = 'Person {marker}' WHERE account_id = '{id}'"
        ))
        .await;
}

fn names(
    account: &Account<'_>,
    memory: MemoryId,
    token: TokenId,
    scopes: &[Value],
    page: &str,
) -> Vec<(&'static str, String, String)> {
    let made_up = "quetzalcoatlux";
    let space = scopes[2].as_str().unwrap().to_owned();
    let no_space = public_scope_id("space", MemoryId::generate().uuid());
    let sealed = URL_SAFE_NO_PAD.encode(vec![7; URL_SAFE_NO_PAD.decode(page).unwrap().len()]);
    vec![
        ("a memory", memory.to_string(), MemoryId::generate().to_string()),
        ("a memory's bare id", memory.uuid().to_string(), MemoryId::generate().uuid().to_string()),
        ("an account", account.id.to_string(), AccountId::generate().to_string()),
        ("a user", account.owner.to_string(), UserId::generate().to_string()),
        ("a token", token.to_string(), TokenId::generate().to_string()),
        ("a scope", scopes[0].as_str().unwrap().to_owned(), public_scope_id("team", MemoryId::generate().uuid())),
        ("a space", space, no_space),
        ("a team's path", format!("teams/{KEY}"), format!("teams/{made_up}")),
        ("a project's path", format!("projects/{KEY}"), format!("projects/{made_up}")),
        ("a space's path", format!("spaces/{KEY}"), format!("spaces/{made_up}")),
        ("all below a project", format!("projects/{KEY}/%"), format!("projects/{made_up}/%")),
        ("a namespace", KEY.to_owned(), made_up.to_owned()),
        ("an agent", format!("{KEY}-agent"), format!("{made_up}-agent")),
        ("a device", format!("{KEY}-device"), format!("{made_up}-device")),
        ("a page token", page.to_owned(), sealed),
    ]
}

/// The fields of an operation that take a text, or a list of texts, of the caller's choice.
pub fn text_fields(entry: &Entry) -> Vec<(String, bool)> {
    let schema = entry.input_schema(View::REST);
    let is_text = |schema: &Value| schema["type"] == "string" && schema.get("enum").is_none();
    let properties = schema["properties"].as_object().unwrap();
    let fields = properties.iter().filter_map(|(name, property)| match property["type"].as_str() {
        Some("string") if is_text(property) => Some((name.clone(), false)),
        Some("array") if is_text(&property["items"]) => Some((name.clone(), true)),
        _ => None,
    });
    fields.collect()
}

/// A field's value that says this text.
pub fn said_in(text: &str, in_a_list: bool) -> Value {
    if in_a_list { json!([text]) } else { json!(text) }
}
