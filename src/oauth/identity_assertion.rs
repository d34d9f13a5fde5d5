//! Enterprise-managed authorization: an issuer that an account trusts says who a person is (ID-JAG), and the client needs no
//! consent page.

use chrono::Duration;
use serde_json::Value;

use crate::app::App;
use crate::auth::{ACCESS_SECONDS, DEFAULT_PERMISSIONS, Permission};
use crate::ids::{TokenId, UserId, new_uuid};
use crate::oauth::authorization::{read_scope, within_role};
use crate::oauth::client_authentication::{Client, Kind};
use crate::oauth::clients::agent_name;
use crate::oauth::form::Parameters;
use crate::oauth::refusal::Refusal;
use crate::oauth::signed::{self, Expected};
use crate::oauth::token::{self, Basis};
use crate::oauth::{key_sets, resources};
use crate::store::accounts;
use crate::store::assertions::{self, AssertionIssuer};
use crate::store::oauth_grants::{self, NewGrant};
use crate::store::oauth_steps::{self, ConnectionEvent};
use crate::store::tx::{SystemPurpose, SystemTx};

/// The type of the assertion's header.
const TYPE: &str = "oauth-id-jag+jwt";

/// Takes an assertion.
pub async fn exchange(app: &App, client: &Client, form: &Parameters, request_id: &str) -> Result<Value, Refusal> {
    let Kind::Connector(row) = &client.kind else {
        return Err(Refusal::new("unauthorized_client", "This client acts for itself, not for people."));
    };
    if !client.is_proven {
        return Err(Refusal::new("unauthorized_client", "A client must prove by a secret or a key who it is."));
    }
    let jwt = form.need("assertion")?;
    let issuer = signed::claimed(jwt, "iss").ok_or_else(Refusal::invalid_grant)?;
    let header = signed::header(jwt).ok_or_else(Refusal::invalid_grant)?;
    let now = app.env.clock.now();
    let mut tx = app.env.store.system(SystemPurpose::OAuth).await?;
    let trusted = assertions::issuer(&mut tx, &issuer).await?.ok_or_else(Refusal::invalid_grant)?;
    tx.commit().await?;
    // Nothing is fetched for an issuer that nobody trusts, and no transaction waits for its keys.
    let keys = key_sets::of_issuer(app, &issuer, header.kid.as_deref()).await;
    let origin = &app.config.public_url;
    let audiences = [origin.clone()];
    let expected = Expected { typ: Some(TYPE), issuer: &issuer, audiences: &audiences, now };
    let assertion = signed::verify(jwt, &keys, &expected).ok_or_else(Refusal::invalid_grant)?;
    let claims = &assertion.claims;
    if claims["client_id"] != client.id.as_str() || !claims["iat"].is_i64() {
        return Err(Refusal::invalid_grant());
    }
    let target = || Refusal::new("invalid_target", "The assertion is for another resource.");
    let named = claims.get("resource").map(|resource| resource.as_str().unwrap_or_default());
    let resource = resources::read(origin, named.or(form.get("resource"))).ok_or_else(target)?;
    let resource = token::resource(app, &resource, form)?;

    let mut tx = app.env.store.system(SystemPurpose::OAuth).await?;
    if !assertions::take_id(&mut tx, &issuer, &assertion.id_hash, assertion.expires_at, now).await? {
        return Err(Refusal::invalid_grant());
    }
    let user = person(&mut tx, &issuer, &trusted, claims).await?.ok_or_else(Refusal::invalid_grant)?;
    let member = oauth_grants::member(&mut tx, trusted.account, user).await?.ok_or_else(Refusal::invalid_grant)?;
    let permissions = within_role(&scope(claims, form)?, member.role);
    if permissions.is_empty() {
        return Err(Refusal::new("invalid_scope", "Nothing of what is asked for is allowed."));
    }
    let (id, agent) = (TokenId::generate(), agent_name(&row.name));
    let correlation_id = format!("con_{}", new_uuid().simple());
    let expires_at = now + Duration::seconds(ACCESS_SECONDS);
    let grant = NewGrant {
        account: trusted.account,
        id,
        user,
        client_id: &client.id,
        client_name: &row.name,
        agent: &agent,
        permissions: &permissions,
        scope: None,
        resource: &resource,
        correlation_id: &correlation_id,
        expires_at,
    };
    oauth_grants::insert(&mut tx, &grant, now).await?;
    let event = ConnectionEvent {
        account: trusted.account,
        user,
        grant: id,
        agent: &agent,
        client_id: &client.id,
        operation: "oauth_assertion",
        code: None,
        correlation_id: &correlation_id,
        request_id,
    };
    oauth_steps::record_event(&mut tx, &event, now).await?;
    let basis = Basis { account: trusted.account, user, grant: id, client_id: &client.id, expires_at };
    let reply = token::reply(app, &basis, &permissions, &resource, None)?;
    tx.commit().await?;
    Ok(reply)
}

/// The person whom an assertion means: one who is linked, or a member whose e-mail address the issuer vouches for.
async fn person(
    tx: &mut SystemTx,
    issuer: &str,
    trusted: &AssertionIssuer,
    claims: &Value,
) -> Result<Option<UserId>, Refusal> {
    let subject = claims["sub"].as_str().unwrap_or_default();
    if let Some(user) = assertions::person(tx, issuer, subject).await? {
        return Ok(Some(user));
    }
    let email = claims["email"].as_str().filter(|_| claims["email_verified"] == true).unwrap_or_default();
    let domain = email.rsplit_once('@').map(|(_, domain)| domain.to_lowercase()).unwrap_or_default();
    if domain.is_empty() || !trusted.domains.contains(&domain) {
        return Ok(None);
    }
    let Some(user) = accounts::find_user(tx, email).await? else { return Ok(None) };
    if oauth_grants::member(tx, trusted.account, user).await?.is_none() {
        return Ok(None);
    }
    assertions::link(tx, issuer, subject, user).await?;
    Ok(Some(user))
}

/// What assertion and request both ask for.
fn scope(claims: &Value, form: &Parameters) -> Result<Vec<Permission>, Refusal> {
    // An issuer may know scopes of other services; what is not ours is left out.
    let words = claims["scope"].as_str().unwrap_or_default().split_whitespace();
    let mut allowed: Vec<Permission> = words.filter_map(|word| word.parse().ok()).collect();
    if claims.get("scope").is_none() {
        allowed = DEFAULT_PERMISSIONS.to_vec();
    }
    let invalid = || Refusal::new("invalid_scope", "There is no such permission.");
    let asked = read_scope(form.get("scope")).ok_or_else(invalid)?;
    if asked.is_empty() {
        return Ok(allowed);
    }
    Ok(asked.into_iter().filter(|asked| allowed.iter().any(|held| held.implies(*asked))).collect())
}
