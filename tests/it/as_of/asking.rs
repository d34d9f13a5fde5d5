//! Asking the service about two moments, and what the model expects it to answer.

use annals::clock::rfc3339;
use serde_json::{Value, json};

use super::model::{Asked, Fate, Model};
use crate::support::Client;

/// Arguments with the moments that are asked about.
pub fn with_moments(mut arguments: Value, asked: Asked) -> Value {
    for (field, moment) in [("as_of", asked.as_of), ("valid_at", asked.valid_at)] {
        if let Some(moment) = moment {
            arguments[field] = json!(rfc3339(moment));
        }
    }
    arguments
}

fn query(arguments: &Value) -> String {
    let encoded = |value: &Value| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        percent_encoding::utf8_percent_encode(&text, percent_encoding::NON_ALPHANUMERIC).to_string()
    };
    let parts: Vec<String> =
        arguments.as_object().unwrap().iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    parts.join("&")
}

/// A record as it is shown: id, text, status, what replaced it.
type Shown = (String, String, String, Option<String>);

fn shown(record: &Value) -> Shown {
    let text = |member: &str| record[member].as_str().unwrap_or_default().to_owned();
    (text("id"), text("text"), text("status"), record["superseded_by"].as_str().map(str::to_owned))
}

fn expected(model: &Model, place: usize, asked: Asked) -> Shown {
    let memory = &model.memories[place];
    let text = if memory.fate == Fate::Redacted { "[redacted]" } else { &memory.text };
    let status = model.status(place, asked);
    let by = if status == "active" { None } else { model.replacement(place) };
    (memory.id.clone(), text.to_owned(), status.to_owned(), by.map(|by| model.memories[by].id.clone()))
}

/// Every page of `memory_list_records`.
async fn listed(client: &Client, arguments: Value) -> Vec<Shown> {
    let (mut found, mut token) = (Vec::new(), None::<Value>);
    loop {
        let mut arguments = arguments.clone();
        if let Some(token) = &token {
            arguments["page_token"] = token.clone();
        }
        let page = client.get(&format!("/v1/records?{}", query(&arguments))).await.expect(200);
        found.extend(page["records"].as_array().unwrap().iter().map(shown));
        match page.get("next_page_token") {
            Some(next) => token = Some(next.clone()),
            None => return found,
        }
    }
}

/// Where list and search differ from the model, for two moments.
pub async fn differences(client: &Client, model: &Model, asked: Asked, page_size: usize) -> Vec<String> {
    let mut faults = Vec::new();
    let all = model.shown(asked);
    let of = |places: &[usize]| -> Vec<Shown> { places.iter().map(|place| expected(model, *place, asked)).collect() };
    let mut compare = |what: String, found: Vec<Shown>, wanted: Vec<Shown>| {
        if found != wanted {
            let only = |one: &[Shown], other: &[Shown]| -> Vec<Shown> {
                one.iter().filter(|shown| !other.contains(shown)).cloned().collect()
            };
            faults.push(format!(
                "{what} at {asked:?}: found besides {:?}, missing {:?}, {} and {}",
                only(&found, &wanted),
                only(&wanted, &found),
                found.len(),
                wanted.len()
            ));
        }
    };
    let whole = with_moments(json!({"page_size": page_size}), asked);
    compare("list".to_owned(), listed(client, whole.clone()).await, of(&all));
    for status in ["active", "superseded", "resolved"] {
        let mut narrowed = whole.clone();
        narrowed["status"] = json!(status);
        let wanted: Vec<usize> = all.iter().copied().filter(|place| model.status(*place, asked) == status).collect();
        compare(format!("list of {status}"), listed(client, narrowed).await, of(&wanted));
    }

    let sorted = |mut shown: Vec<Shown>| {
        shown.sort();
        shown
    };
    // Redacted memories have neither a vector nor words.
    let findable: Vec<usize> =
        all.iter().copied().filter(|place| model.memories[*place].fate != Fate::Redacted).collect();
    for inactive in [false, true] {
        let arguments = json!({"query": "register entry", "include_inactive": inactive, "page_size": 100});
        let found = client.post("/v1/records/search", with_moments(arguments, asked)).await.expect(200);
        let records: Vec<Shown> = found["records"].as_array().unwrap().iter().map(shown).collect();
        let is_active = |place: &usize| model.status(*place, asked) == "active";
        let wants_all = inactive || asked.valid_at.is_some();
        let wanted: Vec<usize> = findable.iter().copied().filter(|place| wants_all || is_active(place)).collect();
        let firsts = records.iter().take_while(|shown| shown.2 == "active").count();
        let ordered = records.iter().skip(firsts).all(|shown| shown.2 != "active");
        compare(format!("search, inactive {inactive}"), sorted(records), sorted(of(&wanted)));
        compare("active first".to_owned(), Vec::new(), if ordered { Vec::new() } else { of(&all) });
    }
    faults
}

/// Where one memory read by its id, and a briefing on its topic, differ from the model.
pub async fn differences_of_one(client: &Client, model: &Model, place: usize, asked: Asked) -> Vec<String> {
    let mut faults = Vec::new();
    let memory = &model.memories[place];
    let path = format!("/v1/records/{}?{}", memory.id, query(&with_moments(json!({}), asked)));
    let answer = client.get(&path).await;
    if model.is_shown(place, asked) {
        let found = answer.expect(200);
        let chain: Vec<(String, String)> = found["chain"]
            .as_array()
            .unwrap()
            .iter()
            .map(|link| (link["id"].as_str().unwrap().to_owned(), link["status"].as_str().unwrap().to_owned()))
            .collect();
        let wanted: Vec<(String, String)> =
            model.chain(place, asked).into_iter().map(|(id, status)| (id, status.to_owned())).collect();
        if shown(&found["record"]) != expected(model, place, asked) || chain != wanted {
            faults.push(format!("get at {asked:?}: {found}, not {:?} {wanted:?}", expected(model, place, asked)));
        }
    } else if answer.status != 404 || answer.refused(404) != "not_found" {
        faults.push(format!("get at {asked:?}: {} although it was not there", answer.text));
    }

    let brief = with_moments(json!({"about": memory.topic, "max_tokens": 20_000}), asked);
    let brief = client.post("/v1/brief", brief).await.expect(200);
    let mut found: Vec<(String, String)> = ["open_questions", "memories"]
        .iter()
        .flat_map(|part| brief[*part].as_array().unwrap().clone())
        .map(|line| (line["id"].as_str().unwrap().to_owned(), line["text"].as_str().unwrap().to_owned()))
        .collect();
    let is_briefed = |place: &usize| {
        let other = &model.memories[*place];
        let is_active = model.status(*place, asked) == "active";
        other.topic == memory.topic
            && other.fate != Fate::Redacted
            && (is_active || (asked.valid_at.is_some() && other.kind != "question"))
    };
    let wanted = model.shown(asked).into_iter().filter(is_briefed).map(|place| &model.memories[place]);
    let mut wanted: Vec<(String, String)> = wanted.map(|memory| (memory.id.clone(), memory.text.clone())).collect();
    found.sort();
    wanted.sort();
    if found != wanted {
        faults.push(format!("brief on {} at {asked:?}: {found:?}, not {wanted:?}", memory.topic));
    }
    faults
}
