//! How often terms occur is counted per node: whatever is added and forgotten, the counts equal a recount.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::json;

use crate::support::{Account, Client, service, stored};

/// Where the stored counts and a recount of the current chunks differ.
async fn differences(account: &Account<'_>) -> Vec<String> {
    let id = account.id.uuid();
    stored::column(&format!(
        "WITH counted AS (
           SELECT scope_id, term, sum(chunks) AS chunks FROM term_frequencies WHERE account_id = '{id}'
           GROUP BY 1, 2 HAVING sum(chunks) <> 0
         ), recount AS (
           SELECT c.scope_id, held.term, count(*) AS chunks
           FROM chunks AS c CROSS JOIN LATERAL unnest(tsvector_to_array(c.terms)) AS held (term)
           WHERE c.account_id = '{id}' AND c.current GROUP BY 1, 2
         ), totals AS (
           SELECT scope_id, sum(chunks) AS chunks, sum(words) AS words FROM term_totals WHERE account_id = '{id}'
           GROUP BY 1 HAVING sum(chunks) <> 0 OR sum(words) <> 0
         ), total_recount AS (
           SELECT scope_id, count(*) AS chunks, sum(word_count) AS words FROM chunks
           WHERE account_id = '{id}' AND current GROUP BY 1
         )
         SELECT format('term %s in %s: %s, recounted %s', term, scope_id, counted.chunks, recount.chunks)
         FROM counted FULL JOIN recount USING (scope_id, term)
         WHERE counted.chunks IS DISTINCT FROM recount.chunks
         UNION ALL
         SELECT format('totals of %s: %s/%s, recounted %s/%s', scope_id, t.chunks, t.words, r.chunks, r.words)
         FROM totals AS t FULL JOIN total_recount AS r USING (scope_id)
         WHERE (t.chunks, t.words) IS DISTINCT FROM (r.chunks, r.words)"
    ))
    .await
}

#[derive(Debug, Clone)]
enum Step {
    Add { words: Vec<usize>, place: usize },
    Forget { which: usize, mode: usize },
}

const WORDS: [&str; 9] = ["river", "rivers", "bank", "the", "stone", "bridge", "7", "数年", "naïve"];
const PLACES: [&str; 3] = ["projects/general", "projects/general/below", "notes"];
const MODES: [&str; 3] = ["soft_delete", "hard_delete", "redact"];

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let add = (prop::collection::vec(0..WORDS.len(), 1..6), 0..PLACES.len())
        .prop_map(|(words, place)| Step::Add { words, place });
    let forget = (0..20_usize, 0..MODES.len()).prop_map(|(which, mode)| Step::Forget { which, mode });
    prop::collection::vec(prop_oneof![3 => add, 2 => forget], 1..14)
}

async fn carry_out(client: &Client, steps: &[Step]) {
    let mut ids: Vec<String> = Vec::new();
    for step in steps {
        match step {
            Step::Add { words, place } => {
                let content: Vec<&str> = words.iter().map(|word| WORDS[*word]).collect();
                ids.push(client.remember(&content.join(" "), PLACES[*place]).await);
            }
            Step::Forget { which, mode } => {
                if let Some(id) = ids.get(which % ids.len().max(1)) {
                    let answer = client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": MODES[*mode]})).await;
                    assert!(matches!(answer.status.as_u16(), 200 | 404), "{}", answer.text);
                }
            }
        }
    }
}

#[test]
fn whatever_is_added_and_forgotten_the_counts_equal_a_recount() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut runner = TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() });
    runner
        .run(&steps(), |steps| {
            let wrong = runtime.block_on(async {
                let account = service().account().await;
                carry_out(&account.client().await, &steps).await;
                differences(&account).await
            });
            prop_assert_eq!(wrong, Vec::<String>::new());
            Ok(())
        })
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn adding_and_forgetting_at_once_keeps_the_counts_right() {
    let account = service().account().await;
    let client = account.client().await;
    let mut ids = Vec::new();
    for number in 0..12 {
        ids.push(client.remember(&format!("river bank stone number {number}"), "projects/general").await);
    }
    let adding = futures::future::join_all((0..12).map(|number| {
        let (client, content) = (client.clone(), format!("river bank bridge later {number}"));
        async move { client.remember(&content, "projects/general").await }
    }));
    let forgetting = futures::future::join_all(ids.iter().enumerate().map(|(number, id)| {
        let (client, path, mode) = (client.clone(), format!("/v1/memories/{id}/forget"), MODES[number % 3]);
        async move { client.post(&path, json!({"mode": mode})).await.expect(200) }
    }));
    futures::join!(adding, forgetting);
    assert_eq!(differences(&account).await, Vec::<String>::new());
}

#[tokio::test]
async fn adding_and_erasing_leaves_the_counts_as_they_were() {
    let account = service().account().await;
    let client = account.client().await;
    client.remember("The river has a bank.", "projects/general").await;
    let sums = || {
        let id = account.id.uuid();
        stored::column(Box::leak(
            format!(
                "SELECT scope_id || ' ' || term || ' ' || sum(chunks) FROM term_frequencies WHERE account_id = '{id}'
                 GROUP BY scope_id, term
                 UNION ALL
                 SELECT scope_id || ' ' || sum(chunks) || ' ' || sum(words) FROM term_totals WHERE account_id = '{id}'
                 GROUP BY scope_id ORDER BY 1"
            )
            .into_boxed_str(),
        ))
    };
    let before = sums().await;
    for number in 0..6 {
        let content = format!("The river rose over its bank {number} times in xylophone.");
        let id = client.remember(&content, "projects/general").await;
        assert_ne!(sums().await, before);
        client.post(&format!("/v1/memories/{id}/forget"), json!({"mode": "hard_delete"})).await.expect(200);
    }
    assert_eq!(sums().await, before);
}
