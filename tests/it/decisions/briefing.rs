//! `brief_me`: its six parts, what they hold, and in which order.

use serde_json::json;

use super::ways::{WAYS, ask};
use super::written::{id_of, ids, node, remember, remember_in, remember_item};
use crate::support::{Client, Wish, service};

/// The parts of a briefing (ruling 16).
pub const PARTS: [&str; 6] = ["documents", "open_questions", "correction_rules", "memories", "links", "not_covered"];

/// Makes a rule and gives its id.
pub async fn correct(client: &Client, agent: &str, text: &str, scope: &str) -> String {
    let rule = json!({"kind": "correction", "agent": agent, "text": text, "scope": scope});
    let made = client.post("/v1/rules", rule).await.expect(200);
    assert_eq!(made["state"], "in_force", "{made}");
    id_of(&made)
}

/// Puts a document and gives its id.
pub async fn document(client: &Client, number: usize, title: &str, body: &str, space: &str) -> String {
    let document =
        json!({"kind": "adr", "number": number, "title": title, "status": "accepted", "body": body, "space_id": space});
    id_of(&client.post("/v1/documents", document).await.expect(200))
}

#[tokio::test]
async fn a_briefing_has_its_six_parts_and_each_line_its_id() {
    let account = service().account().await;
    let client = account.client().await;
    let adr = document(&client, 12, "Webhook retries", "Failed webhook deliveries are sent again.", "").await;
    let question = remember(&client, "question", "How often are webhook retries made?").await;
    let answered = remember(&client, "question", "Are webhook retries made at all?").await;
    let item = json!({
        "kind": "decision", "text": "Webhook retries are made.", "supersedes": answered,
        "links": ["https://example.com/pull/7", "https://example.com/incident/8"],
    });
    let decision = remember_item(&client, item).await;
    let old = remember(&client, "fact", "Webhook retries pause a minute.").await;
    let item = json!({"kind": "fact", "text": "Webhook retries pause an hour.", "supersedes": old, "links": ["https://example.com/pull/7"]});
    let fact = remember_item(&client, item).await;
    let rule = correct(&client, "tester", "Ask before a deploy.", "").await;
    remember_item(
        &client,
        json!({"kind": "fact", "text": "Bread is baked at four.", "links": ["https://example.com/bread"]}),
    )
    .await;
    document(&client, 13, "Bread", "Bread is baked at four.", "").await;
    for way in WAYS {
        let told = ask(&client, way, "brief_me", json!({"about": "webhook retries"})).await;
        let brief = told.answer();
        let mut names: Vec<&str> = brief.as_object().unwrap().keys().map(String::as_str).collect();
        names.sort_unstable();
        let mut expected = [&PARTS[..], &["about"]].concat();
        expected.sort_unstable();
        assert_eq!(names, expected);
        assert_eq!(brief["about"], "webhook retries");
        assert_eq!(ids(&brief["documents"]), [adr.as_str()]);
        assert_eq!(
            (&brief["documents"][0]["name"], &brief["documents"][0]["title"], &brief["documents"][0]["status"]),
            (&json!("doc:adr 12"), &json!("Webhook retries"), &json!("accepted"))
        );
        assert_eq!(ids(&brief["open_questions"]), [question.as_str()]);
        assert_eq!(ids(&brief["correction_rules"]), [rule.as_str()]);
        let mut memories = ids(&brief["memories"]);
        memories.sort();
        let mut expected = [decision.clone(), fact.clone()];
        expected.sort();
        assert_eq!(memories, expected);
        let mut urls: Vec<&str> =
            brief["links"].as_array().unwrap().iter().map(|link| link["url"].as_str().unwrap()).collect();
        urls.sort_unstable();
        assert_eq!(urls, ["https://example.com/incident/8", "https://example.com/pull/7"], "each once");
        for link in brief["links"].as_array().unwrap() {
            assert!(memories.contains(&id_of(link)));
        }
        assert_eq!(brief["not_covered"], json!([]));

        let words = told.words();
        for line in words.lines().filter(|line| line.starts_with("- ")) {
            assert!(["mem_", "doc_", "rul_"].iter().any(|prefix| line.contains(&format!(" · {prefix}"))), "{line}");
        }
        for id in [&adr, &question, &rule, &decision, &fact] {
            assert!(words.contains(id.as_str()), "{id}: {words}");
        }
        assert!(words.find("Correction rules:") < words.find("Decision documents:"), "{words}");
        assert!(!words.contains("Bread") && !words.contains("bread"), "{words}");
    }
}

#[tokio::test]
async fn of_what_nobody_wrote_about_nothing_is_known() {
    let account = service().account().await;
    let client = account.client().await;
    for way in WAYS {
        let told = ask(&client, way, "brief_me", json!({"about": "quorbles"})).await;
        for part in PARTS {
            assert_eq!(told.answer()[part], json!([]), "{part}");
        }
        assert_eq!(told.words(), "Briefing on \"quorbles\". Nothing is known about it yet.");
    }
}

#[tokio::test]
async fn what_to_be_briefed_on_has_one_to_two_hundred_characters() {
    let account = service().account().await;
    let client = account.client().await;
    for way in WAYS {
        for about in ["x".to_owned(), "ж".repeat(200), format!("file:{}", "x".repeat(195)), "file:".to_owned()] {
            ask(&client, way, "brief_me", json!({"about": about})).await.answer();
        }
        for (field, value) in [
            ("about", json!("")),
            ("about", json!(" ")),
            ("about", json!("ж".repeat(201))),
            ("about", json!(["x"])),
            ("agent", json!("x".repeat(129))),
            ("max_tokens", json!(99)),
            ("max_tokens", json!(0)),
            ("max_tokens", json!(-1)),
            ("max_tokens", json!(20_001)),
            ("topic", json!("x")),
        ] {
            let mut arguments = json!({"about": "webhooks"});
            arguments[field] = value.clone();
            let refusal = ask(&client, way, "brief_me", arguments).await.refusal();
            assert_eq!((refusal.code.as_str(), refusal.field()), ("invalid_input", field), "{value}");
        }
        assert_eq!(ask(&client, way, "brief_me", json!({})).await.refusal().field(), "about");
    }
}

#[tokio::test]
async fn the_asking_agents_corrections_come_first_and_no_other_agents() {
    let account = service().account().await;
    let admin = account.client().await;
    let lab = node(&admin, "spaces/lab").await;
    let deep = node(&admin, "spaces/lab/projects/deep").await;
    node(&admin, "projects/other").await;
    let everywhere = correct(&admin, "codex", "Say what was tried.", "").await;
    let in_lab = correct(&admin, "codex", "Never push on Fridays.", "spaces/lab").await;
    let elsewhere = correct(&admin, "codex", "Use tabs there.", "projects/other").await;
    let of_planner = correct(&admin, "planner", "Plan in steps.", "").await;
    admin.post("/v1/rules", json!({"kind": "convention", "text": "Forward only.", "scope": ""})).await.expect(200);
    let member = account.member(annals::auth::Role::Member, "vera").await;
    let codex = account.client_with(Wish { user: Some(member), agent: "codex".to_owned(), ..Wish::default() }).await;
    for number in 0..30 {
        remember(&admin, "fact", &format!("Pushes of kind {number} are made by hand.")).await;
    }
    let rules = async |client: &Client, way, arguments| {
        let told = ask(client, way, "brief_me", arguments).await;
        let answer = told.answer();
        if !answer["correction_rules"].as_array().unwrap().is_empty() {
            let first = told.words().lines().nth(2).unwrap().to_owned();
            assert_eq!(first, "Correction rules:", "they come first");
        }
        ids(&answer["correction_rules"])
    };
    for way in WAYS {
        let found = rules(&codex, way, json!({"about": "pushes"})).await;
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(found.last(), Some(&everywhere), "what binds closer comes first");
        assert!(found.contains(&in_lab) && found.contains(&elsewhere));
        let found = rules(&codex, way, json!({"about": "pushes", "space_id": lab})).await;
        assert_eq!(found, [in_lab.clone(), everywhere.clone()]);
        let found = rules(&codex, way, json!({"about": "pushes", "space_id": deep})).await;
        assert_eq!(found, [in_lab.clone(), everywhere.clone()], "rules bind downward");
        // A claimed name adds the rules of that name and takes none of the token's away.
        let found = rules(&codex, way, json!({"about": "pushes", "agent": "planner", "space_id": lab})).await;
        assert_eq!(found[0], in_lab);
        let mut rest = found[1..].to_vec();
        rest.sort();
        let mut expected = [of_planner.clone(), everywhere.clone()];
        expected.sort();
        assert_eq!(rest, expected);
        assert_eq!(rules(&admin, way, json!({"about": "pushes"})).await, Vec::<String>::new());
        assert_eq!(rules(&admin, way, json!({"about": "pushes", "agent": "planner"})).await, [of_planner.as_str()]);
        assert_eq!(rules(&admin, way, json!({"about": "pushes", "agent": "plan%"})).await, Vec::<String>::new());
    }
}

#[tokio::test]
async fn a_space_narrows_the_briefing_to_itself_and_what_lies_below() {
    let account = service().account().await;
    let client = account.client().await;
    let lab = node(&client, "spaces/lab").await;
    let deep = node(&client, "spaces/lab/projects/deep").await;
    let item = |kind: &str, text: &str| json!({"kind": kind, "text": text});
    remember(&client, "fact", "Harbours outside.").await;
    remember(&client, "question", "Which harbours outside?").await;
    document(&client, 1, "Harbours", "Outside.", "").await;
    let there = remember_in(&client, json!({"space_id": lab}), item("fact", "Harbours there.")).await;
    let below = remember_in(&client, json!({"space_id": deep}), item("fact", "Harbours below.")).await;
    let open = remember_in(&client, json!({"space_id": deep}), item("question", "Which harbours below?")).await;
    let adr = document(&client, 1, "Harbours", "There.", &lab).await;
    for way in WAYS {
        let brief = ask(&client, way, "brief_me", json!({"about": "harbours", "space_id": lab})).await.answer();
        let mut memories = ids(&brief["memories"]);
        memories.sort();
        let mut expected = [there.clone(), below.clone()];
        expected.sort();
        assert_eq!(memories, expected);
        assert_eq!(ids(&brief["open_questions"]), [open.as_str()]);
        assert_eq!(ids(&brief["documents"]), [adr.as_str()]);
        let brief = ask(&client, way, "brief_me", json!({"about": "harbours"})).await.answer();
        assert_eq!(
            (ids(&brief["memories"]).len(), ids(&brief["open_questions"]).len(), ids(&brief["documents"]).len()),
            (3, 2, 2)
        );
    }
}

#[tokio::test]
async fn memories_of_every_family_are_in_a_briefing() {
    let account = service().account().await;
    let client = account.client().await;
    let note = client.remember("Harbours freeze in January.", "projects/general").await;
    for way in WAYS {
        let brief = ask(&client, way, "brief_me", json!({"about": "harbours"})).await.answer();
        assert_eq!(ids(&brief["memories"]), [note.as_str()]);
    }
}
