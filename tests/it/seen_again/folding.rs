//! What folding overlooks, and what keeps two texts apart.

use serde_json::{Value, json};

use super::saying::{ALL, Storing, counts};
use crate::support::{Client, service};

#[tokio::test]
async fn spelling_is_no_difference() {
    let families = [
        // Compatibility forms, case, white space, punctuation at the end.
        vec![
            "Invoices go out on the 1st.",
            "invoices go out on the 1st",
            "  INVOICES\tgo  out\non the 1st!?…  ",
            "Ｉｎｖｏｉｃｅｓ go out on the 1st。",
        ],
        // Composed and decomposed.
        vec!["Das Café in Zürich öffnet um acht.", "Das Cafe\u{301} in Zu\u{308}rich o\u{308}ffnet um acht"],
        vec!["STRASSENBAU BEGINNT MORGEN", "Straßenbau beginnt morgen."],
        vec!["ΟΔΥΣΣΕΥΣ ΜΕΝΕΙ ΕΔΩ", "οδυσσευς μενει εδω"],
        vec!["The ﬁrst office is in Oslo.", "The first office is in Oslo"],
        vec!["会議は毎週月曜日です。", "会議は毎週月曜日です"],
        vec!["Встреча каждый понедельник!", "встреча КАЖДЫЙ понедельник"],
        vec!["الاجتماع كل يوم اثنين؟", "الاجتماع كل يوم اثنين"],
    ];
    for storing in ALL {
        let account = service().account().await;
        let client = account.client().await;
        for spellings in &families {
            let first = storing.say(&client, "fact", spellings[0]).await;
            assert!(!first.is_known, "{storing:?} {spellings:?}");
            for (place, spelling) in spellings.iter().enumerate().skip(1) {
                let again = storing.say(&client, "fact", spelling).await;
                assert_eq!((again.is_known, &again.id), (true, &first.id), "{storing:?} {spelling}");
                assert_eq!(again.seen_count, Some(place as u64 + 1), "{storing:?} {spelling}");
            }
        }
        assert_eq!(counts(&account).await.len(), families.len());
    }
}

#[tokio::test]
async fn what_is_said_is_a_difference() {
    let texts = [
        "The limit is 5 requests.",
        "The limit is 6 requests.",
        "The limit is not 5 requests.",
        "Is the limit 5 requests?",
        "The limit is 5.0 requests.",
        "The-limit is 5 requests.",
        "(The limit is 5 requests.",
        "Thé limit is 5 requests.",
        "The limit is 5 requests: yes",
        "The limit is −5 requests.",
    ];
    for storing in ALL {
        let account = service().account().await;
        let client = account.client().await;
        for text in texts {
            assert!(!storing.say(&client, "fact", text).await.is_known, "{storing:?} {text}");
        }
        assert_eq!(counts(&account).await.len(), texts.len(), "{storing:?}");
    }
}

#[tokio::test]
async fn the_families_share_what_was_said() {
    let account = service().account().await;
    let client = account.client().await;
    for (place, storing) in ALL.into_iter().chain(ALL).enumerate() {
        let became = storing.say(&client, "fact", "The office is in Oslo.").await;
        assert_eq!((became.is_known, became.seen_count), (place > 0, Some(place as u64 + 1)), "{storing:?}");
    }
    assert_eq!(counts(&account).await, ["6 The office is in Oslo."]);
}

#[tokio::test]
async fn kind_and_scope_keep_apart() {
    for storing in ALL {
        let account = service().account().await;
        let client = account.client().await;
        for kind in ["fact", "decision"] {
            assert!(!storing.say(&client, kind, "We ship on Thursdays.").await.is_known, "{storing:?} {kind}");
        }
        assert_eq!(counts(&account).await.len(), 2);
    }
    let account = service().account().await;
    let client = account.client().await;
    client.post("/v1/scopes", json!({"path": "teams/engineering"})).await.expect(200);
    let space = client.post("/v1/scopes", json!({"path": "spaces/webhooks"})).await.expect(200)["scope_id"].clone();
    let text = "We ship on Thursdays.";
    let calls = [
        ("/v1/memories", json!({"content": text, "path": "notes", "kind": "fact"})),
        ("/v1/memories", json!({"content": text, "path": "projects/general", "kind": "fact"})),
        ("/v1/memories", json!({"content": text, "path": "people/owner", "kind": "fact"})),
        ("/v1/workspace/save", json!({"content": text, "scope": {"kind": "team", "team_id": "engineering"}})),
        ("/v1/summaries", json!({"space_id": space, "items": [{"kind": "fact", "text": text}]})),
    ];
    for (path, body) in &calls {
        client.post(path, body.clone()).await.expect(200);
    }
    assert_eq!(counts(&account).await, vec![format!("1 {text}"); calls.len()]);
}

async fn save(client: &Client, fields: Value) -> Value {
    let mut body = json!({"content": "Retry five times.", "scope": {"kind": "shared"}});
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    client.post("/v1/workspace/save", body).await.expect(200)["data"].clone()
}

#[tokio::test]
async fn a_project_keeps_apart_and_tags_do_not() {
    let account = service().account().await;
    let client = account.client().await;
    let first = save(&client, json!({})).await;
    for (fields, is_known) in [
        (json!({"project": "billing"}), false),
        (json!({"project": "general"}), true),
        (json!({"project": "billing", "tags": ["retries"], "importance": "high"}), true),
        (json!({"tags": ["retries"]}), true),
        (json!({"type": "lesson"}), false),
        (json!({"project": "search"}), false),
    ] {
        assert_eq!(save(&client, fields.clone()).await["deduplicated"], json!(is_known), "{fields}");
    }
    let again = save(&client, json!({"tags": ["other"]})).await;
    assert_eq!((&again["id"], &again["tags"]), (&first["id"], &first["tags"]), "the first record stays as it is");
}

#[tokio::test]
async fn work_done_and_handed_over_never_folds() {
    let account = service().account().await;
    let client = account.client().await;
    for kind in ["done", "handoff"] {
        for session in ["monday", "tuesday", "tuesday"] {
            let body = json!({"session": session, "items": [{"kind": kind, "text": "Rotated the certificates."}]});
            let reply = client.post("/v1/summaries", body).await.expect(200);
            assert_eq!(reply["items"][0]["outcome"], json!("created"), "{kind} {session}");
        }
        assert!(!Storing::Remember.say(&client, kind, "Rotated the certificates.").await.is_known);
    }
    assert_eq!(counts(&account).await.len(), 8);
}

#[tokio::test]
async fn a_batch_that_says_the_same_twice_counts_it_twice() {
    let account = service().account().await;
    let client = account.client().await;
    let item = |text: &str| json!({"kind": "fact", "text": text});
    let items = [item("It rains in Bergen."), item("it rains in bergen"), item("It is dry in Oslo.")];
    let reply = client.post("/v1/summaries", json!({"items": items})).await.expect(200);
    let outcomes: Vec<&Value> = reply["items"].as_array().unwrap().iter().map(|item| &item["outcome"]).collect();
    assert_eq!(outcomes, [&json!("created"), &json!("seen_again"), &json!("created")]);
    assert_eq!(counts(&account).await, ["1 It is dry in Oslo.", "2 It rains in Bergen."]);
}

#[tokio::test]
async fn what_was_replaced_or_deleted_is_not_seen_again() {
    let account = service().account().await;
    let client = account.client().await;
    let first = Storing::Summary.say(&client, "fact", "The office is in Oslo.").await;
    let items = json!([{"kind": "fact", "text": "The office is in Bergen.", "supersedes": first.id}]);
    let second = client.post("/v1/summaries", json!({"items": items})).await.expect(200)["items"][0]["id"].clone();
    let again = Storing::Summary.say(&client, "fact", "The office is in Oslo.").await;
    assert!(!again.is_known, "what was replaced says nothing any more");
    let path = format!("/v1/records/{}", second.as_str().unwrap());
    client.send(client.request("DELETE", &path)).await.expect(200);
    assert!(!Storing::Summary.say(&client, "fact", "The office is in Bergen.").await.is_known);
}
