//! `memory_get_record` and `memory_delete_record`: one memory, read whole with its chain, and erased.

use serde_json::json;

use super::ways::{WAYS, Way, ask};
use super::written::{found, get, ids, made_up, member, record, remember, remember_item};
use crate::support::{Client, service, stored};

/// A chain of versions, oldest first.
async fn chain(client: &Client, name: &str, length: usize) -> Vec<String> {
    let mut versions = vec![remember(client, "fact", &format!("{name} is at version 0.")).await];
    for number in 1..length {
        let text = format!("{name} is at version {number}.");
        let item = json!({"kind": "fact", "text": text, "supersedes": versions[number - 1]});
        versions.push(remember_item(client, item).await);
    }
    versions
}

#[tokio::test]
async fn a_memory_is_read_with_all_versions_before_and_behind_it() {
    let account = service().account().await;
    let client = account.client().await;
    let versions = chain(&client, "The plan", 4).await;
    for way in WAYS {
        for id in &versions {
            let told = ask(&client, way, "memory_get_record", json!({"id": id})).await;
            let answer = told.answer();
            assert_eq!(answer["record"]["id"], json!(id));
            assert_eq!(ids(&answer["chain"]), versions);
            let statuses: Vec<&str> =
                answer["chain"].as_array().unwrap().iter().map(|version| version["status"].as_str().unwrap()).collect();
            assert_eq!(statuses, ["superseded", "superseded", "superseded", "active"]);
            for version in &versions {
                assert!(told.words().contains(version), "{}", told.words());
            }
        }
        let alone = remember(&client, "done", "Alone.").await;
        let answer = ask(&client, way, "memory_get_record", json!({"id": alone})).await.answer();
        assert_eq!(ids(&answer["chain"]), [alone]);
    }
}

#[tokio::test]
async fn a_memory_that_is_not_there_for_the_caller_is_not_found_in_the_same_bytes() {
    let account = service().account().await;
    let foreign = remember(&service().account().await.client().await, "fact", "Foreign.").await;
    let (anna, vera) = (member(&account, "anna").await, member(&account, "vera").await);
    let personal = anna.remember("Anna's own.", "people/anna").await;
    let erased = remember(&vera, "fact", "To be erased.").await;
    ask(&vera, Way::Rest, "memory_delete_record", json!({"id": erased})).await.answer();
    for way in WAYS {
        for operation in ["memory_get_record", "memory_delete_record"] {
            let expected = ask(&vera, way, operation, json!({"id": made_up()})).await;
            assert_eq!(expected.refusal().code, "not_found");
            for id in [&foreign, &personal, &erased, "mem_7", "7", "x", "sum_0193f6a2b1c47d5e8f90a1b2c3d4e5f6"] {
                let told = ask(&vera, way, operation, json!({"id": id})).await;
                assert_eq!(told.raw, expected.raw, "{operation} {id}");
            }
        }
    }
    assert_eq!(get(&anna, &personal).await["status"], "active");
    assert_eq!(stored::number("SELECT count(*) FROM memories WHERE content = 'Foreign.'").await, 1);
}

#[tokio::test]
async fn deleting_erases_every_word_and_leaves_a_gap_in_the_summary() {
    for (way, tag) in [(Way::Mcp, "mcp"), (Way::Rest, "rest")] {
        let account = service().account().await;
        let client = account.client().await;
        let word = |name: &str| format!("{name}{tag}wix");
        let words = ["quorble", "zandril", "mefflow", "tobrick", "drasnell"].map(word);
        let call = json!({"text": "Prose that stays.", "items": [
            {"kind": "fact", "text": "Stays before."},
            {"kind": "fact", "text": format!("The {} stands.", words[0]), "decided_by": words[1], "topics": [format!("file:{}", words[2])], "links": [format!("https://example.com/{}", words[3])]},
            {"kind": "fact", "text": "Stays behind."},
        ]});
        // A reply that is kept for retries is erased too.
        let sent = client.request("POST", "/v1/summaries").header("Idempotency-Key", format!("key-{tag}")).json(&call);
        let items = ids(&client.send(sent).await.expect(200)["items"]);
        let all = stored::tables_that_hold(&words[0]).await;
        assert!(
            all.contains(&"public.memories".to_owned()) && all.contains(&"public.term_frequencies".to_owned()),
            "{all:?}"
        );
        let arguments = json!({"id": items[1], "reason": format!("It named {}.", words[4])});
        let told = ask(&client, way, "memory_delete_record", arguments).await;
        assert_eq!(told.answer(), json!({"id": items[1], "deleted": true}));
        for word in &words {
            assert_eq!(stored::tables_that_hold(word).await, Vec::<String>::new(), "{word}");
        }
        let summaries = ask(&client, way, "memory_list_summaries", json!({})).await;
        let listed = &summaries.answer()["summaries"][0]["items"];
        let gap = listed[1].as_object().unwrap();
        assert_eq!(gap.keys().collect::<Vec<_>>(), ["deleted_at", "index"]);
        assert_eq!(gap["index"], 1);
        let deleted_at = gap["deleted_at"].as_str().unwrap();
        assert!(summaries.words().contains(&format!("items[1] deleted at {deleted_at}")), "{}", summaries.words());
        assert_eq!([&listed[0]["id"], &listed[2]["id"]], [&json!(items[0]), &json!(items[2])]);
        assert_eq!(found(&client, way, "memory_list_records", json!({})).await, [items[2].clone(), items[0].clone()]);
        for query in &words[..4] {
            let found =
                found(&client, way, "memory_search_records", json!({"query": query, "include_inactive": true})).await;
            assert!(!found.contains(&items[1]), "{query}");
        }
    }
}

#[tokio::test]
async fn a_chain_is_joined_around_a_version_that_goes() {
    let account = service().account().await;
    let client = account.client().await;
    for way in WAYS {
        let versions = chain(&client, &format!("The {way:?} plan"), 4).await;
        let told = ask(&client, way, "memory_delete_record", json!({"id": versions[1]})).await;
        assert_eq!(
            told.answer(),
            json!({"id": versions[1], "deleted": true, "stays_superseded": [versions[0]], "superseded_by": versions[2]})
        );
        assert!(told.words().contains(&versions[0]) && told.words().contains(&versions[2]), "{}", told.words());
        assert_eq!(get(&client, &versions[0]).await["superseded_by"], json!(versions[2]));
        assert_eq!(get(&client, &versions[2]).await["supersedes"], json!([versions[0]]));
        let answer = ask(&client, way, "memory_get_record", json!({"id": versions[3]})).await.answer();
        assert_eq!(ids(&answer["chain"]), [versions[0].clone(), versions[2].clone(), versions[3].clone()]);
        // The first of a chain leaves nothing behind.
        let told = ask(&client, way, "memory_delete_record", json!({"id": versions[0]})).await;
        assert_eq!(told.answer(), json!({"id": versions[0], "deleted": true}));
        assert_eq!(get(&client, &versions[2]).await["supersedes"], json!([]));
    }
}

#[tokio::test]
async fn deleting_the_head_revives_nothing_and_says_how_to_restore_what_it_replaced() {
    let account = service().account().await;
    let client = account.client().await;
    for way in WAYS {
        let versions = chain(&client, &format!("The {way:?} plan"), 2).await;
        let told = ask(&client, way, "memory_delete_record", json!({"id": versions[1]})).await;
        assert_eq!(told.answer(), json!({"id": versions[1], "deleted": true, "stays_superseded": [versions[0]]}));
        assert!(
            told.words().contains(&versions[0]) && told.words().contains("record its text again"),
            "{}",
            told.words()
        );
        let old = get(&client, &versions[0]).await;
        assert_eq!((old["status"].as_str(), old.get("superseded_by")), (Some("superseded"), None));
        // As the reply says: read by its id, its text recorded again.
        let again = remember(&client, "fact", old["text"].as_str().unwrap()).await;
        assert_ne!(again, versions[0]);
        assert_eq!(get(&client, &again).await["status"], "active");
        // A resolved question stays resolved likewise.
        let question = remember(&client, "question", &format!("Which {way:?} plan?")).await;
        let answer = remember_item(
            &client,
            json!({"kind": "decision", "text": format!("This {way:?} plan."), "supersedes": question}),
        )
        .await;
        ask(&client, way, "memory_delete_record", json!({"id": answer})).await.answer();
        assert_eq!(get(&client, &question).await["status"], "resolved");
    }
}

#[tokio::test]
async fn what_replaced_nothing_current_any_more_cannot_be_replaced_and_its_refusal_is_no_fault() {
    let account = service().account().await;
    let client = account.client().await;
    for way in WAYS {
        let versions = chain(&client, &format!("The {way:?} plan"), 2).await;
        ask(&client, way, "memory_delete_record", json!({"id": versions[1]})).await.answer();
        let call = json!({"items": [{"kind": "fact", "text": "Restored.", "supersedes": versions[0]}]});
        let refusal = ask(&client, way, "memory_record_summary", call).await.refusal();
        assert_eq!((refusal.code.as_str(), refusal.field()), ("conflict", "items[0].supersedes"));
        assert!(!refusal.detail.contains("the current one is"), "there is no current one: {refusal:?}");
    }
}

#[tokio::test]
async fn of_many_deletions_at_once_one_deletes() {
    let account = service().account().await;
    let client = account.client().await;
    let versions = chain(&client, "The plan", 3).await;
    let calls = (0..12).map(|number| {
        let (client, id) = (client.clone(), versions[number % 3].clone());
        async move { (id.clone(), ask(&client, WAYS[number % 2], "memory_delete_record", json!({"id": id})).await) }
    });
    let told = futures::future::join_all(calls).await;
    for id in &versions {
        let worked = told.iter().filter(|(asked, told)| asked == id && told.raw.contains("\"deleted\":true")).count();
        assert_eq!(worked, 1, "{id}");
    }
    for (_, told) in told.iter().filter(|(_, told)| !told.raw.contains("\"deleted\":true")) {
        assert_eq!(told.refusal().code, "not_found");
    }
    assert_eq!(found(&client, Way::Rest, "memory_list_records", json!({})).await, Vec::<String>::new());
    let id = account.id.uuid();
    assert_eq!(stored::number(&format!("SELECT count(*) FROM supersessions WHERE account_id = '{id}'")).await, 0);
    assert_eq!(stored::number(&format!("SELECT count(*) FROM tombstones WHERE account_id = '{id}'")).await, 3);
}

#[tokio::test]
async fn the_same_text_in_another_account_stays() {
    let (one, other) = (service().account().await, service().account().await);
    let (client, stranger) = (one.client().await, other.client().await);
    let text = "Said in two accounts.";
    let (mine, theirs) = (
        record(&client, json!({"items": [{"kind": "fact", "text": text}]})).await,
        remember(&stranger, "fact", text).await,
    );
    assert_eq!(mine["items"][0]["outcome"], "created");
    ask(&client, Way::Mcp, "memory_delete_record", json!({"id": mine["items"][0]["id"]})).await.answer();
    assert_eq!(get(&stranger, &theirs).await["text"], json!(text));
}
