//! A connector: a client that registers, is consented to by somebody, and asks for tokens.

use annals::auth::Permission;
use annals::config::{AddressRange, Config};
use annals::ids::UserId;
use annals::oauth::authorization::{AuthorizationRefusal, AuthorizationRequest, Consent, grant, read};
use serde_json::{Value, json};

use crate::support::{Account, Answer, Client, Service};

/// The verifier of RFC 7636, appendix B, and its challenge.
pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
pub const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

pub const REDIRECT: &str = "https://client.example/callback";

/// A connector of a service.
#[derive(Clone)]
pub struct Connector {
    /// Its HTTP client, without a token.
    pub http: Client,
    /// Its id.
    pub id: String,
    /// Where its answers go.
    pub redirect: String,
}

/// Parameters of a form or a query.
pub fn encoded(parameters: &[(&str, &str)]) -> String {
    url::form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish()
}

/// Parameters with others in their place; an empty one is left out.
fn with<'a>(base: &[(&'a str, &'a str)], changes: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut all: Vec<_> =
        base.iter().filter(|(name, _)| !changes.iter().any(|(other, _)| other == name)).copied().collect();
    all.extend(changes.iter().filter(|(_, value)| !value.is_empty()));
    all
}

/// The value of a parameter in the query of a URL.
pub fn parameter(url: &str, name: &str) -> Option<String> {
    let (_, query) = url.split_once('?')?;
    url::form_urlencoded::parse(query.as_bytes()).find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}

/// Registers a client.
pub async fn register(service: &Service, metadata: Value) -> Answer {
    Client::new(&service.origin, "").post("/oauth/register", metadata).await
}

impl Connector {
    /// A client that has registered.
    pub async fn registered(service: &Service) -> Self {
        let made =
            register(service, json!({"client_name": "Test Client", "redirect_uris": [REDIRECT]})).await.expect(201);
        Self::known(service, made["client_id"].as_str().unwrap())
    }

    /// A client of a known id.
    pub fn known(service: &Service, id: &str) -> Self {
        Self { http: Client::new(&service.origin, ""), id: id.to_owned(), redirect: REDIRECT.to_owned() }
    }

    /// The query of an authorization request, with other parameters.
    pub fn query(&self, changes: &[(&str, &str)]) -> String {
        let base = [
            ("response_type", "code"),
            ("client_id", &self.id),
            ("redirect_uri", &self.redirect),
            ("code_challenge", CHALLENGE),
            ("code_challenge_method", "S256"),
            ("state", "xyz"),
        ];
        encoded(&with(&base, changes))
    }

    /// Reads an authorization request as the page does.
    pub async fn read(
        &self,
        service: &Service,
        changes: &[(&str, &str)],
    ) -> Result<AuthorizationRequest, AuthorizationRefusal> {
        read_query(service, &self.query(changes)).await
    }

    /// The redirect with the code, after the account's owner has consented to all that is asked for.
    pub async fn consented(&self, account: &Account<'_>, changes: &[(&str, &str)]) -> String {
        self.consented_by(account, account.owner, changes).await
    }

    /// The same for another member.
    pub async fn consented_by(&self, account: &Account<'_>, user: UserId, changes: &[(&str, &str)]) -> String {
        let request = self.read(account.service, changes).await.unwrap();
        let permissions = request.permissions.clone();
        allow(account, user, request, permissions).await.unwrap()
    }

    /// A code.
    pub async fn code(&self, account: &Account<'_>, changes: &[(&str, &str)]) -> String {
        parameter(&self.consented(account, changes).await, "code").unwrap()
    }

    /// Sends a form.
    pub async fn send(&self, path: &str, parameters: &[(&str, &str)]) -> Answer {
        let request = self.http.request("POST", path).header("content-type", "application/x-www-form-urlencoded");
        self.http.send(request.body(encoded(parameters))).await
    }

    /// Redeems a code.
    pub async fn redeem(&self, code: &str, changes: &[(&str, &str)]) -> Answer {
        let base = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("client_id", &self.id),
            ("redirect_uri", &self.redirect),
            ("code_verifier", VERIFIER),
        ];
        self.send("/oauth/token", &with(&base, changes)).await
    }

    /// Uses a refresh token.
    pub async fn refresh(&self, token: &str, changes: &[(&str, &str)]) -> Answer {
        let base = [("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", &self.id)];
        self.send("/oauth/token", &with(&base, changes)).await
    }

    /// Tokens for an account.
    pub async fn tokens(&self, account: &Account<'_>, changes: &[(&str, &str)]) -> Value {
        let code = self.code(account, changes).await;
        self.redeem(&code, &[]).await.expect(200)
    }

    /// Gives a token back.
    pub async fn revoke(&self, token: &str) -> Answer {
        self.send("/oauth/revoke", &[("token", token), ("client_id", &self.id)]).await
    }
}

/// Settings under which a test says itself where its requests come from.
pub fn behind_a_proxy(config: &mut Config) {
    config.people.trusted_proxies = vec![AddressRange::parse("127.0.0.0/8").unwrap()];
}

/// Reads a query as the page does.
pub async fn read_query(service: &Service, query: &str) -> Result<AuthorizationRequest, AuthorizationRefusal> {
    let (app, query) = (service.app.clone(), query.to_owned());
    service.on_runtime(async move { read(&app, &query, "req_test").await }).await
}

/// Consents.
pub async fn allow(
    account: &Account<'_>,
    user: UserId,
    request: AuthorizationRequest,
    permissions: Vec<Permission>,
) -> Result<String, annals::error::AppError> {
    let (app, account, service) = (account.service.app.clone(), account.id, account.service);
    let consent = Consent { user, account, permissions, scope: None };
    service.on_runtime(async move { grant(&app, &request, &consent, "req_test").await }).await
}

/// The error of a refusal of the protocol with this status.
#[track_caller]
pub fn error(answer: &Answer, status: u16) -> String {
    let body = answer.expect(status);
    assert_eq!(answer.headers["cache-control"], "no-store", "{body}");
    assert_eq!(answer.headers["content-type"], "application/json");
    body["error"].as_str().unwrap_or_else(|| panic!("no error: {body}")).to_owned()
}

/// The statuses of a list over REST and over MCP at `/mcp` and at `/mcp/claude`.
pub async fn statuses(service: &Service, token: &str) -> [u16; 3] {
    let client = Client::new(&service.origin, token);
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    [
        client.get("/v1/workspaces").await.status.as_u16(),
        client.message("/mcp", &list).await.http.status.as_u16(),
        client.message("/mcp/claude", &list).await.http.status.as_u16(),
    ]
}

/// A text member.
#[track_caller]
pub fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("no {name}: {value}"))
}
