//! What an item replaces: answers, newer news, and the refusals.

use serde_json::json;

use super::ways::{WAYS, Way, ask};
use super::written::{get, id_of, ids, made_up, member, node, remember, remember_in, remember_item, restrict};
use crate::support::{Client, service, stored};

/// Tries to replace a memory one way.
async fn replace(client: &Client, way: Way, kind: &str, text: &str, old: &str) -> super::ways::Told {
    let call = json!({"items": [{"kind": "done", "text": "Looked."}, {"kind": kind, "text": text, "supersedes": old}]});
    ask(client, way, "memory_record_summary", call).await
}

#[tokio::test]
async fn newer_news_replaces_older_and_both_say_so() {
    let account = service().account().await;
    let client = account.client().await;
    for way in WAYS {
        for kind in ["decision", "preference", "fact", "handoff", "done"] {
            let old = remember(&client, kind, &format!("The {kind} is Oslo over {way:?}.")).await;
            let told = replace(&client, way, kind, &format!("The {kind} is Bergen over {way:?}."), &old).await.answer();
            let item = &told["items"][1];
            assert_eq!((&item["outcome"], &item["supersedes"]), (&json!("superseded_previous"), &json!([old])));
            let new = id_of(item);
            let (before, after) = (get(&client, &old).await, get(&client, &new).await);
            assert_eq!(
                (before["status"].as_str(), before["superseded_by"].as_str()),
                (Some("superseded"), Some(new.as_str()))
            );
            assert_eq!((after["status"].as_str(), &after["supersedes"]), (Some("active"), &json!([old])));
            assert_eq!(after.get("superseded_by"), None);
        }
    }
}

#[tokio::test]
async fn an_answer_resolves_its_question() {
    let account = service().account().await;
    let client = account.client().await;
    for way in WAYS {
        for kind in ["decision", "preference", "fact", "question"] {
            let question = remember(&client, "question", &format!("Which {kind} over {way:?}?")).await;
            let told = replace(&client, way, kind, &format!("This {kind} over {way:?}."), &question).await.answer();
            let resolved = get(&client, &question).await;
            assert_eq!(
                (resolved["status"].as_str(), &resolved["superseded_by"]),
                (Some("resolved"), &told["items"][1]["id"])
            );
        }
        let listed = json!({"status": "resolved", "kind": "question"});
        assert!(ids(&ask(&client, way, "memory_list_records", listed).await.answer()["records"]).len() >= 4);
    }
}

#[tokio::test]
async fn a_memory_is_not_replaced_by_one_of_another_kind() {
    let account = service().account().await;
    let client = account.client().await;
    let question = remember(&client, "question", "Which one?").await;
    let decision = remember(&client, "decision", "That one.").await;
    for way in WAYS {
        for (old, kind) in [
            (&question, "done"),
            (&question, "handoff"),
            (&decision, "fact"),
            (&decision, "question"),
            (&decision, "preference"),
        ] {
            let refusal = replace(&client, way, kind, "Something of another kind.", old).await.refusal();
            assert_eq!((refusal.code.as_str(), refusal.field()), ("invalid_input", "items[1].supersedes"));
            assert!(refusal.detail.contains(kind), "{refusal:?}");
        }
    }
    assert_eq!(get(&client, &question).await["status"], "active");
    assert_eq!(get(&client, &decision).await["status"], "active");
}

#[tokio::test]
async fn what_is_out_of_use_is_not_replaced_and_the_current_one_is_named() {
    let account = service().account().await;
    let client = account.client().await;
    let first = remember(&client, "fact", "Version one.").await;
    let second = remember_item(&client, json!({"kind": "fact", "text": "Version two.", "supersedes": first})).await;
    let third = remember_item(&client, json!({"kind": "fact", "text": "Version three.", "supersedes": second})).await;
    for way in WAYS {
        for old in [&first, &second] {
            let refusal = replace(&client, way, "fact", "Version four.", old).await.refusal();
            assert_eq!((refusal.code.as_str(), refusal.field()), ("conflict", "items[1].supersedes"));
            assert!(refusal.detail.contains(&third), "{refusal:?}");
        }
    }
    let call = json!({"items": [{"kind": "fact", "text": "Version four.", "supersedes": first}]});
    let problem = client.post("/v1/summaries", call).await.expect(409);
    assert_eq!(problem["current"], json!(third));
}

#[tokio::test]
async fn a_memory_that_another_says_already_is_not_replaced_by_its_words() {
    let account = service().account().await;
    let client = account.client().await;
    let blue = remember(&client, "fact", "The host is blue.").await;
    let green = remember(&client, "fact", "The host is green.").await;
    for way in WAYS {
        let refusal = replace(&client, way, "fact", "the host is BLUE", &green).await.refusal();
        assert_eq!((refusal.code.as_str(), refusal.field()), ("conflict", "items[1].supersedes"));
        assert!(refusal.detail.contains(&blue), "{refusal:?}");
        assert_eq!(get(&client, &green).await["status"], "active");
    }
}

#[tokio::test]
async fn whatever_is_not_there_for_the_caller_is_answered_in_the_same_bytes() {
    let account = service().account().await;
    let owner = account.client().await;
    let stranger = service().account().await;
    let foreign = remember(&stranger.client().await, "fact", "Of another account.").await;
    let (anna, vera) = (member(&account, "anna").await, member(&account, "vera").await);
    node(&owner, "spaces/closed").await;
    restrict(&account, "spaces/closed").await;
    let closed = owner.remember("In a closed space.", "spaces/closed").await;
    let personal = anna.remember("Anna's own.", "people/anna").await;
    let [erased, hidden] =
        [remember(&vera, "fact", "To be erased.").await, remember(&vera, "fact", "To be hidden.").await];
    ask(&owner, Way::Rest, "memory_delete_record", json!({"id": erased})).await.answer();
    owner.post(&format!("/v1/memories/{hidden}/forget"), json!({"mode": "soft_delete"})).await.expect(200);
    for way in WAYS {
        let expected = replace(&vera, way, "fact", "Something.", &made_up()).await;
        assert_eq!(expected.refusal().code, "not_found");
        assert_eq!(expected.refusal().field(), "items[1].supersedes");
        for (what, id) in [
            ("of another account", &foreign),
            ("in a closed space", &closed),
            ("of somebody else", &personal),
            ("erased", &erased),
            ("hidden", &hidden),
        ] {
            let told = replace(&vera, way, "fact", "Something.", id).await;
            assert_eq!(told.raw, expected.raw, "{what}");
        }
    }
    assert_eq!(get(&owner, &closed).await["status"], "active");
    assert_eq!(get(&anna, &personal).await["status"], "active");
}

#[tokio::test]
async fn what_may_be_read_and_not_written_is_not_replaced() {
    let account = service().account().await;
    let owner = account.client().await;
    let space = node(&owner, "spaces/shown").await;
    restrict(&account, "spaces/shown").await;
    let old =
        remember_in(&owner, json!({"space_id": space}), json!({"kind": "fact", "text": "Shown, not given."})).await;
    let vera = account.member(annals::auth::Role::Member, "vera").await;
    let grant = format!(
        "INSERT INTO scope_grants (account_id, id, node_id, user_id, access, below)
         SELECT account_id, gen_random_uuid(), id, '{}', 'read', false FROM scope_nodes
         WHERE account_id = '{}' AND path = 'spaces/shown'",
        vera.uuid(),
        account.id.uuid(),
    );
    assert_eq!(stored::execute(&grant).await, 1);
    let vera = account.client_with(crate::support::Wish { user: Some(vera), ..Default::default() }).await;
    assert_eq!(get(&vera, &old).await["status"], "active");
    for way in WAYS {
        let refusal = replace(&vera, way, "fact", "Taken anyway.", &old).await.refusal();
        assert_eq!((refusal.code.as_str(), refusal.field()), ("forbidden", "items[1].supersedes"));
        let there = json!({"space_id": space, "text": "Written anyway."});
        assert_eq!(ask(&vera, way, "memory_record_summary", there).await.refusal().code, "forbidden");
        let delete = ask(&vera, way, "memory_delete_record", json!({"id": old})).await;
        assert_eq!(delete.refusal().code, "forbidden");
    }
    assert_eq!(get(&owner, &old).await["status"], "active");
}

#[tokio::test]
async fn a_memory_of_one_space_is_replaced_from_another() {
    let account = service().account().await;
    let client = account.client().await;
    let [one, other] = [node(&client, "spaces/one").await, node(&client, "spaces/other").await];
    let old = remember_in(&client, json!({"space_id": one}), json!({"kind": "fact", "text": "Kept in one."})).await;
    let item = json!({"kind": "fact", "text": "Kept in the other.", "supersedes": old});
    let new = remember_in(&client, json!({"space_id": other}), item).await;
    assert_eq!(get(&client, &old).await["superseded_by"], json!(new));
    assert_eq!(get(&client, &old).await["space_id"], json!(one));
    assert_eq!(get(&client, &new).await["space_id"], json!(other));
}

#[tokio::test]
async fn two_true_things_of_one_person_stand_side_by_side() {
    let account = service().account().await;
    let client = account.client().await;
    let lead = remember(&client, "fact", "Anna leads billing").await;
    let also = remember(&client, "fact", "Anna leads search too").await;
    for id in [lead, also] {
        assert_eq!(get(&client, &id).await["status"], "active");
    }
}
