//! What is nearly the same is stored, and its neighbours are named.

use annals::auth::Role;
use serde_json::{Value, json};

use super::saying::{ALL, Storing, counts};
use crate::support::{Client, Wish, service_with_model};

/// The neighbours that a reply names, by `similar` and `conflicts`.
fn neighbours(storing: Storing, reply: &Value) -> (Vec<Value>, Vec<(Value, String)>) {
    let told = match storing {
        Storing::Remember => reply,
        Storing::Save => &reply["data"],
        Storing::Summary => &reply["items"][0],
    };
    let list = |name: &str| told[name].as_array().cloned().unwrap_or_default();
    let similar = list("similar").iter().map(|one| one["id"].clone()).collect();
    let conflicts =
        list("conflicts").iter().map(|one| (one["id"].clone(), one["why"].as_str().unwrap().to_owned())).collect();
    (similar, conflicts)
}

async fn said(client: &Client, storing: Storing, text: &str) -> Value {
    let (path, body) = storing.call("fact", text);
    client.post(path, body).await.expect(200)
}

#[tokio::test]
async fn a_number_a_name_or_a_negation_is_a_conflict_and_stored() {
    let pairs = [
        ("The API limit is 500 requests a minute.", "The API limit is 600 requests a minute.", "number"),
        (
            "Deployments on Fridays are allowed for the billing team.",
            "Deployments on Fridays are not allowed for the billing team.",
            "negation",
        ),
        (
            "The nightly backup of the customer billing database is checked every morning by Anna.",
            "The nightly backup of the customer billing database is checked every morning by Hanna.",
            "name",
        ),
    ];
    for storing in ALL {
        for (one, other, word) in pairs {
            let account = service_with_model().account().await;
            let client = account.client().await;
            let first = storing.told(&said(&client, storing, one).await);
            let reply = said(&client, storing, other).await;
            assert!(!storing.told(&reply).is_known, "{storing:?} {other}");
            let (similar, conflicts) = neighbours(storing, &reply);
            assert_eq!(similar, Vec::<Value>::new(), "{storing:?} {other}");
            assert_eq!(conflicts.len(), 1, "{storing:?} {other}: {reply}");
            assert_eq!(conflicts[0].0, first.id, "{storing:?} {other}");
            assert!(conflicts[0].1.contains(word), "{storing:?} {other}: {}", conflicts[0].1);
            assert_eq!(counts(&account).await.len(), 2);
        }
    }
}

#[tokio::test]
async fn a_paraphrase_is_similar_and_stored() {
    for storing in ALL {
        let account = service_with_model().account().await;
        let client = account.client().await;
        let first = storing.told(&said(&client, storing, "Invoices are sent on the first day of every month.").await);
        let reply = said(&client, storing, "Invoices are sent out on the first day of each month.").await;
        assert!(!storing.told(&reply).is_known);
        assert_eq!(neighbours(storing, &reply), (vec![first.id], vec![]), "{storing:?} {reply}");
        let far = said(&client, storing, "The cafeteria closes at three on Fridays.").await;
        assert_eq!(neighbours(storing, &far), (vec![], vec![]), "{storing:?} {far}");
        assert_eq!(counts(&account).await.len(), 3);
    }
}

#[tokio::test]
async fn neighbours_are_of_the_same_scope_and_current() {
    let account = service_with_model().account().await;
    let owner = account.client().await;
    let member = account.member(Role::Member, "member").await;
    let client = account.client_with(Wish { user: Some(member), ..Wish::default() }).await;
    let near = |place: u32| format!("The API limit is {place} requests a minute.");
    owner.post("/v1/memories", json!({"content": near(100), "path": "people/owner", "kind": "fact"})).await.expect(200);
    owner
        .post("/v1/memories", json!({"content": near(200), "path": "projects/general", "kind": "fact"}))
        .await
        .expect(200);
    let old = said(&owner, Storing::Summary, &near(300)).await["items"][0]["id"].clone();
    let items = json!([{"kind": "fact", "text": near(400), "supersedes": old}]);
    let current = owner.post("/v1/summaries", json!({"items": items})).await.expect(200)["items"][0]["id"].clone();
    let reply = said(&client, Storing::Remember, &near(500)).await;
    let (similar, conflicts) = neighbours(Storing::Remember, &reply);
    assert_eq!((similar, conflicts.len(), &conflicts[0].0), (vec![], 1, &current), "{reply}");
}

#[tokio::test]
async fn a_reply_with_scores_comes_again_to_the_byte() {
    let account = service_with_model().account().await;
    let client = account.client().await;
    let texts = [
        "Invoices are sent on the first day of every month.",
        "Invoices are sent out on the first day of each month.",
        "All invoices are sent out on the first day of each month.",
        "Every invoice is sent out on the first day of each month.",
    ];
    let mut with_scores = 0;
    for storing in ALL {
        for (place, text) in texts.iter().enumerate() {
            let (path, body) = storing.call("lesson", text);
            let (path, body) =
                if storing == Storing::Summary { (path, storing.call("decision", text).1) } else { (path, body) };
            let key = format!("{storing:?}-{place}");
            let first = client.post_with_key(path, &key, &body).await;
            first.expect(200);
            with_scores += usize::from(first.text.contains("score"));
            assert_eq!(client.post_with_key(path, &key, &body).await.text, first.text, "{storing:?} {text}");
        }
    }
    assert!(with_scores >= 6, "{with_scores} replies with scores");
}
