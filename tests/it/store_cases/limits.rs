//! Numbers out of range: −1, 0 and a thousand million, for every number that an operation takes. Ruling 3: they are refused
//! with the limit's name; only where a page says so (decisions) is 0 the default, and what is larger cut to the most.

use annals::CATALOG;
use annals::op::Sample;
use serde_json::{Value, json};

use super::fields::of_type;
use crate::catalogue::{Way, assert_none, masked, sample_of};
use crate::support::service;

#[tokio::test]
async fn every_number_out_of_range_is_refused_with_its_name_or_is_the_default_of_its_page() {
    let account = service().account().await;
    let client = account.client().await;
    let sample = sample_of(&client, "Numbers have limits.").await;
    let (mut faults, mut limits, mut sizes) = (Vec::new(), 0, 0);
    for entry in CATALOG.iter().filter(|entry| !entry.spec().effect.writes()) {
        for (field, schema) in of_type(entry, "integer") {
            let Some(fault) = (match field.as_str() {
                "limit" | "max_tokens" => {
                    limits += 1;
                    Some(
                        schema["minimum"].as_i64().is_none_or(|least| least < 1)
                            || schema["maximum"].is_null()
                            || schema["default"].is_null(),
                    )
                }
                "page_size" => {
                    sizes += 1;
                    let says = schema["description"].as_str().unwrap_or_default();
                    Some(!says.contains("0 means") || !says.contains("is cut to"))
                }
                _ => None,
            }) else {
                continue;
            };
            if fault {
                faults.push(format!("{}: {field} is not documented: {schema}", entry.spec().name));
            }
            let ask = async |way: Way, value: Option<i64>| {
                let mut arguments = (entry.spec().example)(&sample);
                arguments.as_object_mut().unwrap().remove(&field);
                if let Some(value) = value {
                    arguments[&field] = json!(value);
                }
                way.call(&client, entry, &arguments).await
            };
            for way in Way::of(entry.spec()) {
                let name = format!("{}, {way}, {field}", entry.spec().name);
                let plain = ask(way, None).await;
                for value in [-1, 0, 1_000_000_000] {
                    let said = ask(way, Some(value)).await;
                    let is_taken = field == "page_size" && value >= 0;
                    match (&said.structured, is_taken) {
                        (Some(answer), true) => {
                            if masked(answer) != masked(plain.structured.as_ref().unwrap()) {
                                faults.push(format!("{name} = {value} differs from the default: {}", said.body()));
                            }
                        }
                        (None, false) => {
                            let names_it = said.body().contains(&field);
                            let most = schema["maximum"].as_i64().unwrap_or_default();
                            let plain: String = said.body().chars().filter(|character| *character != ',').collect();
                            let says_most = value < 1 || field == "page_size" || plain.contains(&most.to_string());
                            if !names_it || !says_most || said.http.status.as_u16() >= 500 {
                                faults.push(format!("{name} = {value}: {}", said.body()));
                            }
                        }
                        _ => faults.push(format!("{name} = {value}: {} {}", said.outcome(), said.body())),
                    }
                }
            }
        }
    }
    assert_none(&faults);
    assert!(limits >= 10 && sizes >= 5, "{limits} and {sizes}: the loop has lost its fields");
}

/// No number makes a fault of the service, whatever it stands for.
#[tokio::test]
async fn no_number_at_all_is_a_fault() {
    let account = service().account().await;
    let client = account.client().await;
    let sample = sample_of(&client, "Numbers have no end.").await;
    let mut faults = Vec::new();
    for entry in &CATALOG {
        for (field, _) in of_type(entry, "integer") {
            for value in [
                json!(-1),
                json!(0),
                json!(1_000_000_000),
                json!(i64::MAX),
                json!(i64::MIN),
                json!(u64::MAX),
                json!(1e300),
                json!(0.5),
            ] {
                let mut arguments = (entry.spec().example)(&Sample { ..sample.clone() });
                arguments[&field] = value.clone();
                if entry.spec().name == "memory_delete_matching" {
                    arguments["kind"] = json!("handoff");
                }
                for way in Way::of(entry.spec()) {
                    let said = way.call(&client, entry, &arguments).await;
                    if said.http.status.as_u16() >= 500 || said.code.as_deref() == Some("internal") {
                        faults.push(format!("{}, {way}, {field} = {value}: {}", entry.spec().name, said.body()));
                    }
                }
            }
        }
    }
    assert_none(&faults);
}

/// 0 is the default of the page and more is cut to its most: seen with more records than either.
#[tokio::test]
async fn a_page_size_of_zero_is_fifty_or_twenty_and_a_thousand_million_is_two_hundred_or_a_hundred() {
    let account = service().account().await;
    let client = account.client().await;
    let items: Vec<Value> = (0..50).map(|number| json!({"kind": "fact", "text": format!("Lynx {number}")})).collect();
    for part in 0..3 {
        let items: Vec<Value> = items
            .iter()
            .map(|item| json!({"kind": "fact", "text": format!("{} of {part}", item["text"].as_str().unwrap())}))
            .collect();
        client.post("/v1/summaries", json!({"items": items})).await.expect(200);
    }
    let count = async |answer: Value| answer["records"].as_array().unwrap().len();
    for (size, wanted) in [("", 50), ("?page_size=0", 50), ("?page_size=60", 60)] {
        assert_eq!(count(client.get(&format!("/v1/records{size}")).await.expect(200)).await, wanted, "{size}");
    }
    let arguments = |size: Value| json!({"page_size": size});
    assert_eq!(count(client.call("memory_list_records", arguments(json!(0))).await.structured()).await, 50);
    let search = |size: Value| json!({"query": "lynx", "page_size": size});
    for (size, wanted) in [(0, 20), (30, 30)] {
        assert_eq!(count(client.post("/v1/records/search", search(json!(size))).await.expect(200)).await, wanted);
        assert_eq!(count(client.call("memory_search_records", search(json!(size))).await.structured()).await, wanted);
    }
    // A page stops early where it would be too long (ruling 40): a thousand million is what the most is, byte for byte.
    let (large, most) =
        (client.get("/v1/records?page_size=1000000000").await, client.get("/v1/records?page_size=200").await);
    assert_eq!(masked(&large.expect(200))["records"], masked(&most.expect(200))["records"]);
    let (large, most) = (search(json!(1_000_000_000)), search(json!(100)));
    let (large, most) = (client.post("/v1/records/search", large).await, client.post("/v1/records/search", most).await);
    assert_eq!(large.expect(200), most.expect(200));
}
