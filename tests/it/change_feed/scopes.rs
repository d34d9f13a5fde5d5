//! Who reads which rows, and what is to be learned of the others.
//!
//! A position is the number of a change in its account (ruling 35; design, section 7: dense per account), so a reader who does
//! not read everything sees gaps, and a gap is as long as what happened there between two rows of the reader's own. That is
//! all that is to be learned: what stands in the rows, where a page ends, `more`, and how long a call waits are the same
//! whether or not something was written where the reader may not look.

use serde_json::{Value, json};

use super::following::{page, positions, rows, settled, up_to};
use crate::catalogue::masked;
use crate::support::{Client, Wish, stored};
use crate::workspaces::staff::{Staff, staff};

async fn put(client: &Client, text: &str, path: &str) -> String {
    client.remember(text, path).await
}

/// Whatever can be written where Boris may not look: a team's node, and people's own.
async fn write_where_boris_may_not_look(staff: &Staff<'_>) {
    let first = put(&staff.owner, "Hidden from Boris.", "teams/engineering").await;
    put(&staff.owner, "Hidden from Boris.", "teams/engineering").await;
    put(&staff.vasya, "Vasya's own.", "people/vasya").await;
    put(&staff.owner, "The owner's own.", "people/owner").await;
    let document =
        json!({"kind": "adr", "number": 1, "title": "Secret", "body": "Text.", "scope": "teams/engineering"});
    staff.owner.post("/v1/documents", document).await.expect(200);
    let rule = json!({"kind": "convention", "text": "Secret rule.", "scope": "teams/engineering"});
    staff.owner.post("/v1/rules", rule).await.expect(200);
    let save = json!({"content": "A record of the team alone.", "scope": {"kind": "team", "team_id": "engineering"}});
    staff.vasya.post("/v1/workspace/save", save).await.expect(200);
    staff.owner.post(&format!("/v1/memories/{first}/forget"), json!({"mode": "hard_delete"})).await.expect(200);
}

#[tokio::test]
async fn what_is_written_in_other_scopes_changes_no_byte_of_what_was_read() {
    let staff = staff().await;
    for number in 0..6 {
        put(&staff.owner, &format!("For everybody {number}."), "projects/general").await;
    }
    let (_, last) = settled(&staff.owner, 0).await;
    let queries: Vec<String> = (0..=last)
        .map(|after| format!("after={after}&limit=3"))
        .chain([String::new(), "limit=500".to_owned()])
        .collect();
    let ask = async || {
        let mut answers = Vec::new();
        for query in &queries {
            let answer = staff.boris.get(&format!("/v1/changes?{query}")).await;
            assert_eq!(answer.status, 200);
            answers.push(answer.text);
        }
        answers
    };
    let before = ask().await;
    write_where_boris_may_not_look(&staff).await;
    let seen = page(&staff.owner, &format!("after={last}&wait=30")).await;
    assert!(!rows(&seen).is_empty(), "the owner reads of it");
    let own = put(&staff.owner, "The last of the owner's own.", "people/owner").await;
    up_to(&staff.owner, last, &own).await;
    assert_eq!(ask().await, before);
}

#[tokio::test]
async fn but_for_the_numbers_a_reader_gets_the_same_rows_with_and_without_other_scopes() {
    let mut told: Vec<(Value, Vec<i64>)> = Vec::new();
    for writes_elsewhere in [false, true] {
        let staff = staff().await;
        put(&staff.owner, "Seen by everybody.", "projects/general").await;
        if writes_elsewhere {
            write_where_boris_may_not_look(&staff).await;
        }
        let last = put(&staff.vasya, "Seen by everybody too.", "projects/general").await;
        let read = up_to(&staff.boris, 0, &last).await;
        let mut answer = page(&staff.boris, "limit=2").await;
        assert_eq!(answer["changes"], json!(read));
        let numbers = positions(&rows(&answer));
        assert_eq!(answer["next_after"], json!(numbers[1]));
        for row in answer["changes"].as_array_mut().unwrap() {
            row.as_object_mut().unwrap().remove("position");
        }
        answer.as_object_mut().unwrap().remove("next_after");
        told.push((masked(&answer), numbers));
    }
    assert_eq!(told[0].0, told[1].0);
    assert_eq!(told[0].1, [1, 2]);
    assert!(told[1].1[1] > 2, "the gap that the head of this file speaks of");
}

#[tokio::test]
async fn everybody_reads_the_rows_of_the_scopes_that_they_read() {
    let staff = staff().await;
    let places = ["projects/general", "teams/engineering", "people/vasya", "people/owner"];
    let mut ids = Vec::new();
    for place in places {
        let writer = if place == "people/owner" { &staff.owner } else { &staff.vasya };
        ids.push(put(writer, &format!("Written at {place}."), place).await);
    }
    let bound =
        staff.account.client_with(Wish { scope: Some("teams/engineering".to_owned()), ..Wish::default() }).await;
    settled(&staff.owner, 0).await;
    let readers: [(&str, &Client, &[usize]); 5] = [
        ("owner", &staff.owner, &[0, 1, 3]),
        ("vasya", &staff.vasya, &[0, 1, 2]),
        ("anna", &staff.anna, &[0, 1]),
        ("boris", &staff.boris, &[0]),
        ("a token of the owner's that is bound to the team", &bound, &[1]),
    ];
    for (name, reader, expected) in readers {
        let answer = page(reader, "limit=500").await;
        let read: Vec<Value> = rows(&answer).iter().map(|row| row["record_id"].clone()).collect();
        let read: Vec<usize> = (0..ids.len()).filter(|place| read.contains(&json!(ids[*place]))).collect();
        assert_eq!(read, expected, "{name}");
        for row in rows(&answer) {
            let place = row["scope"].as_str().unwrap();
            assert!(expected.iter().any(|at| places[*at] == place), "{name}: {row}");
        }
    }
}

/// A title is content: the read ledger learns of it before the answer leaves.
#[tokio::test]
async fn whoever_reads_a_row_was_shown_its_scope() {
    let staff = staff().await;
    put(&staff.owner, "For everybody.", "projects/general").await;
    put(&staff.owner, "For the team.", "teams/engineering").await;
    settled(&staff.owner, 0).await;
    page(&staff.boris, "limit=500").await;
    let shown = stored::column(&format!(
        "SELECT n.path FROM session_reads AS r JOIN scope_nodes AS n ON n.account_id = r.account_id AND n.id = r.scope_id
         WHERE r.account_id = '{}' AND r.agent = 'cursor' ORDER BY 1",
        staff.account.id.uuid()
    ))
    .await;
    assert_eq!(shown, ["projects/general"]);
}
