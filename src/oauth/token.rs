//! `POST /oauth/token`: codes, refresh tokens, client credentials and identity assertions become access tokens.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use chrono::Duration;
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

use crate::app::App;
use crate::auth::{ACCESS_SECONDS, NewAccessToken, Permission};
use crate::ids::{AccountId, TokenId, UserId};
use crate::oauth::authorization::read_scope;
use crate::oauth::client_authentication::authenticate;
use crate::oauth::diary::request_id;
use crate::oauth::form::Parameters;
use crate::oauth::refusal::{Refusal, json_answer};
use crate::oauth::{client_credentials, code_grant, identity_assertion, refresh_grant, resources};
use crate::store::tx::detached;

/// `POST /oauth/token`.
pub async fn token(State(app): State<App>, request: Request) -> Response {
    let id = request_id(&request);
    let (parts, body) = request.into_parts();
    let call = id.clone();
    let work = async move { Ok(exchange(&app, &parts.headers, body, &call).await) };
    match detached(work).await.map_err(Refusal::from).and_then(|outcome| outcome) {
        Ok(reply) => json_answer(StatusCode::OK, &reply),
        Err(refusal) => refusal.answer(&id),
    }
}

async fn exchange(app: &App, headers: &HeaderMap, body: Body, request_id: &str) -> Result<Value, Refusal> {
    let form = Parameters::read(headers, body).await?;
    let grant_type = form.need("grant_type")?.to_owned();
    let known =
        ["authorization_code", "refresh_token", "client_credentials", "urn:ietf:params:oauth:grant-type:jwt-bearer"];
    if !known.contains(&grant_type.as_str()) {
        return Err(Refusal::new(
            "unsupported_grant_type",
            "There are: authorization_code, refresh_token, client_credentials, jwt-bearer.",
        ));
    }
    let client = authenticate(app, headers, &form).await?;
    match grant_type.as_str() {
        "authorization_code" => code_grant::exchange(app, &client, &form, request_id).await,
        "refresh_token" => refresh_grant::exchange(app, &client, &form, request_id).await,
        "client_credentials" => client_credentials::exchange(app, &client, &form).await,
        _ => identity_assertion::exchange(app, &client, &form, request_id).await,
    }
}

/// What an access token stands on.
pub struct Basis<'a> {
    /// The account.
    pub account: AccountId,
    /// Who is answerable.
    pub user: UserId,
    /// The grant, or the service token.
    pub grant: TokenId,
    /// The client.
    pub client_id: &'a str,
    /// When the grant ends.
    pub expires_at: chrono::DateTime<chrono::Utc>,
}

/// The permissions that a request asks for, within those of the grant: it may narrow, never widen.
pub fn narrowed(granted: &[Permission], form: &Parameters) -> Result<Vec<Permission>, Refusal> {
    let invalid =
        || Refusal::new("invalid_scope", "More is asked for than was granted, or something that there is not.");
    let asked = read_scope(form.get("scope")).ok_or_else(invalid)?;
    if asked.is_empty() {
        return Ok(granted.to_vec());
    }
    let is_granted = asked.iter().all(|asked| granted.iter().any(|held| held.implies(*asked)));
    if is_granted { Ok(asked) } else { Err(invalid()) }
}

/// The resource that a request asks for, within that of the grant.
pub fn resource(app: &App, granted: &str, form: &Parameters) -> Result<String, Refusal> {
    let Some(asked) = form.get("resource") else { return Ok(granted.to_owned()) };
    let origin = &app.config.public_url;
    resources::read(origin, Some(asked))
        .filter(|asked| resources::is_within(origin, granted, asked))
        .ok_or_else(|| Refusal::new("invalid_target", "The grant is for another resource."))
}

/// Permissions by their stored names.
pub fn permissions(names: &[String]) -> Vec<Permission> {
    names.iter().filter_map(|name| name.parse().ok()).collect()
}

/// The reply with an access token.
pub fn reply(
    app: &App,
    basis: &Basis<'_>,
    permissions: &[Permission],
    resource: &str,
    refresh_token: Option<String>,
) -> Result<Value, Refusal> {
    let now = app.env.clock.now();
    let expires_at = (now + Duration::seconds(ACCESS_SECONDS)).min(basis.expires_at);
    let access_token = app.env.issuer.issue_access(&NewAccessToken {
        account: basis.account,
        user: basis.user,
        grant: basis.grant,
        client_id: basis.client_id,
        permissions,
        resource,
        expires_at,
    })?;
    let mut reply = json!({
        "access_token": access_token,
        "token_type": "Bearer",
        "expires_in": (expires_at.timestamp() - now.timestamp()).max(0),
        "scope": permissions.iter().map(|permission| permission.name()).collect::<Vec<_>>().join(" "),
    });
    if let Some(token) = refresh_token {
        reply["refresh_token"] = token.into();
    }
    Ok(reply)
}
