//! Who asks at the token endpoint: by its id alone, a secret, or a signed assertion (RFC 6749, section 2.3; RFC 7523).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::HeaderMap;
use http::header::AUTHORIZATION;
use percent_encoding::percent_decode_str;
use serde_json::Value;

use crate::app::App;
use crate::oauth::clients::find_granted;
use crate::oauth::form::Parameters;
use crate::oauth::refusal::Refusal;
use crate::oauth::signed::{self, Expected};
use crate::oauth::{key_sets, secrets};
use crate::store::assertions;
use crate::store::oauth_clients::ClientRow;
use crate::store::oauth_grants::{self, ServiceClientRow};
use crate::store::tx::SystemPurpose;

const ASSERTION_TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// A client that proved who it is, as far as it can.
pub struct Client {
    /// Its id.
    pub id: String,
    /// What is known of it.
    pub kind: Kind,
    /// Whether it proved it by a secret or a key.
    pub is_proven: bool,
}

/// The two kinds of clients.
pub enum Kind {
    /// One that people consent to.
    Connector(Box<ClientRow>),
    /// A service token with a secret or keys of its own.
    Service(Box<ServiceClientRow>),
}

impl Kind {
    const fn secret_hash(&self) -> Option<&Vec<u8>> {
        match self {
            Self::Connector(row) => row.secret_hash.as_ref(),
            Self::Service(row) => row.secret_hash.as_ref(),
        }
    }

    fn jwks(&self) -> (Option<&Value>, Option<&str>) {
        match self {
            Self::Connector(row) => (row.jwks.as_ref(), row.jwks_uri.as_deref()),
            Self::Service(row) => (row.jwks.as_ref(), None),
        }
    }

    fn is_public(&self) -> bool {
        matches!(self, Self::Connector(row) if row.auth_method == "none")
    }
}

/// What a request brings to show who asks.
enum Proof<'a> {
    None,
    Secret(String),
    Assertion(&'a str),
}

/// The client of a request.
pub async fn authenticate(app: &App, headers: &HeaderMap, form: &Parameters) -> Result<Client, Refusal> {
    let basic = basic(headers)?;
    let posted = form.get("client_secret");
    let assertion = form.get("client_assertion");
    if usize::from(basic.is_some()) + usize::from(posted.is_some()) + usize::from(assertion.is_some()) > 1 {
        return Err(Refusal::new("invalid_request", "One way of client authentication at a time."));
    }
    if assertion.is_some() && form.get("client_assertion_type") != Some(ASSERTION_TYPE) {
        return Err(Refusal::invalid_client());
    }
    let named = form.get("client_id").map(str::to_owned);
    let shown = match (&basic, assertion) {
        (Some((id, _)), _) => Some(id.clone()),
        (None, Some(jwt)) => signed::claimed(jwt, "sub"),
        (None, None) => None,
    };
    if let (Some(named), Some(shown)) = (&named, &shown)
        && named != shown
    {
        return Err(Refusal::invalid_client());
    }
    let id = named.or(shown).ok_or_else(Refusal::invalid_client)?;
    let proof = match (basic, posted, assertion) {
        (Some((_, secret)), ..) => Proof::Secret(secret),
        (_, Some(secret), _) => Proof::Secret(secret.to_owned()),
        (.., Some(jwt)) => Proof::Assertion(jwt),
        _ => Proof::None,
    };
    let kind = find(app, &id).await?.ok_or_else(Refusal::invalid_client)?;
    let is_proven = match proof {
        Proof::None if kind.is_public() => false,
        Proof::Secret(secret) if kind.secret_hash().is_some_and(|hash| *hash == secrets::hash(&secret)) => true,
        Proof::Assertion(jwt) if holds(app, &id, &kind, jwt).await? => true,
        _ => return Err(Refusal::invalid_client()),
    };
    Ok(Client { id, kind, is_proven })
}

async fn find(app: &App, id: &str) -> Result<Option<Kind>, Refusal> {
    if id.starts_with("tok_") {
        let Ok(token) = id.parse() else { return Ok(None) };
        let mut tx = app.env.store.system(SystemPurpose::OAuth).await?;
        let found = oauth_grants::service_client(&mut tx, token, app.env.clock.now()).await?;
        tx.commit().await?;
        return Ok(found.map(Box::new).map(Kind::Service));
    }
    Ok(find_granted(app, id).await?.map(Box::new).map(Kind::Connector))
}

/// Whether a client's own assertion holds; it is good for one use.
async fn holds(app: &App, id: &str, kind: &Kind, jwt: &str) -> Result<bool, Refusal> {
    let Some(header) = signed::header(jwt) else { return Ok(false) };
    let keys = match kind.jwks() {
        (Some(jwks), _) => jwks["keys"].as_array().cloned().unwrap_or_default(),
        (None, Some(uri)) => key_sets::at(app, uri, header.kid.as_deref()).await,
        (None, None) => return Ok(false),
    };
    let origin = &app.config.public_url;
    let audiences = [origin.clone(), format!("{origin}/oauth/token")];
    let now = app.env.clock.now();
    let expected = Expected { typ: None, issuer: id, audiences: &audiences, now };
    let Some(assertion) = signed::verify(jwt, &keys, &expected) else { return Ok(false) };
    if assertion.claims["sub"] != id {
        return Ok(false);
    }
    let mut tx = app.env.store.system(SystemPurpose::OAuth).await?;
    let is_new = assertions::take_id(&mut tx, id, &assertion.id_hash, assertion.expires_at, now).await?;
    tx.commit().await?;
    Ok(is_new)
}

/// Id and secret of the header `Authorization: Basic`, both encoded as in a form.
fn basic(headers: &HeaderMap) -> Result<Option<(String, String)>, Refusal> {
    let Some(value) = headers.get(AUTHORIZATION) else { return Ok(None) };
    let read = || {
        let (scheme, encoded) = value.to_str().ok()?.split_once(' ')?;
        let decoded = STANDARD.decode(encoded.trim()).ok().filter(|_| scheme.eq_ignore_ascii_case("basic"))?;
        let text = String::from_utf8(decoded).ok()?;
        let (id, secret) = text.split_once(':')?;
        let decoded = |text: &str| percent_decode_str(&text.replace('+', " ")).decode_utf8().ok().map(String::from);
        Some((decoded(id)?, decoded(secret)?))
    };
    read().map(Some).ok_or_else(Refusal::invalid_client)
}
