//! Enterprise-managed authorization: an issuer that an account trusts speaks for its members.

use annals::auth::Role;
use annals::clock::Clock;
use serde_json::{Value, json};

use super::connector::{Connector, REDIRECT, error, register, statuses, text};
use super::signing::{key_set, signed};
use super::stranger::{Names, Stranger, json_page, service_among};
use crate::support::{Account, Answer, Service, stored};

const TYPE: &str = "oauth-id-jag+jwt";

/// An issuer at a name of its own, and a service that can reach it.
struct World {
    issuer: String,
    stranger: Stranger,
    service: Service,
}

impl World {
    fn new() -> Self {
        let host = format!("{}.example", annals::ids::new_uuid().simple());
        let issuer = format!("https://{host}");
        let named = issuer.clone();
        let stranger = Stranger::start(move |path| match path {
            "/.well-known/openid-configuration" => {
                json_page(200, "", &json!({"issuer": named, "jwks_uri": format!("{named}/keys")}).to_string())
            }
            "/keys" => json_page(200, "", &key_set(0, "key-1").to_string()),
            _ => json_page(404, "", "{}"),
        });
        let names = Names::default();
        names.add(&host, &[&["93.184.216.34"]]);
        let service = service_among(&names, &stranger, Clock::default());
        Self { issuer, stranger, service }
    }

    async fn trust(&self, account: &Account<'_>, domains: &str) {
        stored::execute(&format!(
            "INSERT INTO assertion_issuers (issuer, trusted_by, domains) VALUES ('{}', '{}', '{domains}')",
            self.issuer,
            account.id.uuid()
        ))
        .await;
    }

    fn claims(&self, client: &str) -> Value {
        let now = self.service.app.env.clock.now().timestamp();
        let origin = &self.service.origin;
        json!({
            "iss": self.issuer, "sub": "person-1", "aud": origin, "client_id": client, "resource": format!("{origin}/mcp"),
            "scope": "memory:read mcp:read foreign:scope", "iat": now, "exp": now + 120,
            "jti": annals::ids::new_uuid().to_string(),
        })
    }
}

/// A client with a secret.
async fn client(service: &Service) -> (Connector, String) {
    let made =
        register(service, json!({"redirect_uris": [REDIRECT], "token_endpoint_auth_method": "client_secret_post"}))
            .await;
    let made = made.expect(201);
    (Connector::known(service, text(&made, "client_id")), text(&made, "client_secret").to_owned())
}

async fn bring(connector: &Connector, secret: &str, jwt: &str, changes: &[(&str, &str)]) -> Answer {
    let mut parameters = vec![
        ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
        ("assertion", jwt),
        ("client_id", &connector.id),
    ];
    if !secret.is_empty() {
        parameters.push(("client_secret", secret));
    }
    parameters.extend_from_slice(changes);
    connector.send("/oauth/token", &parameters).await
}

#[tokio::test]
async fn an_assertion_about_a_linked_person_becomes_an_access_token_once() {
    let world = World::new();
    let account = world.service.account().await;
    world.trust(&account, "{}").await;
    stored::execute(&format!(
        "INSERT INTO external_identities (issuer, subject, user_id) VALUES ('{}', 'person-1', '{}')",
        world.issuer,
        account.owner.uuid()
    ))
    .await;
    let (connector, secret) = client(&world.service).await;
    let jwt = signed(0, "key-1", TYPE, &world.claims(&connector.id));
    let tokens = bring(&connector, &secret, &jwt, &[]).await.expect(200);
    assert_eq!(tokens["scope"], "mcp:read memory:read");
    assert!(tokens.get("refresh_token").is_none());
    assert_eq!(statuses(&world.service, text(&tokens, "access_token")).await, [401, 200, 200]);
    assert_eq!(error(&bring(&connector, &secret, &jwt, &[]).await, 400), "invalid_grant", "a second use");

    let narrowed = signed(0, "key-1", TYPE, &world.claims(&connector.id));
    let tokens = bring(&connector, &secret, &narrowed, &[("scope", "memory:read ledger:read")]).await.expect(200);
    assert_eq!(tokens["scope"], "memory:read", "what both ask for");

    let (other, other_secret) = client(&world.service).await;
    let jwt = signed(0, "key-1", TYPE, &world.claims(&connector.id));
    assert_eq!(error(&bring(&other, &other_secret, &jwt, &[]).await, 400), "invalid_grant", "another client's");
    assert_eq!(error(&bring(&connector, "", &jwt, &[]).await, 401), "invalid_client", "not proven");
    let public = Connector::registered(&world.service).await;
    let jwt = signed(0, "key-1", TYPE, &world.claims(&public.id));
    assert_eq!(error(&bring(&public, "", &jwt, &[]).await, 400), "unauthorized_client");
}

#[tokio::test]
async fn a_verified_address_in_a_domain_of_the_issuer_links_a_member_and_nobody_else() {
    let world = World::new();
    let account = world.service.account().await;
    world.trust(&account, "{corp.example}").await;
    let member = account.member(Role::Member, "member").await;
    let stranger = world.service.account().await.owner;
    let address = format!("{}@corp.example", annals::ids::new_uuid().simple());
    let set = async |user: annals::ids::UserId, address: &str| {
        stored::execute(&format!("UPDATE users SET email = '{address}' WHERE id = '{}'", user.uuid())).await;
    };
    set(member, &address).await;
    let elsewhere = format!("s-{address}");
    set(stranger, &elsewhere).await;
    let (connector, secret) = client(&world.service).await;
    let about = |subject: &str, email: Value, verified: Value| {
        let mut claims = world.claims(&connector.id);
        claims["sub"] = json!(subject);
        claims["email"] = email;
        claims["email_verified"] = verified;
        signed(0, "key-1", TYPE, &claims)
    };
    for (subject, email, verified) in [
        ("a", json!(address), json!(false)),
        ("b", json!(address), json!(null)),
        ("c", json!(address), json!("true")),
        ("d", json!(address.replace("corp.example", "other.example")), json!(true)),
        ("e", json!(format!("nobody-{address}")), json!(true)),
        ("f", json!(elsewhere), json!(true)),
        ("g", json!(null), json!(true)),
    ] {
        let refused = bring(&connector, &secret, &about(subject, email, verified), &[]).await;
        assert_eq!(error(&refused, 400), "invalid_grant", "{subject}");
    }
    bring(&connector, &secret, &about("person-2", json!(address.to_uppercase()), json!(true)), &[]).await.expect(200);
    bring(&connector, &secret, &about("person-2", json!(null), json!(null)), &[]).await.expect(200);
}

#[tokio::test]
async fn assertions_that_do_not_hold_are_refused_alike() {
    let world = World::new();
    let account = world.service.account().await;
    world.trust(&account, "{}").await;
    stored::execute(&format!(
        "INSERT INTO external_identities (issuer, subject, user_id) VALUES ('{}', 'person-1', '{}')",
        world.issuer,
        account.owner.uuid()
    ))
    .await;
    let (connector, secret) = client(&world.service).await;
    let now = world.service.app.env.clock.now().timestamp();
    let with = |name: &str, value: Value| {
        let mut claims = world.claims(&connector.id);
        claims[name] = value;
        claims
    };
    let good = world.claims(&connector.id);
    let mut assertions = vec![
        ("type", signed(0, "key-1", "JWT", &good)),
        ("key", signed(1, "key-1", TYPE, &good)),
        ("kid", signed(0, "key-9", TYPE, &good)),
        ("no assertion", "x".to_owned()),
        ("no signature", signed(0, "key-1", TYPE, &good).rsplit_once('.').unwrap().0.to_owned() + "."),
    ];
    for (name, value) in [
        ("iss", json!("https://untrusted.example")),
        ("aud", json!("https://other.example")),
        ("client_id", json!("cli_other")),
        ("client_id", json!(null)),
        ("exp", json!(now - 60)),
        ("exp", json!(now + 3_600)),
        ("iat", json!(null)),
        ("iat", json!(now - 3_600)),
        ("jti", json!(null)),
        ("sub", json!("person-9")),
    ] {
        assertions.push((name, signed(0, "key-1", TYPE, &with(name, value))));
    }
    for (what, jwt) in assertions {
        assert_eq!(error(&bring(&connector, &secret, &jwt, &[]).await, 400), "invalid_grant", "{what}");
    }
    let elsewhere = signed(0, "key-1", TYPE, &with("resource", json!("https://other.example/mcp")));
    assert_eq!(error(&bring(&connector, &secret, &elsewhere, &[]).await, 400), "invalid_target");
    assert!(world.stranger.seen().len() <= 4, "{:?}", world.stranger.seen());
    let without =
        bring(&connector, &secret, &signed(0, "key-1", TYPE, &with("scope", json!("foreign:scope"))), &[]).await;
    assert_eq!(error(&without, 400), "invalid_scope");
}
