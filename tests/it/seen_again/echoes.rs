//! What this service served and gets back as a new memory.

use serde_json::{Value, json};

use super::saying::{ALL, Storing, counts};
use crate::support::{Account, Client, service, stored};

const TEXTS: [&str; 3] = [
    "Harbour pilots report to the north pier.",
    "Harbour pilots change shifts at six.",
    "Harbour pilots carry two radios, never one.",
];

async fn told_before() -> (Account<'static>, Client) {
    let account = service().account().await;
    let client = account.client().await;
    for text in TEXTS {
        assert!(!Storing::Summary.say(&client, "fact", text).await.is_known);
    }
    (account, client)
}

/// What the service serves of these memories, as a model gets it.
async fn served(client: &Client) -> Vec<(&'static str, String)> {
    let query = json!({"query": "harbour pilots", "limit": 3});
    let mut served = Vec::new();
    for (tool, arguments) in [
        ("recall", query.clone()),
        ("search_memory", query.clone()),
        ("memory_recall", json!({"query": "harbour pilots", "limit": 3})),
        ("memory_list_records", json!({})),
        ("memory_search_records", json!({"query": "harbour pilots"})),
    ] {
        served.push((tool, client.call(tool, arguments).await.text()));
    }
    let brief = client.call("brief_me", json!({"about": "harbour pilots"})).await.text();
    let lines: Vec<&str> = brief.lines().filter(|line| line.contains(" · mem_")).collect();
    assert_eq!(lines.len(), 3, "{brief}");
    served.push(("brief_me", lines.join("\n")));
    served
}

/// Nothing new is there, and each text counts as said once more.
async fn is_counted(account: &Account<'_>, times: usize, what: &str) {
    let mut wanted: Vec<String> = TEXTS.iter().map(|text| format!("{times} {text}")).collect();
    wanted.sort_by_key(|line| line[2..].to_owned());
    assert_eq!(counts(account).await, wanted, "{what}");
}

#[tokio::test]
async fn what_was_served_is_counted_and_not_stored() {
    for storing in ALL {
        let (account, client) = told_before().await;
        for (place, (tool, text)) in served(&client).await.into_iter().enumerate() {
            let became = storing.say(&client, "decision", &text).await;
            assert!(became.is_known, "{storing:?} {tool}: {text}");
            is_counted(&account, place + 2, &format!("{storing:?} {tool}")).await;
        }
    }
}

/// Lists of the texts in the dresses that models give them.
fn lists() -> Vec<String> {
    let [first, second, third] = TEXTS;
    vec![
        format!("{first}\n{second}\n{third}"),
        format!("{third}\n{first}\n{second}"),
        format!("- {second}\n- {first}\n- {third}"),
        format!("* {second}\n\n* {first}\n\n* {third}\n"),
        format!("1. {first}\n2. {third}\n3. {second}"),
        format!("> “{first}”\n> “{second}”\n> “{third}”"),
        format!("• {}\n• {}\n• {}", first.to_uppercase(), second.trim_end_matches('.'), third),
    ]
}

#[tokio::test]
async fn re_ordered_and_as_a_list_it_is_counted_too() {
    for storing in ALL {
        let (account, client) = told_before().await;
        for (place, list) in lists().into_iter().enumerate() {
            assert!(storing.say(&client, "decision", &list).await.is_known, "{storing:?} {list}");
            is_counted(&account, place + 2, &format!("{storing:?} {list}")).await;
        }
    }
}

#[tokio::test]
async fn one_line_of_ours_is_enough() {
    for storing in ALL {
        let (account, client) = told_before().await;
        let listed = client.call("memory_list_records", json!({})).await.text();
        let brief = client.call("brief_me", json!({"about": "harbour pilots"})).await.text();
        let lines: Vec<&str> = listed.lines().chain(brief.lines()).filter(|line| line.contains("north pier")).collect();
        assert_eq!(lines.len(), 2, "{listed}\n{brief}");
        for line in lines {
            assert!(storing.say(&client, "decision", line).await.is_known, "{storing:?} {line}");
        }
        assert_eq!(counts(&account).await.len(), 3);
        assert!(counts(&account).await.contains(&format!("3 {}", TEXTS[0])));
    }
}

#[tokio::test]
async fn a_part_of_a_long_text_is_an_echo_of_it() {
    let long: String =
        (0..60).map(|place| format!("Pier {place} of the harbour was painted in year {place}. ")).collect();
    for storing in ALL {
        let account = service().account().await;
        let client = account.client().await;
        client.post("/v1/memories", json!({"content": long, "path": "notes", "kind": "fact"})).await.expect(200);
        for (tool, arguments) in [
            ("recall", json!({"query": "pier of the harbour in year 17"})),
            ("search_memory", json!({"query": "pier of the harbour in year 17"})),
            ("memory_list_records", json!({})),
        ] {
            let text = client.call(tool, arguments).await.text();
            assert!(text.len() < long.len(), "{tool} serves a part of it");
            assert!(storing.say(&client, "decision", &text).await.is_known, "{storing:?} {tool}: {text}");
        }
        assert_eq!(counts(&account).await.len(), 1, "{storing:?}");
    }
}

#[tokio::test]
async fn an_echo_says_what_it_repeats() {
    let (account, client) = told_before().await;
    let list = format!("- {}\n- {}", TEXTS[0], TEXTS[2]);
    let reply = client.post("/v1/memories", json!({"content": list, "path": "notes"})).await.expect(200);
    assert_eq!(reply["outcome"], json!("seen_again"));
    assert!(reply["notes"].to_string().contains("repeats 2 memories"), "{reply}");
    let reply = client.post("/v1/workspace/save", json!({"content": list})).await.expect(200);
    assert_eq!((&reply["data"]["saved"], &reply["data"]["quality"]["reasons"]), (&json!(false), &json!(["echo"])));
    let numbers = stored::column(&format!(
        "SELECT number::text FROM memories WHERE account_id = '{}' AND seen_count > 1 ORDER BY number",
        account.id.uuid()
    ))
    .await;
    let named: Vec<String> =
        reply["data"]["quality"].to_string().split(|c: char| !c.is_ascii_digit()).map(str::to_owned).collect();
    for number in numbers {
        assert!(named.contains(&number), "{number}: {reply}");
    }
}

#[tokio::test]
async fn with_something_new_in_it_nothing_is_an_echo() {
    for storing in ALL {
        let (account, client) = told_before().await;
        let (path, body) = storing.call("decision", "");
        let served = served(&client).await;
        let mut texts: Vec<String> =
            vec![format!("- {}\n- {}\n- Harbour pilots wear yellow from now on.", TEXTS[0], TEXTS[1])];
        for (tool, text) in &served {
            texts.push(format!("From now on all of {tool} is wrong.\n{text}"));
            texts.push(format!("{text}\nFrom now on all of {tool} is wrong."));
        }
        for (place, text) in texts.iter().enumerate() {
            let mut body: Value = body.clone();
            match storing {
                Storing::Summary => body["items"][0]["text"] = json!(text),
                _ => body["content"] = json!(text),
            }
            let became = storing.told(&client.post(path, body).await.expect(200));
            assert!(!became.is_known, "{storing:?}: {text}");
            assert_eq!(counts(&account).await.len(), 4 + place, "{storing:?}: {text}");
        }
    }
}
