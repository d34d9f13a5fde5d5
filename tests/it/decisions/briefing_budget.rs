//! How long a briefing may be, what gives way first, and that what is missing is said.

use annals::frame::tokens_at_most;
use serde_json::{Value, json};

use super::briefing::{PARTS, correct, document};
use super::ways::{WAYS, ask};
use super::written::{ids, record};
use crate::support::{Account, Client, service, service_by_words};

/// Things of a kind about harbours, each with a link.
async fn harbours(client: &Client, kind: &str, count: usize) {
    let numbers: Vec<usize> = (0..count).collect();
    for batch in numbers.chunks(50) {
        let items: Vec<Value> = batch
            .iter()
            .map(|number| {
                json!({
                    "kind": kind,
                    "text": format!("Harbours: {kind} number {number}. {}", "More about it than fits. ".repeat(6)),
                    "links": [format!("https://example.com/{kind}/{number}")],
                })
            })
            .collect();
        record(client, json!({"items": items})).await;
    }
}

/// An account where much is known about harbours.
async fn crowded() -> (Account<'static>, Client) {
    let account = service().account().await;
    let client = account.client().await;
    harbours(&client, "decision", 45).await;
    harbours(&client, "question", 20).await;
    for number in 0..20 {
        document(&client, number, &format!("Harbours, part {number}"), "Text.", "").await;
    }
    for number in 0..5 {
        correct(&client, "tester", &format!("Mind tide number {number}."), "").await;
    }
    (account, client)
}

#[tokio::test]
async fn a_briefing_never_exceeds_its_tokens_and_says_what_gave_way() {
    let (_account, client) = crowded().await;
    for way in WAYS {
        let mut sizes = Vec::new();
        for budget in [None, Some(100), Some(300), Some(1_000), Some(2_000), Some(20_000)] {
            let mut arguments = json!({"about": "harbours"});
            if let Some(budget) = budget {
                arguments["max_tokens"] = json!(budget);
            }
            let told = ask(&client, way, "brief_me", arguments).await;
            let tokens = tokens_at_most(&told.words());
            assert!(tokens <= budget.unwrap_or(2_000), "{budget:?}: {tokens}");
            let brief = told.answer();
            let gaps = brief["not_covered"].to_string();
            assert!(budget == Some(100) || gaps.contains("the 40 most relevant"), "{budget:?}: {gaps}");
            let is_cut = gaps.contains("max_tokens");
            assert_eq!(is_cut, budget != Some(20_000), "{budget:?}: {}", brief["not_covered"]);
            for gap in brief["not_covered"].as_array().unwrap() {
                let (what, why) = (gap["what"].as_str().unwrap(), gap["why"].as_str().unwrap());
                assert!(!what.is_empty() && !why.is_empty());
                assert!(told.words().contains(&format!("- {what}: {why}")), "{}", told.words());
            }
            sizes.push(PARTS[..5].iter().map(|part| brief[*part].as_array().unwrap().len()).sum::<usize>());
        }
        assert_eq!(sizes[0], sizes[4], "2,000 is the default");
        assert!(sizes[1] < sizes[2] && sizes[2] < sizes[3] && sizes[3] < sizes[4] && sizes[4] < sizes[5], "{sizes:?}");
        assert_eq!(sizes[5], 40 + 20 + 20 + 5 + 60);
    }
}

#[tokio::test]
async fn what_gives_way_is_the_least_relevant_and_no_part_is_starved() {
    let (_account, client) = crowded().await;
    for way in WAYS {
        let whole = json!({"about": "harbours", "max_tokens": 20_000});
        let whole = ask(&client, way, "brief_me", whole).await.answer();
        let cut = ask(&client, way, "brief_me", json!({"about": "harbours"})).await.answer();
        for part in ["documents", "open_questions", "correction_rules", "memories"] {
            let (whole, cut) = (ids(&whole[part]), ids(&cut[part]));
            assert!(cut.len() >= 3, "{part}: {}", cut.len());
            assert_eq!(cut, whole[..cut.len()], "{part} keeps its first");
        }
        assert_eq!(cut["correction_rules"].as_array().unwrap().len(), 5, "corrections give way last");
        let kept = [ids(&cut["memories"]), ids(&cut["open_questions"])].concat();
        for link in ids(&cut["links"]) {
            assert!(kept.contains(&link), "a link stands beside its memory");
        }
    }
}

#[tokio::test]
async fn a_long_name_in_any_script_stays_inside_the_smallest_budget() {
    let account = service().account().await;
    let client = account.client().await;
    harbours(&client, "fact", 3).await;
    for way in WAYS {
        for about in ["港".repeat(200), "🚢".repeat(200), "\"\\".repeat(100), format!("harbours {}", "x1".repeat(95))]
        {
            for budget in [100, 150, 500] {
                let told = ask(&client, way, "brief_me", json!({"about": about, "max_tokens": budget})).await;
                let tokens = tokens_at_most(&told.words());
                assert!(tokens <= budget, "{tokens} of {budget}: {}", told.words());
            }
        }
    }
}

#[tokio::test]
async fn a_long_rule_is_cut_and_does_not_push_everything_out() {
    let account = service().account().await;
    let client = account.client().await;
    harbours(&client, "fact", 3).await;
    let rule =
        correct(&client, "tester", &format!("Mind the tide. {}", "And the wind of the day. ".repeat(300)), "").await;
    for way in WAYS {
        let told = ask(&client, way, "brief_me", json!({"about": "harbours"})).await;
        let brief = told.answer();
        assert_eq!(ids(&brief["correction_rules"]), [rule.as_str()]);
        assert!(brief["correction_rules"][0]["text"].as_str().unwrap().starts_with("Mind the tide."));
        assert_eq!(brief["memories"].as_array().unwrap().len(), 3);
        assert!(tokens_at_most(&told.words()) <= 2_000);
    }
}

#[tokio::test]
async fn without_an_embedder_the_briefing_says_that_meaning_was_not_searched() {
    let account = service_by_words().account().await;
    let client = account.client().await;
    harbours(&client, "fact", 2).await;
    for way in WAYS {
        let told = ask(&client, way, "brief_me", json!({"about": "harbours"})).await;
        let gap = &told.answer()["not_covered"][0];
        assert_eq!(gap["what"], "search by meaning");
        assert!(gap["why"].as_str().unwrap().contains("words alone"), "{gap}");
        assert_eq!(told.answer()["memories"].as_array().unwrap().len(), 2);
        // What is asked for exactly needs no meaning.
        let exact = ask(&client, way, "brief_me", json!({"about": "service:harbours"})).await.answer();
        assert_eq!(exact["not_covered"], json!([]));
    }
}
