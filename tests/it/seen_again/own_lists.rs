//! Lists that are no echo.

use annals::auth::Role;
use serde_json::json;

use super::saying::{ALL, Storing, counts};
use crate::support::{Wish, service};

#[tokio::test]
async fn a_list_of_ones_own_is_stored_once() {
    let lists = [
        "- Order new radios for the pilots\n- Paint the north pier\n- Call the harbour master",
        "1. Stop the writer\n2. Take a dump\n3. Start the writer again",
        "yes\nno\nperhaps",
        "{\"results\": [], \"decided\": \"Nothing is ordered this month.\"}",
        "[{\"id\": \"ticket-12\", \"content\": \"Order new radios.\"}]",
    ];
    for storing in ALL {
        let account = service().account().await;
        let client = account.client().await;
        for list in lists {
            let first = storing.say(&client, "decision", list).await;
            assert!(!first.is_known, "{storing:?} {list}");
            let again = storing.say(&client, "decision", list).await;
            assert_eq!((again.is_known, again.id, again.seen_count), (true, first.id, Some(2)), "{storing:?} {list}");
        }
        assert_eq!(counts(&account).await.len(), lists.len());
    }
}

#[tokio::test]
async fn what_the_writer_cannot_read_is_no_echo() {
    let texts = ["Pilots report to the north pier.", "Pilots change shifts at six."];
    for storing in ALL {
        let account = service().account().await;
        let owner = account.client().await;
        for text in texts {
            owner.remember(text, "people/owner").await;
        }
        let member = account.member(Role::Member, "member").await;
        let client = account.client_with(Wish { user: Some(member), ..Wish::default() }).await;
        let became = storing.say(&client, "decision", &texts.join("\n")).await;
        assert!(!became.is_known, "{storing:?}");
        assert!(counts(&account).await.iter().all(|line| line.starts_with("1 ")), "{storing:?}");
    }
}

#[tokio::test]
async fn one_bare_sentence_of_another_kind_is_a_memory_of_its_own() {
    let account = service().account().await;
    let client = account.client().await;
    for kind in ["fact", "decision", "preference"] {
        assert!(!Storing::Summary.say(&client, kind, "Pilots report to the north pier.").await.is_known, "{kind}");
    }
    assert_eq!(counts(&account).await, vec!["1 Pilots report to the north pier.".to_owned(); 3]);
}

#[tokio::test]
async fn a_replacement_is_never_taken_for_an_echo() {
    let account = service().account().await;
    let client = account.client().await;
    let mut ids = Vec::new();
    for text in ["Pilots report to the north pier.", "Pilots change shifts at six."] {
        ids.push(Storing::Summary.say(&client, "fact", text).await.id);
    }
    let items = json!([{"kind": "fact", "text": "Pilots report to the north pier.\nPilots change shifts at six.", "supersedes": ids[0]}]);
    let reply = client.post("/v1/summaries", json!({"items": items})).await.expect(200);
    assert_eq!(reply["items"][0]["outcome"], json!("superseded_previous"));
}
