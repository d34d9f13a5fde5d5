//! Pages: their size, their tokens, and what is written while somebody turns them.

use serde_json::{Value, json};

use super::ways::{WAYS, Way, ask};
use super::written::{found, ids, node, record, remember, remember_item};
use crate::support::{Account, Client, Wish, service};

/// An account with so many memories, newest first.
async fn crowded(count: usize) -> (Account<'static>, Client, Vec<String>) {
    let account = service().account().await;
    let client = account.client().await;
    let mut written = Vec::new();
    let numbers: Vec<usize> = (0..count).collect();
    for batch in numbers.chunks(50) {
        let items: Vec<Value> =
            batch.iter().map(|number| json!({"kind": "fact", "text": format!("Pebble {number}.")})).collect();
        let answer = record(&client, json!({"items": items})).await;
        written.extend(ids(&answer["items"]));
    }
    written.reverse();
    (account, client, written)
}

/// The members of an answer's list and its token.
fn page(answer: &Value, list: &str) -> (Vec<String>, Option<String>) {
    (ids(&answer[list]), answer.get("next_page_token").map(|token| token.as_str().unwrap().to_owned()))
}

/// Turns pages to the end.
async fn walk(client: &Client, way: Way, operation: &str, list: &str, filter: &Value) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    let mut arguments = filter.clone();
    loop {
        let told = ask(client, way, operation, arguments.clone()).await;
        let (members, token) = page(&told.answer(), list);
        pages.push(members);
        let Some(token) = token else { return pages };
        assert!(told.words().contains(&token), "the words name the token: {}", told.words());
        assert!(pages.len() < 500, "it does not end");
        arguments["page_token"] = json!(token);
    }
}

#[tokio::test]
async fn nothing_is_fifty_and_more_than_two_hundred_is_two_hundred() {
    let (_, client, written) = crowded(230).await;
    for way in WAYS {
        for size in [json!({}), json!({"page_size": 0})] {
            let first = found(&client, way, "memory_list_records", size).await;
            assert_eq!(first, written[..50]);
        }
        assert_eq!(found(&client, way, "memory_list_records", json!({"page_size": 1})).await, written[..1]);
        let most = found(&client, way, "memory_list_records", json!({"page_size": 200})).await;
        assert!(most.len() > 50 && most.len() <= 200, "{}", most.len());
        for size in [201, 1_000_000_000] {
            let told = ask(&client, way, "memory_list_records", json!({"page_size": size})).await;
            assert_eq!(ids(&told.answer()["records"]), most);
            assert!(told.raw.len() <= 100_000, "{} bytes", told.raw.len());
        }
        for size in [json!(-1), json!(1.5), json!("many"), json!([])] {
            let refusal = ask(&client, way, "memory_list_records", json!({"page_size": size})).await.refusal();
            assert_eq!((refusal.code.as_str(), refusal.field()), ("invalid_input", "page_size"), "{size}");
        }
        for size in [7, 0, 200] {
            let pages = walk(&client, way, "memory_list_records", "records", &json!({"page_size": size})).await;
            assert_eq!(pages.concat(), written, "each once, in order");
        }
    }
}

#[tokio::test]
async fn what_is_written_meanwhile_neither_repeats_nor_hides_a_memory() {
    for way in WAYS {
        let (_, client, written) = crowded(9).await;
        let filter = json!({"page_size": 2, "status": "active"});
        let first = ask(&client, way, "memory_list_records", filter.clone()).await;
        let (mut seen, mut token) = page(&first.answer(), "records");
        let mut meanwhile = 0;
        while let Some(next) = token {
            meanwhile += 1;
            remember(&client, "fact", &format!("Meanwhile {meanwhile}.")).await;
            // Of what is still to come, one is replaced: the walk shows what was there when it began.
            if let Some(later) = written.get(seen.len() + 1).filter(|_| meanwhile < 4) {
                let item = json!({"kind": "fact", "text": format!("Replacing {meanwhile}."), "supersedes": later});
                remember_item(&client, item).await;
            }
            let arguments = json!({"page_size": 2, "status": "active", "page_token": next});
            let (members, after) = page(&ask(&client, way, "memory_list_records", arguments).await.answer(), "records");
            seen.extend(members);
            token = after;
        }
        assert!(meanwhile >= 4);
        assert_eq!(seen, written, "{way:?}");
    }
}

#[tokio::test]
async fn a_token_that_is_not_of_this_list_is_refused() {
    let (account, client, _) = crowded(4).await;
    let (_, stranger, _) = crowded(4).await;
    let colleague = super::written::member(&account, "colleague").await;
    let space = node(&client, "spaces/lab").await;
    node(&client, "spaces/loft").await;
    record(&client, json!({"text": "A second summary."})).await;
    for way in WAYS {
        let filter = json!({"page_size": 1, "kind": "fact"});
        let token =
            page(&ask(&client, way, "memory_list_records", filter.clone()).await.answer(), "records").1.unwrap();
        let summaries = json!({"page_size": 1});
        let of_summaries =
            page(&ask(&client, way, "memory_list_summaries", summaries.clone()).await.answer(), "summaries").1.unwrap();
        let of_spaces =
            page(&ask(&client, way, "decisions_list_spaces", summaries.clone()).await.answer(), "spaces").1.unwrap();
        let mut altered = token.clone();
        let last = altered.pop().unwrap();
        altered.push(if last == 'A' { 'B' } else { 'A' });
        let flipped = token.replacen(|character: char| character.is_ascii_lowercase(), "9", 1);
        let with = |filter: Value, token: &str| {
            let mut arguments = filter;
            arguments["page_token"] = json!(token);
            arguments
        };
        let same = with(filter.clone(), &token);
        assert_eq!(page(&ask(&client, way, "memory_list_records", same.clone()).await.answer(), "records").0.len(), 1);
        let resized = json!({"page_size": 3, "kind": "fact", "page_token": token});
        assert_eq!(page(&ask(&client, way, "memory_list_records", resized).await.answer(), "records").0.len(), 3);

        let mut refusals = Vec::new();
        for (asking, operation, arguments) in [
            (&client, "memory_list_records", with(json!({}), &token)),
            (&client, "memory_list_records", with(json!({"kind": "decision"}), &token)),
            (&client, "memory_list_records", with(json!({"kind": "fact", "status": "active"}), &token)),
            (&client, "memory_list_records", with(json!({"kind": "fact", "topic": "t"}), &token)),
            (&client, "memory_list_records", with(json!({"kind": "fact", "session": "s"}), &token)),
            (&client, "memory_list_records", with(json!({"kind": "fact", "agent": "a"}), &token)),
            (&client, "memory_list_records", with(json!({"kind": "fact", "space_id": space}), &token)),
            (&client, "memory_list_summaries", with(json!({}), &token)),
            (&client, "memory_list_records", with(json!({}), &of_summaries)),
            (&client, "memory_list_summaries", with(json!({"session": "s"}), &of_summaries)),
            (&client, "decisions_list_spaces", with(json!({}), &of_summaries)),
            (&client, "decisions_list_spaces", with(json!({"query": "l"}), &of_spaces)),
            (&stranger, "memory_list_records", same.clone()),
            (&colleague, "memory_list_records", same),
            (&client, "memory_list_records", with(filter.clone(), &altered)),
            (&client, "memory_list_records", with(filter.clone(), &flipped)),
            (&client, "memory_list_records", with(filter.clone(), "next")),
            (&client, "memory_list_records", with(filter, "…")),
        ] {
            let refusal = ask(asking, way, operation, arguments.clone()).await.refusal();
            assert_eq!(
                (refusal.code.as_str(), refusal.field()),
                ("invalid_input", "page_token"),
                "{operation} {arguments}"
            );
            refusals.push(refusal);
        }
        refusals.dedup();
        assert_eq!(refusals.len(), 1, "one answer for all: {refusals:?}");
    }
}

#[tokio::test]
async fn a_token_holds_at_another_replica_and_over_the_other_surface() {
    let (account, client, written) = crowded(4).await;
    let origin = service().origin.clone();
    let replica =
        crate::support::Service::start(move |config| config.public_url = origin, annals::clock::Clock::default());
    let first = ask(&client, Way::Mcp, "memory_list_records", json!({"page_size": 1})).await.answer();
    let token = page(&first, "records").1.unwrap();
    let elsewhere = client.at(&replica.origin);
    let rest = json!({"page_size": 3, "page_token": token});
    assert_eq!(found(&elsewhere, Way::Rest, "memory_list_records", rest).await, written[1..]);
    // A token of the same person under another grant goes on with the list.
    let again = account.client_with(Wish { agent: "another".to_owned(), ..Wish::default() }).await;
    let rest = json!({"page_size": 3, "page_token": token});
    assert_eq!(found(&again, Way::Rest, "memory_list_records", rest).await, written[1..]);
}

#[tokio::test]
async fn summaries_are_paged_like_memories() {
    let account = service().account().await;
    let client = account.client().await;
    let mut written = Vec::new();
    for number in 0..53 {
        let answer = record(&client, json!({"text": format!("Summary {number}."), "session": "s"})).await;
        written.insert(0, super::written::id_of(&answer["summary"]));
    }
    for way in WAYS {
        let first = ask(&client, way, "memory_list_summaries", json!({"page_size": 0, "session": "s"})).await.answer();
        assert_eq!(page(&first, "summaries").0, written[..50]);
        let filter = json!({"page_size": 20, "session": "s"});
        let pages = walk(&client, way, "memory_list_summaries", "summaries", &filter).await;
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [20, 20, written.len() - 40]);
        assert_eq!(pages.concat(), written);
        let token = page(&first, "summaries").1.unwrap();
        let meanwhile = record(&client, json!({"text": format!("Meanwhile, {way:?}."), "session": "s"})).await;
        let rest = json!({"session": "s", "page_token": token});
        let rest = ask(&client, way, "memory_list_summaries", rest).await.answer();
        assert_eq!(page(&rest, "summaries"), (written[50..].to_vec(), None), "{way:?}");
        written.insert(0, super::written::id_of(&meanwhile["summary"]));
        let refusal = ask(&client, way, "memory_list_summaries", json!({"page_size": -1})).await.refusal();
        assert_eq!(refusal.field(), "page_size");
        let filter = json!({"session": "s", "page_size": 1_000_000_000});
        assert_eq!(walk(&client, way, "memory_list_summaries", "summaries", &filter).await.concat(), written);
    }
}
