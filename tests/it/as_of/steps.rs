//! The steps of a random history: each is carried out by the service and written into the model.

use std::collections::BTreeMap;

use annals::clock::{Clock, rfc3339};
use chrono::Duration;
use serde_json::{Value, json};

use super::model::{Fate, Memory, Model, Moment};
use crate::support::{Account, Chance, Client, stored};

/// How many steps a history has.
pub const STEPS: usize = 110;

const ITEM_KINDS: [&str; 6] = ["decision", "preference", "fact", "question", "handoff", "done"];
const SAVED_KINDS: [&str; 5] = ["fact", "decision", "solution", "lesson", "convention"];

/// A history and its model.
pub struct History<'a> {
    pub account: &'a Account<'a>,
    pub client: Client,
    pub clock: Clock,
    pub chance: Chance,
    pub model: Model,
    pub started: Moment,
    pub counts: BTreeMap<&'static str, usize>,
}

impl History<'_> {
    pub fn below(&mut self, most: usize) -> usize {
        self.chance.up_to(u32::try_from(most).unwrap()) - 1
    }

    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// A whole hour around the history: before, inside or after it, or the very moment of a step.
    pub fn moment(&mut self) -> Moment {
        let hours = i64::try_from(self.below(STEPS + 40)).unwrap() - 20;
        let minutes = self.one_of(&[0, 0, 30]);
        self.started + Duration::hours(hours) + Duration::minutes(minutes)
    }

    fn text(&mut self) -> (String, String) {
        let number = self.model.memories.len();
        let topic = format!("service:group{}", self.below(6));
        // The topic stands in the text: a record of a workspace has no topics of its own.
        (format!("Register entry {number} concerns {topic} and nothing else in row {}.", number * 7919 % 1000), topic)
    }

    fn add(&mut self, memory: Memory) -> usize {
        self.model.memories.push(memory);
        self.model.memories.len() - 1
    }

    fn new_memory(&self, id: String, kind: &'static str, text: (String, String)) -> Memory {
        let now = self.clock.now();
        Memory {
            id,
            text: text.0,
            kind,
            topic: text.1,
            recorded_at: now,
            stored_at: now,
            begins: now,
            valid_to: None,
            replaced: None,
            fate: Fate::Kept,
            record: None,
        }
    }

    async fn id_where(&self, condition: &str) -> String {
        let sql = format!(
            "SELECT 'mem_' || replace(id::text, '-', '') FROM memories WHERE account_id = '{}' AND {condition}",
            self.account.id.uuid()
        );
        stored::column(&sql).await.remove(0)
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        self.client.post(path, body).await.expect(200)
    }

    async fn save(&mut self) {
        let (text, kind) = (self.text(), self.one_of(&SAVED_KINDS));
        let body = json!({"content": text.0, "type": kind, "scope": {"kind": "shared"}});
        let number = self.post("/v1/workspace/save", body).await["data"]["id"].as_i64().unwrap();
        let id = self.id_where(&format!("number = {number}")).await;
        let memory = Memory { record: Some((number, 1)), ..self.new_memory(id, kind, text) };
        self.add(memory);
    }

    async fn remember(&mut self) {
        let (text, kind) = (self.text(), self.one_of(&["note", "fact", "lesson"]));
        let happened = if self.below(2) == 0 { Some(self.moment()) } else { None };
        let body = json!({"content": text.0, "kind": kind, "path": "projects/general", "topics": [text.1], "occurred_at": happened.map(rfc3339)});
        let id = self.post("/v1/memories", body).await["id"].as_str().unwrap().to_owned();
        let mut memory = self.new_memory(id, kind, text);
        memory.begins = happened.unwrap_or(memory.begins);
        self.add(memory);
    }

    async fn import(&mut self) {
        let (text, kind) = (self.text(), self.one_of(&["note", "fact", "decision"]));
        let external = format!("outer-{}", self.model.memories.len());
        let moment = |of: &mut Self| if of.below(2) == 0 { Some(of.moment()) } else { None };
        let (recorded, happened, from) = (moment(self), moment(self), moment(self));
        let to = moment(self).map(|to| from.map_or(to, |from| to.max(from + Duration::hours(1))));
        let record = json!({
            "content": text.0, "kind": kind, "topics": [text.1], "external_id": external,
            "recorded_at": recorded.map(rfc3339), "occurred_at": happened.map(rfc3339),
            "valid_from": from.map(rfc3339), "valid_to": to.map(rfc3339),
        });
        let told = self.post("/v1/records/import", json!({"scope": "projects/general", "records": [record]})).await;
        assert_eq!(told["stored"], json!(1), "{told}");
        let id = self.id_where(&format!("external_id = '{external}'")).await;
        let mut memory = self.new_memory(id, kind, text);
        memory.recorded_at = recorded.unwrap_or(memory.recorded_at);
        memory.begins = from.or(happened).unwrap_or(memory.recorded_at);
        memory.valid_to = to;
        self.add(memory);
    }

    /// A summary with one item, which may replace a memory.
    async fn item(&mut self, replaces: Option<usize>) {
        let text = self.text();
        let kind = match replaces.map(|place| self.model.memories[place].kind) {
            Some("question") => self.one_of(&["decision", "fact", "preference", "question"]),
            Some(kind) => kind,
            None => self.one_of(&ITEM_KINDS),
        };
        let supersedes = replaces.map(|place| self.model.memories[place].id.clone());
        let item = json!({"kind": kind, "text": text.0, "topics": [text.1], "supersedes": supersedes});
        let told = self.post("/v1/summaries", json!({"items": [item]})).await;
        let id = told["items"][0]["id"].as_str().unwrap().to_owned();
        let now = self.clock.now();
        let memory = self.new_memory(id, kind, text);
        let place = self.add(memory);
        if let Some(replaced) = replaces {
            self.model.memories[replaced].replaced = Some((now, place));
        }
    }

    async fn update(&mut self, place: usize) {
        let mut text = self.text();
        let held = self.model.memories[place].clone();
        // A version keeps the topics of the one before it, and the text names its own.
        text.0 = text.0.replace(&text.1, &held.topic);
        let (number, revision) = held.record.unwrap();
        let body = json!({"id": number, "expected_revision": revision, "content": text.0, "reason": "News.", "scope": {"kind": "shared"}});
        let number = self.post("/v1/workspace/update", body).await["data"]["id"].as_i64().unwrap();
        let id = self.id_where(&format!("number = {number}")).await;
        let memory = self.new_memory(id, held.kind, (text.0, held.topic));
        let next = self.add(Memory { record: Some((number, revision + 1)), ..memory });
        self.model.memories[place].replaced = Some((self.clock.now(), next));
    }

    async fn say_again(&mut self, place: usize) {
        let memory = self.model.memories[place].clone();
        let body = json!({"items": [{"kind": memory.kind, "text": memory.text}]});
        let told = self.post("/v1/summaries", body).await;
        assert_eq!(told["items"][0]["outcome"], json!("seen_again"), "{memory:?}: {told}");
    }

    async fn forget(&mut self, place: usize, fate: Fate) {
        let mode = match fate {
            Fate::Hidden => "soft_delete",
            Fate::Erased => "hard_delete",
            Fate::Redacted | Fate::Kept => "redact",
        };
        let id = self.model.memories[place].id.clone();
        self.post(&format!("/v1/memories/{id}/forget"), json!({"mode": mode})).await;
        self.model.memories[place].fate = fate;
    }

    /// One of those that fulfil a condition, at random.
    fn pick(&mut self, fits: impl Fn(&Memory) -> bool) -> Option<usize> {
        let all: Vec<usize> =
            (0..self.model.memories.len()).filter(|place| fits(&self.model.memories[*place])).collect();
        if all.is_empty() { None } else { Some(self.one_of(&all)) }
    }

    pub async fn step(&mut self) {
        let is_active =
            |memory: &Memory| memory.replaced.is_none() && matches!(memory.fate, Fate::Kept | Fate::Redacted);
        let is_kept = |memory: &Memory| memory.fate == Fate::Kept;
        let what = self.one_of(&[
            "save", "save", "remember", "remember", "import", "import", "item", "item", "item", "replace", "replace",
            "replace", "update", "update", "again", "hide", "erase", "redact",
        ]);
        let done = match what {
            "save" => {
                self.save().await;
                true
            }
            "remember" => {
                self.remember().await;
                true
            }
            "import" => {
                self.import().await;
                true
            }
            "item" => {
                self.item(None).await;
                true
            }
            "replace" => match self.pick(|memory| is_active(memory) && ITEM_KINDS.contains(&memory.kind)) {
                Some(place) => {
                    self.item(Some(place)).await;
                    true
                }
                None => false,
            },
            "update" => match self.pick(|memory| is_active(memory) && memory.record.is_some()) {
                Some(place) => {
                    self.update(place).await;
                    true
                }
                None => false,
            },
            // Saying again is told of items: those of the root that are of a kind which nothing else here has.
            "again" => match self.pick(|memory| {
                is_active(memory) && is_kept(memory) && ["preference", "question"].contains(&memory.kind)
            }) {
                Some(place) => {
                    self.say_again(place).await;
                    true
                }
                None => false,
            },
            _ => {
                let fate = match what {
                    "hide" => Fate::Hidden,
                    "erase" => Fate::Erased,
                    _ => Fate::Redacted,
                };
                match self.pick(is_kept) {
                    Some(place) => {
                        self.forget(place, fate).await;
                        true
                    }
                    None => false,
                }
            }
        };
        if done {
            *self.counts.entry(what).or_default() += 1;
        }
        self.clock.advance(Duration::hours(1));
    }
}
