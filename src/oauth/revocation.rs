//! `POST /oauth/revoke` (RFC 7009): a client gives back what it was granted. Unknown tokens are as good as revoked.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use http::{HeaderMap, StatusCode};
use serde_json::json;

use crate::app::App;
use crate::error::ErrorCode;
use crate::ids::{AccountId, TokenId};
use crate::oauth::client_authentication::authenticate;
use crate::oauth::diary::request_id;
use crate::oauth::form::Parameters;
use crate::oauth::refusal::{Refusal, json_answer};
use crate::oauth::secrets::Secret;
use crate::store::oauth_steps::{self, ConnectionEvent};
use crate::store::tx::{SystemPurpose, detached};
use crate::store::{oauth_grants, refresh_tokens};

/// `POST /oauth/revoke`.
pub async fn revoke(State(app): State<App>, request: Request) -> Response {
    let id = request_id(&request);
    let (parts, body) = request.into_parts();
    let call = id.clone();
    let work = async move { Ok(carry_out(&app, &parts.headers, body, &call).await) };
    match detached(work).await.map_err(Refusal::from).and_then(|outcome| outcome) {
        Ok(()) => json_answer(StatusCode::OK, &json!({})),
        Err(refusal) => refusal.answer(&id),
    }
}

async fn carry_out(app: &App, headers: &HeaderMap, body: Body, request_id: &str) -> Result<(), Refusal> {
    let form = Parameters::read(headers, body).await?;
    let token = form.need("token")?;
    let client = authenticate(app, headers, &form).await?;
    let Some((account, grant)) = grant_of(app, token).await? else { return Ok(()) };
    let now = app.env.clock.now();
    let mut tx = app.env.store.system(SystemPurpose::OAuth).await?;
    let Some((owner, user, agent, correlation_id)) = oauth_grants::owner(&mut tx, account, grant).await? else {
        return Ok(());
    };
    if owner != client.id || !oauth_grants::revoke(&mut tx, account, grant, "client", now).await? {
        return Ok(());
    }
    let event = ConnectionEvent {
        account,
        user,
        grant,
        agent: &agent,
        client_id: &client.id,
        operation: "oauth_revoke",
        code: None,
        correlation_id: &correlation_id,
        request_id,
    };
    oauth_steps::record_event(&mut tx, &event, now).await?;
    tx.commit().await?;
    Ok(())
}

/// The grant behind an access token or a refresh token.
async fn grant_of(app: &App, token: &str) -> Result<Option<(AccountId, TokenId)>, Refusal> {
    if let Some(secret) = Secret::read(token) {
        let mut tx = app.env.store.system(SystemPurpose::OAuth).await?;
        let row = refresh_tokens::lock(&mut tx, secret.account, &secret.hash()).await?;
        tx.commit().await?;
        return Ok(row.map(|row| (secret.account, row.grant_id.into())));
    }
    match app.verifier.read_access(token).await {
        Ok(claims) => Ok(Some((claims.account, claims.grant))),
        Err(error) if error.code == ErrorCode::Unauthenticated => Ok(None),
        Err(error) => Err(error.into()),
    }
}
