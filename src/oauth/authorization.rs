//! A request for authorization: read and checked, then granted or denied by a person.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::Duration;

use crate::app::App;
use crate::auth::{DEFAULT_PERMISSIONS, Permission, Role};
use crate::error::{AppError, ErrorCode};
use crate::ids::{AccountId, ScopeId, TokenId, UserId};
use crate::oauth::clients::{agent_name, consented_hash, correlation_id, find, is_loopback_only, may_redirect};
use crate::oauth::diary::note;
use crate::oauth::form::Parameters;
use crate::oauth::redirects::with_parameters;
use crate::oauth::resources;
use crate::oauth::secrets::Secret;
use crate::store::oauth_clients::{self, ClientRow};
use crate::store::oauth_codes::{self, NewCode};
use crate::store::oauth_grants::{self, NewGrant};
use crate::store::oauth_steps::{self, ConnectionEvent, Step};
use crate::store::tx::{SystemPurpose, detached};

/// A grant ends after this, whatever happens.
const GRANT_DAYS: i64 = 90;

/// A code is good for this long.
const CODE_SECONDS: i64 = 60;

/// How sure it is who a client is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClientTrust {
    /// Set up by the operator.
    Preregistered,
    /// Its id is a URL, from which its document was fetched.
    Document,
    /// It registered itself: its name is a claim.
    Registered,
}

/// A request that was checked: its client is known, its redirect is one of the client's, its resource is ours.
#[derive(Debug, Clone)]
pub struct AuthorizationRequest {
    /// The client's id.
    pub client_id: String,
    /// The client's name, cleaned; a claim.
    pub client_name: String,
    /// How sure it is who the client is.
    pub trust: ClientTrust,
    /// Where the answer goes.
    pub redirect_uri: String,
    /// Whether every redirect of the client is a loopback address: any program on the person's machine may stand there.
    pub loopback_only: bool,
    /// The hash of the client's redirects, by which consent is remembered.
    pub redirects_hash: Vec<u8>,
    /// The code challenge (S256).
    pub challenge: String,
    /// What the client wants back.
    pub state: Option<String>,
    /// What is asked for.
    pub permissions: Vec<Permission>,
    /// The resource that tokens will be for.
    pub resource: String,
    /// Whether the client asked that the person be asked, whatever is remembered.
    pub prompts_consent: bool,
    /// Names this connection in the audit log.
    pub correlation_id: String,
}

/// Why a request goes no further.
#[derive(Debug)]
pub enum AuthorizationRefusal {
    /// The client or its redirect is not known: the person is told, and nobody is redirected. The sentence is for the page.
    Page(String),
    /// The client is told, at this URL.
    Redirect(String),
    /// A fault or an outage of ours.
    Fault(AppError),
}

/// What a person allows.
#[derive(Debug, Clone)]
pub struct Consent {
    /// Who.
    pub user: UserId,
    /// In which account.
    pub account: AccountId,
    /// What; never more than was asked for.
    pub permissions: Vec<Permission>,
    /// The node that the grant is bound to; none for all that the person reaches.
    pub scope: Option<ScopeId>,
}

/// Reads and checks the query of an authorization request. Read again, the same query gives the same request.
///
/// # Errors
/// Who is told what is wrong.
pub async fn read(app: &App, query: &str, request_id: &str) -> Result<AuthorizationRequest, AuthorizationRefusal> {
    let page = |sentence: &str| AuthorizationRefusal::Page(sentence.to_owned());
    let parameters =
        Parameters::parse(query.as_bytes()).map_err(|_| page("The link names one of its parameters twice."))?;
    let client_id = parameters.get("client_id").ok_or_else(|| page("The link does not say which client it is for."))?;
    let client = find(app, client_id).await.map_err(AuthorizationRefusal::Fault)?;
    let client =
        client.ok_or_else(|| page("The client that this link is for is not known, or its document cannot be read."))?;
    let redirect_uri = match (parameters.get("redirect_uri"), client.redirect_uris.as_slice()) {
        (Some(asked), _) => Some(asked).filter(|asked| may_redirect(&client, asked)),
        (None, [only]) => Some(only.as_str()),
        (None, _) => None,
    };
    let redirect_uri =
        redirect_uri.ok_or_else(|| page("The link leads back to an address that its client has not registered."))?;
    let correlation_id = correlation_id(&app.env.master, &client, query);
    let checked = check(app, &client, redirect_uri, &parameters, &correlation_id);
    let step = Step {
        correlation_id: &correlation_id,
        step: "authorize",
        client_id: Some(client_id),
        code: checked.as_ref().err().copied(),
        request_id,
    };
    note(app, &step).await.map_err(AuthorizationRefusal::Fault)?;
    checked.map_err(|error| {
        AuthorizationRefusal::Redirect(answer(app, redirect_uri, parameters.get("state"), &[("error", error)]))
    })
}

/// Checks what the client is told of when it is wrong; the error is the protocol's word.
fn check(
    app: &App,
    client: &ClientRow,
    redirect_uri: &str,
    parameters: &Parameters,
    correlation_id: &str,
) -> Result<AuthorizationRequest, &'static str> {
    match parameters.get("response_type") {
        Some("code") => {}
        Some(_) => return Err("unsupported_response_type"),
        None => return Err("invalid_request"),
    }
    if parameters.get("request").is_some() {
        return Err("request_not_supported");
    }
    if parameters.get("request_uri").is_some() {
        return Err("request_uri_not_supported");
    }
    if parameters.get("response_mode").is_some_and(|mode| mode != "query") {
        return Err("invalid_request");
    }
    let challenge = parameters.get("code_challenge").unwrap_or_default();
    let is_hash = URL_SAFE_NO_PAD.decode(challenge).is_ok_and(|bytes| bytes.len() == 32);
    if !is_hash || parameters.get("code_challenge_method") != Some("S256") {
        return Err("invalid_request");
    }
    let permissions = read_scope(parameters.get("scope")).ok_or("invalid_scope")?;
    let permissions = if permissions.is_empty() { DEFAULT_PERMISSIONS.to_vec() } else { permissions };
    let resource = resources::read(&app.config.public_url, parameters.get("resource")).ok_or("invalid_target")?;
    Ok(AuthorizationRequest {
        client_id: client.client_id.clone(),
        client_name: client.name.clone(),
        trust: match client.kind.as_str() {
            "preregistered" => ClientTrust::Preregistered,
            "document" => ClientTrust::Document,
            _ => ClientTrust::Registered,
        },
        redirect_uri: redirect_uri.to_owned(),
        loopback_only: is_loopback_only(client),
        redirects_hash: consented_hash(client),
        challenge: challenge.to_owned(),
        state: parameters.get("state").map(str::to_owned),
        permissions,
        resource,
        prompts_consent: parameters.get("prompt").is_some_and(|prompt| prompt.split(' ').any(|word| word == "consent")),
        correlation_id: correlation_id.to_owned(),
    })
}

/// The permissions of a scope: none where it names something else. What asks for a refresh token is understood anyway.
pub(in crate::oauth) fn read_scope(scope: Option<&str>) -> Option<Vec<Permission>> {
    let words = scope.unwrap_or_default().split_whitespace().filter(|word| *word != "offline_access");
    let mut permissions = words.map(str::parse).collect::<Result<Vec<Permission>, _>>().ok()?;
    permissions.sort_unstable();
    permissions.dedup();
    Some(permissions)
}

/// What a role lets a grant hold: where it may not write it may still read.
pub(in crate::oauth) fn within_role(permissions: &[Permission], role: Role) -> Vec<Permission> {
    let mut held: Vec<Permission> = permissions
        .iter()
        .filter_map(|asked| {
            if asked.least_role() <= role {
                return Some(*asked);
            }
            Permission::all().find(|less| less != asked && asked.implies(*less) && less.least_role() <= role)
        })
        .collect();
    held.sort_unstable();
    held.dedup();
    held
}

/// Grants a request: makes the grant and its code, and says where to send the person.
///
/// # Errors
/// Forbidden where the person is no member of the account, or his role allows nothing of it; unavailable without a database.
pub async fn grant(
    app: &App,
    request: &AuthorizationRequest,
    consent: &Consent,
    request_id: &str,
) -> Result<String, AppError> {
    let (app, request, consent) = (app.clone(), request.clone(), consent.clone());
    let request_id = request_id.to_owned();
    detached(async move { make_grant(&app, &request, &consent, &request_id).await }).await
}

async fn make_grant(
    app: &App,
    request: &AuthorizationRequest,
    consent: &Consent,
    request_id: &str,
) -> Result<String, AppError> {
    let forbidden = |sentence: &'static str| AppError::new(ErrorCode::Forbidden, sentence);
    let now = app.env.clock.now();
    let mut tx = app.env.store.system(SystemPurpose::OAuth).await?;
    let member = oauth_grants::member(&mut tx, consent.account, consent.user)
        .await?
        .ok_or_else(|| forbidden("You are not a member of this account."))?;
    let is_asked = |held: &Permission| request.permissions.iter().any(|asked| asked.implies(*held));
    let consented: Vec<Permission> = consent.permissions.iter().copied().filter(is_asked).collect();
    let permissions = within_role(&consented, member.role);
    if permissions.is_empty() {
        return Err(forbidden("Your role in this account allows nothing of what the client asks for."));
    }
    let (id, agent) = (TokenId::generate(), agent_name(&request.client_name));
    let grant = NewGrant {
        account: consent.account,
        id,
        user: consent.user,
        client_id: &request.client_id,
        client_name: &request.client_name,
        agent: &agent,
        permissions: &permissions,
        scope: consent.scope,
        resource: &request.resource,
        correlation_id: &request.correlation_id,
        expires_at: now + Duration::days(GRANT_DAYS),
    };
    oauth_grants::insert(&mut tx, &grant, now).await?;
    let code = Secret::generate(consent.account)?;
    let row = NewCode {
        account: consent.account,
        hash: &code.hash(),
        grant: id,
        redirect_uri: &request.redirect_uri,
        challenge: &request.challenge,
        expires_at: now + Duration::seconds(CODE_SECONDS),
    };
    oauth_codes::insert(&mut tx, &row).await?;
    oauth_clients::mark_used(&mut tx, &request.client_id, now).await?;
    let event = ConnectionEvent {
        account: consent.account,
        user: consent.user,
        grant: id,
        agent: &agent,
        client_id: &request.client_id,
        operation: "oauth_consent",
        code: None,
        correlation_id: &request.correlation_id,
        request_id,
    };
    oauth_steps::copy_to_audit(&mut tx, &event).await?;
    oauth_steps::record_event(&mut tx, &event, now).await?;
    tx.commit().await?;
    Ok(answer(app, &request.redirect_uri, request.state.as_deref(), &[("code", &code.text())]))
}

/// Where to send a person who said no.
#[must_use]
pub fn deny(app: &App, request: &AuthorizationRequest) -> String {
    answer(app, &request.redirect_uri, request.state.as_deref(), &[("error", "access_denied")])
}

/// An answer to the client: whatever it says, it names the issuer (RFC 9207).
fn answer(app: &App, redirect_uri: &str, state: Option<&str>, what: &[(&str, &str)]) -> String {
    let mut parameters = what.to_vec();
    parameters.extend(state.map(|state| ("state", state)));
    parameters.push(("iss", &app.config.public_url));
    with_parameters(redirect_uri, &parameters)
}
