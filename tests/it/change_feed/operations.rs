//! Every operation of the catalogue: what it leaves on the feed.

use annals::CATALOG;
use annals::auth::Profile;
use serde_json::{Value, json};

use super::following::{happened, settled};
use crate::catalogue::{Way, assert_none, stocked};
use crate::support::{Client, service};

type Row = (&'static str, &'static str);

/// What the example of an operation that writes leaves on the feed. An operation that is not named here is a fault: whoever
/// adds one says what readers of the feed learn of it.
fn agreed(operation: &str) -> Option<&'static [Row]> {
    Some(match operation {
        "document_put" => &[("created", "document")],
        "forget" | "memory_delete" => &[("hidden", "memory")],
        "memory_delete_record" => &[("erased", "memory")],
        "memory_record_summary" => &[("created", "summary"), ("created", "memory")],
        "memory_save" | "record_import" | "remember" => &[("created", "memory")],
        "memory_update" => &[("superseded", "memory"), ("created", "memory")],
        "rule_create" => &[("created", "rule")],
        // Agreed absences: policies and places are no records, and the example of the last erases nothing.
        "account_update_policies" | "scope_create" | "memory_delete_matching" => &[],
        // Nor are people, teams, grants and tokens.
        "account_update"
        | "grant_create"
        | "grant_delete"
        | "invitation_create"
        | "invitation_resend"
        | "invitation_revoke"
        | "member_remove"
        | "member_reset_password"
        | "member_update"
        | "scope_update"
        | "team_add_member"
        | "team_create"
        | "team_delete"
        | "team_remove_member"
        | "team_update"
        | "token_create"
        | "token_revoke"
        | "token_rotate"
        | "token_update"
        | "tokens_revoke_of_member" => &[],
        // Nor are apps, jobs and webhooks.
        "app_revoke"
        | "job_cancel"
        | "job_retry"
        | "webhook_create"
        | "webhook_delete"
        | "webhook_replay"
        | "webhook_rotate_secret"
        | "webhook_test"
        | "webhook_update" => &[],
        _ => return None,
    })
}

#[tokio::test]
async fn the_example_of_every_operation_leaves_what_was_agreed_and_reads_leave_nothing() {
    let mut faults = Vec::new();
    let mut written = 0;
    for entry in &CATALOG {
        let spec = entry.spec();
        let expected = match agreed(spec.name) {
            _ if !spec.effect.writes() => &[],
            Some(expected) => expected,
            None => {
                faults.push(format!("{}: it is not agreed what it leaves on the feed", spec.name));
                continue;
            }
        };
        let ways = if spec.is_listed(Profile::Generic) { &[Way::Rest, Way::Legacy][..] } else { &[Way::Rest] };
        for way in ways {
            let stocked = stocked(service()).await;
            let (_, after) = settled(&stocked.client, 0).await;
            let said = way.call(&stocked.client, entry, &(spec.example)(&stocked.sample)).await;
            let (rows, _) = settled(&stocked.client, after).await;
            let found = happened(&rows);
            if said.code.is_some()
                || found
                    != expected.iter().map(|(what, kind)| ((*what).to_owned(), (*kind).to_owned())).collect::<Vec<_>>()
            {
                faults.push(format!("{}, {way}: {} left {found:?}, not {expected:?}", spec.name, said.outcome()));
            }
            for row in &rows {
                if row["actor"] != "tester for owner" || !row["at"].as_str().unwrap().ends_with('Z') {
                    faults.push(format!("{}, {way}: {row}", spec.name));
                }
            }
            written += usize::from(!expected.is_empty());
        }
    }
    assert_none(&faults);
    assert!(written > 15, "{written}: the loop has lost its operations");
}

/// Calls that write nothing although their operation could.
#[tokio::test]
async fn refused_and_dry_calls_leave_nothing() {
    let stocked = stocked(service()).await;
    let client = &stocked.client;
    let (_, after) = settled(client, 0).await;
    let calls: [(&str, Value, u16); 9] = [
        ("/v1/workspace/save", json!({"content": "TODO"}), 200),
        ("/v1/workspace/save", json!({"content": "Dry runs store nothing at all.", "dry_run": true}), 200),
        (
            "/v1/workspace/update",
            json!({"scope": {"kind": "shared"}, "id": stocked.sample.record_number, "expected_revision": 7, "content": "Another text of the record.", "reason": "x"}),
            409,
        ),
        ("/v1/workspace/delete", json!({"id": 999_999_999, "expected_revision": 1, "reason": "x"}), 404),
        ("/v1/memories", json!({"content": "x", "path": "projects/nowhere-at-all"}), 404),
        ("/v1/summaries", json!({"text": "", "items": []}), 422),
        (
            "/v1/summaries",
            json!({"items": [{"kind": "fact", "text": "Good item."}, {"kind": "fact", "text": "Bad item.", "supersedes": annals::ids::MemoryId::generate().to_string()}]}),
            404,
        ),
        ("/v1/records/delete-matching", json!({"scope": "projects/general", "expected_count": 77}), 409),
        ("/v1/rules", json!({"kind": "correction", "text": "Without an agent."}), 422),
    ];
    for (path, body, status) in calls {
        let answer = client.post(path, body).await;
        assert_eq!(answer.status.as_u16(), status, "{path}: {}", answer.text);
    }
    let (rows, _) = settled(client, after).await;
    assert_eq!(happened(&rows), [], "{rows:?}");
}

async fn told(client: &Client, after: i64) -> (Vec<String>, i64) {
    let (rows, position) = settled(client, after).await;
    (happened(&rows).into_iter().map(|(what, kind)| format!("{what} {kind}")).collect(), position)
}

#[tokio::test]
async fn what_is_said_again_answered_replaced_redacted_or_updated_is_told_as_such() {
    let account = service().account().await;
    let client = account.client().await;
    let said = "The billing host moves to Bergen.";
    let id = client.remember(said, "projects/general").await;
    let (_, mut at) = told(&client, 0).await;
    let mut expect = async |expected: &[&str]| {
        let (found, position) = told(&client, at).await;
        assert_eq!(found, expected);
        at = position;
    };
    client.remember(said, "projects/general").await;
    expect(&["seen_again memory"]).await;
    let again = json!({"scope": "projects/general", "records": [{"content": said}, {"content": "The pager is red.", "external_id": "p"}]});
    client.post("/v1/records/import", again.clone()).await.expect(200);
    expect(&["seen_again memory", "created memory"]).await;
    client.post("/v1/records/import", again).await.expect(200);
    expect(&["seen_again memory"]).await;

    let item = |kind: &str, text: &str| json!({"kind": kind, "text": text});
    let asked = client.post("/v1/summaries", json!({"items": [item("question", "Who owns the pager?")]})).await;
    let question = asked.expect(200)["items"][0]["id"].clone();
    expect(&["created summary", "created memory"]).await;
    let answer = json!({"kind": "fact", "text": "The platform team owns it.", "supersedes": question});
    let answered = client.post("/v1/summaries", json!({"items": [answer]})).await.expect(200)["items"][0]["id"].clone();
    expect(&["created summary", "resolved memory", "created memory"]).await;
    let newer = json!({"kind": "fact", "text": "The billing team owns it.", "supersedes": answered});
    let both = json!({"text": "Two things.", "items": [newer, item("question", "Since when?")]});
    client.post("/v1/summaries", both).await.expect(200);
    expect(&["created summary", "superseded memory", "created memory", "created memory"]).await;

    let saved = json!({"content": "Deploys happen on Tuesdays only."});
    client.post("/v1/workspace/save", saved.clone()).await.expect(200);
    expect(&["created memory"]).await;
    client.post("/v1/workspace/save", saved).await.expect(200);
    expect(&["seen_again memory"]).await;

    let put =
        |body: &str| json!({"kind": "adr", "number": 3, "title": "Queues", "body": body, "scope": "projects/general"});
    client.post("/v1/documents", put("One queue.")).await.expect(200);
    expect(&["created document"]).await;
    client.post("/v1/documents", put("One queue.")).await.expect(200);
    expect(&[]).await;
    client.post("/v1/documents", put("Two queues.")).await.expect(200);
    expect(&["updated document"]).await;

    for (mode, what) in
        [("redact", "redacted memory"), ("soft_delete", "hidden memory"), ("hard_delete", "erased memory")]
    {
        client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": mode})).await.expect(200);
        expect(&[what]).await;
    }
}

#[tokio::test]
async fn what_erases_many_tells_each_of_them() {
    let account = service().account().await;
    let client = account.client().await;
    let mut ids = Vec::new();
    for number in 0..4 {
        ids.push(client.remember(&format!("Dromedary number {number}."), "projects/zoo").await);
    }
    let (_, after) = settled(&client, 0).await;
    let matching = json!({"scope": "projects/zoo", "expected_count": 4});
    client.post("/v1/records/delete-matching", matching).await.expect(200);
    let (rows, _) = settled(&client, after).await;
    assert_eq!(happened(&rows), vec![("erased".to_owned(), "memory".to_owned()); 4]);
    let mut told: Vec<&str> = rows.iter().map(|row| row["record_id"].as_str().unwrap()).collect();
    told.sort_unstable();
    ids.sort_unstable();
    assert_eq!(told, ids);
}
