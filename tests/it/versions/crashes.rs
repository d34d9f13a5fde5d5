//! The process dies between two statements of a replacement: both texts have changed places, or neither.

use futures::future::join;
use serde_json::{Value, json};

use crate::support::{Account, Client, HeldRows, Serving, service, stored};

/// Where the call stops when the process is killed.
#[derive(Debug, Clone, Copy)]
enum Moment {
    /// Before it has changed anything.
    Before,
    /// The old text is closed, the new one not there yet.
    Between,
    /// All is written, and not committed.
    BeforeCommit,
    /// All is committed, and no reply has left.
    AfterCommit,
}

/// How the text is replaced.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Replacement {
    Summary,
    Update,
}

impl Replacement {
    /// Says where the office is, and gives the call that replaces it.
    async fn prepare(self, client: &Client) -> (&'static str, Value) {
        match self {
            Self::Summary => {
                let items = json!([{"kind": "fact", "text": "The office is in Oslo."}]);
                let said = client.post("/v1/summaries", json!({"items": items})).await.expect(200);
                let items = json!([{"kind": "fact", "text": "The office moved to Bergen.", "supersedes": said["items"][0]["id"]}]);
                ("/v1/summaries", json!({"text": "A move.", "items": items}))
            }
            Self::Update => {
                let saved =
                    client.post("/v1/workspace/save", json!({"content": "The office is in Oslo."})).await.expect(200);
                let body = json!({"id": saved["data"]["id"], "expected_revision": 1,
                    "content": "The office moved to Bergen.", "reason": "It moved."});
                ("/v1/workspace/update", body)
            }
        }
    }
}

/// A process of the real binary that takes the shared service's tokens.
fn serving() -> Serving {
    Serving::start(|binary| binary.with("ANNALS_PUBLIC_URL", &service().origin))
}

async fn held(account: &Account<'_>, moment: Moment) -> HeldRows {
    let id = account.id.uuid();
    let sql = match moment {
        Moment::Before => format!("SELECT FROM memories WHERE account_id = '{id}' FOR UPDATE"),
        Moment::Between => format!("SELECT FROM chunks WHERE account_id = '{id}' FOR UPDATE"),
        // Another writer of the word, whose outcome is not known yet.
        Moment::BeforeCommit => format!(
            "INSERT INTO term_frequencies (account_id, scope_id, term, shard, chunks)
             SELECT account_id, scope_id, 'bergen', shard, 1 FROM memories, generate_series(0, 7) AS shard
             WHERE account_id = '{id}'"
        ),
        Moment::AfterCommit => format!("SELECT FROM agents WHERE account_id = '{id}' FOR UPDATE"),
    };
    HeldRows::by(&sql).await
}

/// Texts and how they stand, and how many links and summaries there are.
async fn standing(account: &Account<'_>) -> (Vec<String>, i64, i64) {
    let id = account.id.uuid();
    let texts = stored::column(&format!(
        "SELECT content || ' ' || status FROM memories WHERE account_id = '{id}' ORDER BY revision"
    ))
    .await;
    let links = stored::number(&format!("SELECT count(*) FROM supersessions WHERE account_id = '{id}'")).await;
    let summaries =
        stored::number(&format!("SELECT count(*) FROM summaries WHERE account_id = '{id}' AND text <> ''")).await;
    (texts, links, summaries)
}

async fn kill_at(moment: Moment, replacement: Replacement) {
    let account = service().account().await;
    let client = account.client().await;
    let (path, body) = replacement.prepare(&client).await;
    let summaries = i64::from(replacement == Replacement::Summary);
    let neither = (vec!["The office is in Oslo. active".to_owned()], 0, 0);
    let both = (
        vec!["The office is in Oslo. superseded".to_owned(), "The office moved to Bergen. active".to_owned()],
        1,
        summaries,
    );
    assert_eq!(standing(&account).await, neither);

    let serving_now = serving();
    let there = client.at(&serving_now.origin);
    let rows = held(&account, moment).await;
    let (reply, ()) = join(there.request("POST", path).json(&body).send(), async {
        rows.until_waiting(1).await;
        serving_now.kill();
    })
    .await;
    assert!(reply.is_err(), "{moment:?} {replacement:?}: a killed process answered");
    rows.let_go().await;

    let restarted = serving();
    let there = client.at(&restarted.origin);
    if matches!(moment, Moment::AfterCommit) {
        assert_eq!(standing(&account).await, both, "{moment:?} {replacement:?}");
        let again = there.post(path, body).await;
        assert_eq!(again.refused(409), "conflict", "what is done is not done twice");
    } else {
        assert_eq!(standing(&account).await, neither, "{moment:?} {replacement:?}");
        there.post(path, body).await.expect(200);
    }
    assert_eq!(standing(&account).await, both, "{moment:?} {replacement:?}");
    restarted.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_before_anything_is_changed() {
    kill_at(Moment::Before, Replacement::Summary).await;
    kill_at(Moment::Before, Replacement::Update).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_between_closing_the_old_and_writing_the_new() {
    kill_at(Moment::Between, Replacement::Summary).await;
    kill_at(Moment::Between, Replacement::Update).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_before_the_commit() {
    kill_at(Moment::BeforeCommit, Replacement::Summary).await;
    kill_at(Moment::BeforeCommit, Replacement::Update).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_after_the_commit_and_before_the_reply() {
    kill_at(Moment::AfterCommit, Replacement::Summary).await;
    kill_at(Moment::AfterCommit, Replacement::Update).await;
}
