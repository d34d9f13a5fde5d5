//! Decision documents over REST: put, get, list.

use serde_json::{Value, json};

use super::written::{id_of, ids, member, node, restrict};
use crate::support::{Client, service, stored};

/// A document with a field set.
fn document(field: &str, value: Value) -> Value {
    let mut document = json!({"kind": "adr", "number": 12, "title": "Send webhooks again", "status": "accepted", "body": "## Decision\n\nFive times."});
    document[field] = value;
    document
}

async fn put(client: &Client, document: Value) -> Value {
    client.post("/v1/documents", document).await.expect(200)
}

#[tokio::test]
async fn a_document_is_created_left_unchanged_and_updated_under_one_id() {
    let account = service().account().await;
    let client = account.client().await;
    let first = put(&client, document("number", json!(12))).await;
    let id = id_of(&first);
    assert_eq!(
        first,
        json!({"id": id, "outcome": "created", "kind": "adr", "number": 12, "space_id": "", "redactions": 0})
    );
    let before = stored::rows_of(account.id).await;
    let again = put(&client, document("kind", json!(" ADR "))).await;
    assert_eq!((again["id"].as_str(), again["outcome"].as_str()), (Some(id.as_str()), Some("unchanged")));
    assert_eq!(stored::rows_of(account.id).await, before, "nothing is written, nobody is told of a change");
    let read = client.get(&format!("/v1/documents/{id}")).await.expect(200);
    assert_eq!(read["body"], "## Decision\n\nFive times.");
    assert_eq!(read["document"]["created_at"], read["document"]["updated_at"]);
    for (field, value) in [("title", "Send them once"), ("status", "superseded"), ("body", "## Decision\n\nOnce.")] {
        let mut changed = document(field, json!(value));
        if field != "body" {
            changed["body"] = json!(format!("Body of {field}."));
        }
        let updated = put(&client, changed).await;
        assert_eq!((updated["id"].as_str(), updated["outcome"].as_str()), (Some(id.as_str()), Some("updated")));
        let read = client.get(&format!("/v1/documents/{id}")).await.expect(200);
        let shown = if field == "body" { &read["body"] } else { &read["document"][field] };
        assert_eq!(*shown, json!(value));
        assert!(read["document"]["updated_at"].as_str() > read["document"]["created_at"].as_str());
    }
    assert_eq!(client.get("/v1/documents").await.expect(200)["documents"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn space_kind_and_number_say_which_document_it_is() {
    let account = service().account().await;
    let client = account.client().await;
    let lab = node(&client, "spaces/lab").await;
    let mut written = Vec::new();
    for change in [
        json!({}),
        json!({"kind": "rfc"}),
        json!({"number": 13}),
        json!({"space_id": lab}),
        json!({"scope": "projects/billing"}),
    ] {
        let mut one = document("number", json!(12));
        one.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let told = put(&client, one).await;
        assert_eq!(told["outcome"], "created", "{change}");
        written.push(id_of(&told));
    }
    let by_path = json!({"scope": "spaces/lab", "kind": "adr", "number": 12, "title": "Other", "body": "b"});
    assert_eq!(id_of(&put(&client, by_path).await), written[3], "a path names the same space");
    let both = json!({"scope": "spaces/lab", "space_id": lab, "kind": "adr", "number": 12, "title": "t", "body": "b"});
    let refusal = client.post("/v1/documents", both).await;
    assert_eq!((refusal.refused(422).as_str(), refusal.json()["field"].as_str()), ("invalid_input", Some("scope")));
    for (filter, expected) in [
        ("", vec![0, 3, 4, 2, 1]),
        ("?kind=rfc", vec![1]),
        ("?kind=RFC", vec![1]),
        ("?number=13", vec![2]),
        ("?kind=adr&number=12", vec![0, 3, 4]),
        ("?status=ACCEPTED&number=13", vec![2]),
        ("?status=accept", vec![]),
        ("?status=%25", vec![]),
        ("?kind=adr-x", vec![]),
        ("?kind=&status=&space_id=", vec![0, 3, 4, 2, 1]),
    ] {
        let found = ids(&client.get(&format!("/v1/documents{filter}")).await.expect(200)["documents"]);
        let mut expected: Vec<&String> = expected.into_iter().map(|place: usize| &written[place]).collect();
        let mut found: Vec<&String> = found.iter().collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{filter}");
    }
    let there = client.get(&format!("/v1/documents?space_id={lab}")).await.expect(200);
    assert_eq!(ids(&there["documents"]), [written[3].clone()]);
    assert_eq!(there["documents"][0]["space_id"], json!(lab));
}

#[tokio::test]
async fn what_is_no_document_is_refused_and_nothing_stored() {
    let account = service().account().await;
    let client = account.client().await;
    let before = stored::rows_of(account.id).await;
    for (field, value) in [
        ("kind", json!("")),
        ("kind", json!("a b")),
        ("kind", json!("7")),
        ("kind", json!("décision")),
        ("kind", json!("x".repeat(33))),
        ("number", json!(-1)),
        ("number", json!(2_147_483_648_u64)),
        ("number", json!("twelve")),
        ("number", json!(1.5)),
        ("title", json!("")),
        ("title", json!(" ")),
        ("title", json!("x".repeat(301))),
        ("status", json!("x".repeat(65))),
        ("body", json!("")),
        ("body", json!("\u{200b}")),
        ("body", json!("x".repeat(200_001))),
        ("scope", json!("notes")),
        ("scope", json!("projects/../x")),
        ("colour", json!("red")),
    ] {
        let refusal = client.post("/v1/documents", document(field, value.clone())).await;
        assert_eq!(refusal.refused(422), "invalid_input", "{field} {value}");
        assert_eq!(refusal.json()["field"], json!(field), "{}", refusal.text);
    }
    for field in ["kind", "number", "title", "body"] {
        let mut lacking = document(field, json!(1));
        lacking.as_object_mut().unwrap().remove(field);
        let refusal = client.post("/v1/documents", lacking).await;
        assert_eq!((refusal.refused(422).as_str(), refusal.json()["field"].as_str()), ("invalid_input", Some(field)));
    }
    assert_eq!(stored::rows_of(account.id).await, before);
    for (field, value) in [
        ("number", json!(0)),
        ("number", json!(2_147_483_647)),
        ("title", json!("ж".repeat(300))),
        ("status", json!("ж".repeat(64))),
        ("kind", json!("design-note-2")),
    ] {
        put(&client, document(field, value)).await;
    }
}

#[tokio::test]
async fn a_text_that_grows_while_it_is_made_safe_is_refused_and_never_a_fault() {
    let account = service().account().await;
    let client = account.client().await;
    let secret = |length: usize| "password=Zq81LmPx ".repeat(length / 18 + 1).chars().take(length).collect::<String>();
    for (field, length) in [("title", 300), ("status", 64), ("body", 200_000)] {
        for text in ["\u{fb2c}".repeat(length), secret(length)] {
            let answer = client.post("/v1/documents", document(field, json!(text))).await;
            assert_eq!(answer.refused(422), "invalid_input", "{field}");
            assert_eq!(answer.json()["field"], json!(field));
        }
    }
}

#[tokio::test]
async fn a_long_text_is_read_on_by_offset_and_a_text_of_many_words_is_taken() {
    let account = service().account().await;
    let client = account.client().await;
    let body: String = (0..40_000).map(|number| format!("ж{number:x} ")).collect::<String>();
    let body: String = body.chars().take(200_000).collect();
    let body = body.trim().to_owned();
    let id = id_of(&put(&client, document("body", json!(body))).await);
    let mut read = String::new();
    let mut offset = 0;
    loop {
        let answer = client.get(&format!("/v1/documents/{id}?offset={offset}")).await;
        assert!(answer.text.len() <= 100_000, "{} bytes", answer.text.len());
        let answer = answer.expect(200);
        read.push_str(answer["body"].as_str().unwrap());
        assert_eq!(answer["document"]["content_chars"], json!(body.chars().count()));
        let Some(next) = answer.get("next_offset") else { break };
        assert!(next.as_u64().unwrap() > offset);
        offset = next.as_u64().unwrap();
    }
    assert!(read == body, "the parts together are the whole");
    let beyond = client.get(&format!("/v1/documents/{id}?offset=4000000000")).await.expect(200);
    assert_eq!((beyond["body"].as_str(), beyond.get("next_offset")), (Some(""), None));
}

#[tokio::test]
async fn pages_of_documents_go_by_kind_and_number() {
    let account = service().account().await;
    let client = account.client().await;
    let mut written = Vec::new();
    for number in (0..53).rev() {
        let mut one = document("number", json!(number));
        one["kind"] = json!(if number % 2 == 0 { "adr" } else { "rfc" });
        put(&client, one).await;
        written.push((number % 2, number));
    }
    written.sort_unstable();
    let first = client.get("/v1/documents?page_size=0").await.expect(200);
    assert_eq!(first["documents"].as_array().unwrap().len(), 50);
    assert!(first["documents"][0].get("body").is_none(), "lists hold no texts");
    let mut seen = Vec::new();
    let mut query = "?page_size=20".to_owned();
    loop {
        let answer = client.get(&format!("/v1/documents{query}")).await.expect(200);
        for one in answer["documents"].as_array().unwrap() {
            seen.push((i64::from(one["kind"] == "rfc"), one["number"].as_i64().unwrap()));
        }
        // A document put meanwhile where the walk has passed already is not told again.
        put(&client, document("number", json!(0))).await;
        let Some(token) = answer["next_page_token"].as_str() else { break };
        query = format!("?page_size=20&page_token={token}");
        let other = client.get(&format!("/v1/documents?kind=adr&page_token={token}")).await;
        assert_eq!(
            (other.refused(422).as_str(), other.json()["field"].as_str()),
            ("invalid_input", Some("page_token"))
        );
    }
    assert_eq!(seen, written);
    assert_eq!(client.get("/v1/documents?page_size=-1").await.refused(422), "invalid_input");
    assert_eq!(
        client.get("/v1/documents?page_size=1000000000").await.expect(200)["documents"].as_array().unwrap().len(),
        53
    );
}

#[tokio::test]
async fn documents_keep_to_the_spaces_of_the_reader() {
    let account = service().account().await;
    let owner = account.client().await;
    let closed = node(&owner, "spaces/closed").await;
    restrict(&account, "spaces/closed").await;
    let mut secret = document("number", json!(1));
    secret["space_id"] = json!(closed);
    let id = id_of(&put(&owner, secret).await);
    let vera = member(&account, "vera").await;
    assert_eq!(vera.get("/v1/documents").await.expect(200), json!({"documents": []}));
    let without_id = |text: &str| {
        let mut body: Value = serde_json::from_str(text).unwrap();
        body.as_object_mut().unwrap().remove("request_id");
        body
    };
    let hidden = vera.get(&format!("/v1/documents/{id}")).await;
    let stranger = service().account().await.client().await.get(&format!("/v1/documents/{id}")).await;
    for missing in ["doc_0193f6a2b1c47d5e8f90a1b2c3d4e5f6", "doc_7", "x"] {
        let made_up = vera.get(&format!("/v1/documents/{missing}")).await;
        assert_eq!(made_up.refused(404), "not_found");
        assert_eq!(without_id(&made_up.text), without_id(&hidden.text));
        assert_eq!(without_id(&made_up.text), without_id(&stranger.text));
    }
    // A document of the same kind and number elsewhere is another one.
    assert_eq!(put(&vera, document("number", json!(1))).await["outcome"], "created");
    assert_eq!(
        owner.get("/v1/documents?kind=adr&number=1").await.expect(200)["documents"].as_array().unwrap().len(),
        2
    );
}
