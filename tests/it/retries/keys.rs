//! What a key may be, and whose it is.

use annals::auth::Role;
use serde_json::{Value, json};

use crate::support::{Answer, Client, Wish, service, stored};

fn note(content: &str) -> Value {
    json!({"content": content, "path": "notes"})
}

async fn with_raw_key(client: &Client, key: &[u8]) -> Answer {
    let key = reqwest::header::HeaderValue::from_bytes(key).unwrap();
    client.send(client.request("POST", "/v1/memories").header("Idempotency-Key", key).json(&note("Said by key."))).await
}

#[tokio::test]
async fn a_key_has_1_to_255_characters_on_one_line() {
    let account = service().account().await;
    let client = account.client().await;
    let longest = "k".repeat(255);
    for key in ["k", "a key with spaces / and : signs", &longest] {
        with_raw_key(&client, key.as_bytes()).await.expect(200);
    }
    let too_long = "k".repeat(256);
    for key in [&b""[..], too_long.as_bytes(), b"a\tb", "schlüssel".as_bytes(), b"\xff"] {
        let refused = with_raw_key(&client, key).await;
        assert_eq!(refused.refused(422), "invalid_input", "{key:?}");
        assert!(refused.text.contains("Idempotency-Key"), "{}", refused.text);
    }
    let keys =
        stored::number(&format!("SELECT count(*) FROM idempotency WHERE account_id = '{}'", account.id.uuid())).await;
    assert_eq!(keys, 3);
}

#[tokio::test]
async fn a_key_of_another_agent_member_or_account_is_another_key() {
    let account = service().account().await;
    let member = account.member(Role::Member, "member").await;
    let client = account.client().await;
    let another_agent = account.client_with(Wish { agent: "another".to_owned(), ..Wish::default() }).await;
    let another_member = account.client_with(Wish { user: Some(member), ..Wish::default() }).await;
    let first = client.post_with_key("/v1/memories", "mine", &note("Said by many.")).await;
    assert_eq!(first.expect(200)["seen_count"], json!(1));
    for (place, client) in [another_agent, another_member].iter().enumerate() {
        let own = client.post_with_key("/v1/memories", "mine", &note("Said by many.")).await.expect(200);
        assert_eq!(own["seen_count"], json!(place + 2));
        // Other arguments are its own first ones too.
        client.post_with_key("/v1/memories", "yours", &note(&format!("Said by number {place}."))).await.expect(200);
    }
    let stranger = service().account().await.client().await;
    assert_eq!(
        stranger.post_with_key("/v1/memories", "mine", &note("Said by many.")).await.expect(200)["seen_count"],
        json!(1)
    );
    // The same agent of the same member, by another token.
    let another_token = account.client().await;
    assert_ne!(another_token.token, client.token);
    let again = another_token.post_with_key("/v1/memories", "mine", &note("Said by many.")).await;
    assert_eq!(again.text, first.text);
}

#[tokio::test]
async fn a_key_of_another_operation_is_another_key() {
    let account = service().account().await;
    let client = account.client().await;
    client.post_with_key("/v1/memories", "shared", &note("Said by one.")).await.expect(200);
    client.post_with_key("/v1/scopes", "shared", &json!({"path": "projects/shared"})).await.expect(200);
    let rule = json!({"kind": "convention", "text": "Shared keys are apart."});
    client.post_with_key("/v1/rules", "shared", &rule).await.expect(200);
}

#[tokio::test]
async fn the_field_and_the_header_are_one_key() {
    let account = service().account().await;
    let client = account.client().await;
    let key = annals::ids::MemoryId::generate().uuid().to_string();
    let other = annals::ids::MemoryId::generate().uuid().to_string();
    let save = |with_field: bool| {
        let mut body = json!({"content": "Saved by field or header."});
        if with_field {
            body["request_id"] = json!(key);
        }
        body
    };
    let first = client.post("/v1/workspace/save", save(true)).await;
    first.expect(200);
    for (header, with_field) in [(&key, false), (&key, true)] {
        let again = client.post_with_key("/v1/workspace/save", header, &save(with_field)).await;
        assert_eq!(again.text, first.text, "{with_field}");
    }
    let both = client.post_with_key("/v1/workspace/save", &other, &save(true)).await;
    assert_eq!(both.refused(422), "invalid_input", "two keys that differ");
}

#[tokio::test]
async fn nothing_of_the_arguments_is_kept_besides_the_reply() {
    let account = service().account().await;
    let client = account.client().await;
    let body = json!({"content": "Quorvimant met the harbour master.", "path": "notes/blenkish",
        "topics": ["wexlorite"], "agent_id": "pranvol"});
    let reply = client.post_with_key("/v1/memories", "quiet", &body).await.expect(200);
    assert!(!reply.to_string().contains("Quorvimant"), "the reply does not repeat the text");
    let id = account.id.uuid();
    let row = stored::column(&format!("SELECT i::text FROM idempotency AS i WHERE account_id = '{id}'")).await;
    assert_eq!(row.len(), 1);
    for word in ["Quorvimant", "wexlorite", "pranvol"] {
        assert!(!row[0].contains(word), "{word}: {}", row[0]);
        let bytes = word.bytes().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        assert!(!row[0].contains(&bytes), "{word}: {}", row[0]);
    }
    // The fingerprint is keyed: a plain hash of a short text can be guessed.
    let fingerprint = stored::column(&format!(
        "SELECT encode(fingerprint, 'hex') FROM idempotency WHERE account_id = '{id}'
         UNION ALL SELECT encode(sha256(convert_to('{}', 'UTF8')), 'hex')",
        body.to_string().replace('\'', "''")
    ))
    .await;
    assert_eq!(fingerprint[0].len(), 64);
    assert_ne!(fingerprint[0], fingerprint[1]);
}

#[tokio::test]
async fn a_secret_in_the_arguments_is_in_no_kept_reply() {
    let account = service().account().await;
    let client = account.client().await;
    let secret = concat!("ghp_", "Zq8vT2mLw9RkYx4bNc7HsJ5dPf1GaE3uVoQi");
    for (place, path) in ["/v1/memories", "/v1/workspace/save", "/v1/summaries"].iter().enumerate() {
        let text = format!("The deploy key {secret} was rotated {place} times.");
        let body = match place {
            0 => json!({"content": text, "path": "notes"}),
            1 => json!({"content": text}),
            _ => json!({"text": text, "items": [{"kind": "fact", "text": text}]}),
        };
        let key = format!("secret-{place}");
        let first = client.post_with_key(path, &key, &body).await;
        first.expect(200);
        assert_eq!(client.post_with_key(path, &key, &body).await.text, first.text);
    }
    assert_eq!(stored::tables_that_hold(secret).await, Vec::<String>::new());
}
