//! Service tokens over REST: shown once, listed, narrowed and never widened, revoked at once.

use annals::auth::Role;
use serde_json::{Value, json};

use super::ways::{delete, names, patch, person};
use crate::support::{Client, replica, service, stored};

async fn made(client: &Client, body: Value) -> Value {
    client.post("/v1/tokens", body).await.expect(200)
}

fn id(made: &Value) -> String {
    made["token"]["token_id"].as_str().unwrap().to_owned()
}

fn client_of(made: &Value) -> Client {
    Client::new(&service().origin, made["secret"].as_str().unwrap())
}

#[tokio::test]
async fn a_token_is_shown_once_and_does_what_it_says() {
    let account = service().account().await;
    let owner = account.client().await;
    let body = json!({"name": "Nightly import", "permissions": ["memory:write", "memory:read"], "agent": "importer",
        "device": "rack 7", "profile": "remember", "scope": "projects/general", "expires_in_days": 30});
    let made = made(&owner, body).await;
    let secret = made["secret"].as_str().unwrap();
    assert!(secret.starts_with("annals_") && secret.ends_with(made["token"]["last_four"].as_str().unwrap()));
    let token = &made["token"];
    assert_eq!(token["permissions"], json!(["memory:read", "memory:write"]));
    assert_eq!(
        (&token["kind"], &token["state"], &token["prefix"]),
        (&json!("token"), &json!("valid"), &json!("annals_"))
    );
    assert_eq!(token["created_by"], json!(account.owner.to_string()));
    let me = client_of(&made).get("/v1/me").await.expect(200);
    assert_eq!(me["token"]["agent"], json!("importer"));
    assert_eq!((&me["token"]["scope"], &me["token"]["expires_at"]), (&json!("projects/general"), &token["expires_at"]));
    for path in ["/v1/tokens".to_owned(), format!("/v1/tokens/{}", id(&made))] {
        let read = owner.get(&path).await;
        assert!(!read.text.contains(&secret[40..]), "{path}");
    }
    assert_eq!(stored::tables_that_hold(secret.rsplit('.').next().unwrap()).await, Vec::<String>::new());
}

#[tokio::test]
async fn tokens_are_listed_by_holder_and_state() {
    let account = service().account().await;
    let owner = account.client().await;
    let (max, _) = person(&account, Role::Member, "max").await;
    let of_max =
        json!({"name": "For Max", "permissions": ["memory:read"], "user_id": max, "scope": "projects/general"});
    let of_max = made(&owner, of_max).await;
    let gone = made(&owner, json!({"name": "Gone", "permissions": ["memory:read"]})).await;
    delete(&owner, &format!("/v1/tokens/{}", id(&gone))).await.expect(200);
    let listed =
        async |query: &str| names(&owner.get(&format!("/v1/tokens?{query}")).await.expect(200), "tokens", "name");
    assert_eq!(listed(&format!("user_id={max}")).await, ["For Max", "tester"]);
    assert_eq!(listed("state=revoked").await, ["Gone"]);
    assert_eq!(listed(&format!("user_id={max}&state=revoked")).await, Vec::<String>::new());
    assert_eq!(owner.get(&format!("/v1/tokens/{}", id(&of_max))).await.expect(200)["token"], of_max["token"]);
}

#[tokio::test]
async fn a_token_is_narrowed_at_once_and_never_widened() {
    let account = service().account().await;
    let owner = account.client().await;
    owner.post("/v1/scopes", json!({"path": "projects/atlas/projects/plans"})).await.expect(200);
    let body = json!({"name": "Wide", "permissions": ["memory:write", "contacts:read"], "scope": "projects/atlas"});
    let made = made(&owner, body).await;
    let (path, there) = (format!("/v1/tokens/{}", id(&made)), client_of(&made).at(&replica().origin));
    let write = || there.post("/v1/memories", json!({"content": "Written by it.", "path": "projects/atlas"}));
    write().await.expect(200);
    let later = "2999-01-01T00:00:00Z";
    for (field, wider) in [
        ("permissions", json!(["memory:write", "contacts:write"])),
        ("permissions", json!(["ledger:read"])),
        ("scope", json!("projects/general")),
        ("expires_at", json!(later)),
    ] {
        let refused = patch(&owner, &path, "*", &json!({field: wider})).await;
        assert_eq!((refused.refused(422), refused.json()["field"].clone()), ("invalid_input".to_owned(), json!(field)));
    }
    // Reading is less than writing.
    let narrowed = json!({"name": "Narrow", "permissions": ["memory:read"], "scope": "projects/atlas/projects/plans"});
    let narrowed = patch(&owner, &path, "*", &narrowed).await.expect(200);
    assert_eq!(narrowed["token"]["permissions"], json!(["memory:read"]));
    assert_eq!(write().await.refused(403), "insufficient_scope");
    assert_eq!(names(&there.get("/v1/scopes").await.expect(200), "scopes", "path"), ["projects/atlas/projects/plans"]);
    for wider in [json!({"permissions": ["memory:write"]}), json!({"scope": "projects/atlas"})] {
        assert_eq!(patch(&owner, &path, "*", &wider).await.refused(422), "invalid_input");
    }
    patch(&owner, &path, "*", &json!({"expires_at": "2020-01-01"})).await.expect(200);
    assert_eq!(there.get("/v1/me").await.refused(401), "unauthenticated");
    assert_eq!(patch(&owner, &path, "*", &json!({"name": "x"})).await.refused(409), "conflict", "it has ended");
}

#[tokio::test]
async fn a_revoked_token_is_refused_at_its_next_call_on_another_replica() {
    let account = service().account().await;
    let owner = account.client().await;
    let made = made(&owner, json!({"name": "Leaked", "permissions": ["memory:read"]})).await;
    let there = client_of(&made).at(&replica().origin);
    there.get("/v1/me").await.expect(200);
    for _ in 0..2 {
        delete(&owner, &format!("/v1/tokens/{}", id(&made))).await.expect(200);
        assert_eq!(there.get("/v1/me").await.refused(401), "unauthenticated");
    }
    let stranger = service().account().await.client().await;
    for id in [id(&made), annals::ids::TokenId::generate().to_string()] {
        let path = format!("/v1/tokens/{id}");
        assert_eq!(stranger.get(&path).await.refused(404), "not_found");
        assert_eq!(delete(&stranger, &path).await.refused(404), "not_found");
        assert_eq!(patch(&stranger, &path, "*", &json!({"name": "x"})).await.refused(404), "not_found");
        assert_eq!(stranger.post(&format!("{path}/rotate"), json!({})).await.refused(404), "not_found");
    }
}

#[tokio::test]
async fn all_tokens_of_a_member_are_revoked_at_once() {
    let account = service().account().await;
    let owner = account.client().await;
    let (anna, first) = person(&account, Role::Admin, "anna").await;
    let second = client_of(&made(&first, json!({"name": "Second", "permissions": ["memory:read"]})).await);
    second.at(&replica().origin).get("/v1/me").await.expect(200);
    let all = format!("/v1/members/{anna}/tokens");
    assert_eq!(delete(&owner, &all).await.expect(200)["revoked"], json!(2));
    for client in [&first, &second] {
        assert_eq!(client.at(&replica().origin).get("/v1/me").await.refused(401), "unauthenticated");
    }
    assert_eq!(delete(&owner, &all).await.expect(200)["revoked"], json!(0));
    owner.get("/v1/me").await.expect(200);
}

#[tokio::test]
async fn a_client_gets_an_id_and_a_secret_whose_hash_alone_is_kept_or_names_its_keys() {
    let account = service().account().await;
    let owner = account.client().await;
    let of = |more: Value| {
        let mut body = json!({"name": "Robot", "permissions": ["memory:read"], "kind": "client"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let by_secret = made(&owner, of(json!({}))).await;
    let secret = by_secret["client_secret"].as_str().unwrap();
    assert_eq!(by_secret["client_id"], by_secret["token"]["token_id"]);
    assert!(secret.starts_with("annals_cs_") && by_secret.get("secret").is_none());
    let kept = |made: &Value| {
        let id = id(made).trim_start_matches("tok_").to_owned();
        format!("SELECT concat(encode(secret_hash, 'hex'), '/', jwks) FROM service_tokens WHERE id = '{id}'")
    };
    let hash = annals::auth::client_secret_hash(secret);
    let hash = hash.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    assert_eq!(stored::column(&kept(&by_secret)).await, [format!("{hash}/")]);
    let key = json!({"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "kid": "one"});
    let by_key = made(&owner, of(json!({"jwks": {"keys": [key.clone()]}}))).await;
    assert!(by_key.get("client_secret").is_none() && by_key["client_id"].is_string());
    assert!(stored::column(&kept(&by_key)).await[0].starts_with("/{\"keys\""));
    let mut private = key.clone();
    private["d"] = json!("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A");
    for jwks in
        [json!({}), json!({"keys": []}), json!({"keys": [private]}), json!({"keys": [{"kty": "oct", "k": "x"}]})]
    {
        assert_eq!(owner.post("/v1/tokens", of(json!({"jwks": jwks}))).await.refused(422), "invalid_input");
    }
    let no_client = json!({"name": "x", "permissions": ["memory:read"], "jwks": {"keys": [key]}});
    assert_eq!(owner.post("/v1/tokens", no_client).await.refused(422), "invalid_input");
}
