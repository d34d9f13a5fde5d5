//! Random histories of saying, replacing and deleting, against a model: a lineage has one current version at most, and
//! nothing replaces itself over others.

use std::collections::BTreeMap;

use serde_json::json;

use super::said::{WAYS, answer, ask, replace, say, successor, version};
use crate::support::{Account, Chance, Client, service, stored};

/// A memory of the model.
struct Known {
    is_question: bool,
    is_current: bool,
    replaced_by: Option<String>,
}

/// The model: what the history has made so far.
#[derive(Default)]
struct Model {
    known: BTreeMap<String, Known>,
}

impl Model {
    fn add(&mut self, id: String, is_question: bool) {
        self.known.insert(id, Known { is_question, is_current: true, replaced_by: None });
    }

    fn any(&self, chance: &mut Chance) -> Option<String> {
        let most = u32::try_from(self.known.len()).unwrap();
        (most > 0).then(|| self.known.keys().nth(chance.up_to(most) - 1).unwrap().clone())
    }

    /// What stands at the end of the chain that begins here.
    fn head(&self, id: &str) -> String {
        let mut head = id.to_owned();
        while let Some(next) = &self.known[&head].replaced_by {
            head.clone_from(next);
        }
        head
    }

    fn replaced(&mut self, old: &str, new: String, is_question: bool) {
        let known = self.known.get_mut(old).unwrap();
        known.is_current = false;
        known.replaced_by = Some(new.clone());
        self.add(new, is_question);
    }

    fn deleted(&mut self, id: &str) {
        let next = self.known.remove(id).unwrap().replaced_by;
        for known in self.known.values_mut() {
            if known.replaced_by.as_deref() == Some(id) {
                known.replaced_by.clone_from(&next);
            }
        }
    }
}

async fn step(client: &Client, model: &mut Model, chance: &mut Chance, seed: u64, step: usize) {
    let way = WAYS[step % 2];
    let text = format!("Seed {seed} said this at step {step}.");
    let target = model.any(chance);
    match (chance.up_to(10), target) {
        (1..=3, _) | (_, None) => {
            let is_question = chance.up_to(3) == 1;
            let id = say(client, way, if is_question { "question" } else { "fact" }, &text).await;
            model.add(id, is_question);
        }
        (4..=9, Some(old)) => {
            let known = &model.known[&old];
            let is_question = known.is_question && chance.up_to(2) == 1;
            let said = replace(client, way, if is_question { "question" } else { "fact" }, &text, &old).await;
            if known.is_current {
                model.replaced(&old, successor(&said), is_question);
            } else {
                assert_eq!(said.code.as_deref(), Some("conflict"), "seed {seed}, step {step}: {}", said.body());
                let head = model.head(&old);
                // Where the head was deleted there is no current one to be named.
                if model.known[&head].is_current {
                    assert!(said.body().contains(&head), "seed {seed}, step {step}: {}", said.body());
                }
            }
        }
        (_, Some(id)) => {
            answer(&ask(client, way, "memory_delete_record", json!({"id": id})).await);
            model.deleted(&id);
        }
    }
}

async fn check(account: &Account<'_>, client: &Client, model: &Model, seed: u64) {
    let id = account.id.uuid();
    let crowded = stored::column(&format!(
        "SELECT lineage_id::text FROM memories WHERE account_id = '{id}' AND status = 'active'
         GROUP BY lineage_id HAVING count(*) > 1"
    ))
    .await;
    assert_eq!(crowded, Vec::<String>::new(), "seed {seed}: lineages with two current versions");
    let circles = stored::number(&format!(
        "WITH RECURSIVE walk AS (
           SELECT superseded_id AS start, superseding_id AS at, 1 AS steps FROM supersessions WHERE account_id = '{id}'
           UNION ALL
           SELECT w.start, s.superseding_id, w.steps + 1
           FROM walk AS w JOIN supersessions AS s ON s.account_id = '{id}' AND s.superseded_id = w.at
           WHERE w.start <> w.at AND w.steps < 1000
         ) SELECT count(*) FROM walk WHERE start = at OR steps >= 1000"
    ))
    .await;
    assert_eq!(circles, 0, "seed {seed}");
    for (memory, known) in &model.known {
        let read = version(client, WAYS[0], memory).await;
        let state = match (known.is_current, known.is_question) {
            (true, _) => "current",
            (false, true) => "resolved",
            (false, false) => "superseded",
        };
        assert_eq!(read["state"], json!(state), "seed {seed}: {read}");
        assert_eq!(read["superseded_by"].as_str(), known.replaced_by.as_deref(), "seed {seed}: {read}");
    }
    let rows = stored::number(&format!("SELECT count(*) FROM memories WHERE account_id = '{id}'")).await;
    assert_eq!(usize::try_from(rows).unwrap(), model.known.len(), "seed {seed}");
}

#[tokio::test]
async fn whatever_the_history_a_lineage_has_one_head_and_no_circle() {
    for seed in [0x5EED_0301, 0x5EED_0302, 0x5EED_0303, 0x5EED_0304] {
        let account = service().account().await;
        let client = account.client().await;
        let mut chance = Chance::new(seed);
        let mut model = Model::default();
        for number in 0..80 {
            step(&client, &mut model, &mut chance, seed, number).await;
        }
        check(&account, &client, &model, seed).await;
        let replaced = model.known.values().filter(|known| known.replaced_by.is_some()).count();
        assert!(replaced > 5, "seed {seed}: only {replaced} were replaced");
    }
}
