//! The `OpenAPI` document is well formed, covers the catalogue, and is what the service serves.

use annals::CATALOG;
use annals::auth::ClientSurface;
use annals::surface::openapi::openapi;
use serde_json::{Value, json};

use crate::catalogue::assert_none;
use crate::generated::structure_check::structure_faults;
use crate::support::{Client, service};

#[test]
fn the_document_is_one_that_readers_accept() {
    assert_none(&structure_faults(&openapi()));
}

#[test]
fn every_operation_stands_in_it_with_its_permissions_and_role() {
    let document = openapi();
    for entry in &CATALOG {
        let spec = entry.spec();
        let operation = &document["paths"][spec.route.path][spec.route.method.name().to_lowercase()];
        assert_eq!(operation["operationId"], spec.name);
        let names: Vec<&str> = spec.need().on(ClientSurface::Rest).map(annals::auth::Permission::name).collect();
        assert_eq!(operation["x-permissions"], json!(names), "{}", spec.name);
        assert_eq!(operation["x-role"], spec.role.name(), "{}", spec.name);
        for code in spec.errors {
            let status = code.status().to_string();
            let described = operation["responses"][&status]["description"].as_str().unwrap_or_default();
            assert!(described.contains(code.name()), "{}: {status} does not name {}", spec.name, code.name());
        }
    }
}

#[tokio::test]
async fn the_service_serves_the_same_document() {
    let served = Client::new(&service().origin, "").get("/openapi.json").await.expect(200);
    assert_eq!(served, openapi());
}

type Change = fn(&mut Value);

#[test]
fn each_planted_fault_is_caught() {
    let plants: [(&str, Change); 17] = [
        ("not 3.1", |document| document["openapi"] = json!("3.0.3")),
        ("info has no title", |document| document["info"]["title"] = json!("")),
        ("stands twice", |document| post(document)["operationId"] = json!("fetch")),
        ("no operationId", |document| remove(post(document), "operationId")),
        ("and declares", |document| get(document)["parameters"] = json!([])),
        ("is not required", |document| get(document)["parameters"][0]["required"] = json!(false)),
        ("the parameter id stands twice", |document| {
            let twice = get(document)["parameters"][0].clone();
            get(document)["parameters"].as_array_mut().unwrap().push(twice);
        }),
        ("a place", |document| get(document)["parameters"][0]["in"] = json!("cookie jar")),
        ("leads nowhere", |document| {
            post(document)["responses"]["401"]["content"]["application/problem+json"]["schema"]["$ref"] =
                json!("#/components/schemas/Trouble");
        }),
        ("no answer of success", |document| remove(&mut post(document)["responses"], "200")),
        ("is no status", |document| post(document)["responses"]["20"] = json!({"description": "x"})),
        ("has no description", |document| remove(&mut post(document)["responses"]["200"], "description")),
        ("has a schema that is none", |document| {
            post(document)["requestBody"]["content"]["application/json"]["schema"]["type"] = json!("thing");
        }),
        ("the example", |document| {
            post(document)["requestBody"]["content"]["application/json"]["example"] = json!({"content": 7});
        }),
        ("is not there", |document| post(document)["security"] = json!([{"cookie": []}])),
        ("open to everybody", |document| remove(post(document), "security")),
        ("begin with a slash", |document| {
            let moved = document["paths"].as_object_mut().unwrap().remove("/v1/memories").unwrap();
            document["paths"]["v1/memories"] = moved;
        }),
    ];
    for (words, change) in plants {
        let mut document = openapi();
        change(&mut document);
        let faults = structure_faults(&document);
        assert!(faults.iter().any(|fault| fault.contains(words)), "“{words}” is not among {faults:?}");
    }
}

fn get(document: &mut Value) -> &mut Value {
    &mut document["paths"]["/v1/memories/{id}"]["get"]
}

fn post(document: &mut Value) -> &mut Value {
    &mut document["paths"]["/v1/memories"]["post"]
}

fn remove(value: &mut Value, member: &str) {
    value.as_object_mut().unwrap().remove(member).unwrap();
}
