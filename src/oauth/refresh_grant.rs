//! A refresh token becomes an access token and its child. The child is the same until it is used, so that clients which retry
//! or refresh at once are all answered; once it is used, its parent's return shows that one of the two was stolen.

use serde_json::Value;

use crate::app::App;
use crate::ids::TokenId;
use crate::oauth::client_authentication::Client;
use crate::oauth::code_grant::refresh_ends;
use crate::oauth::form::Parameters;
use crate::oauth::refusal::Refusal;
use crate::oauth::secrets::Secret;
use crate::oauth::token::{self, Basis};
use crate::store::oauth_steps::{self, ConnectionEvent};
use crate::store::tx::SystemPurpose;
use crate::store::{oauth_grants, refresh_tokens};

/// Uses a refresh token.
pub async fn exchange(app: &App, client: &Client, form: &Parameters, request_id: &str) -> Result<Value, Refusal> {
    let parent = Secret::read(form.need("refresh_token")?).ok_or_else(Refusal::invalid_grant)?;
    let (account, hash) = (parent.account, parent.hash());
    let now = app.env.clock.now();
    let mut tx = app.env.store.system(SystemPurpose::OAuth).await?;
    let row = refresh_tokens::lock(&mut tx, account, &hash).await?.ok_or_else(Refusal::invalid_grant)?;
    let has_ended = row.revoked_at.is_some() || row.grant_expires_at <= now || row.expires_at <= now;
    if row.client_id != client.id || has_ended {
        return Err(Refusal::invalid_grant());
    }
    let grant = TokenId::from(row.grant_id);
    let event = ConnectionEvent {
        account,
        user: row.user_id.into(),
        grant,
        agent: &row.agent,
        client_id: &row.client_id,
        operation: "oauth_refresh",
        code: None,
        correlation_id: &row.correlation_id,
        request_id,
    };
    let child = parent.child(&app.env.master);
    let is_first = row.used_at.is_none();
    if !is_first && !refresh_tokens::is_unused(&mut tx, account, &child.hash()).await? {
        oauth_grants::revoke(&mut tx, account, grant, "refresh_reuse", now).await?;
        let reuse = ConnectionEvent { operation: "oauth_reuse", code: Some("refresh_reuse"), ..event };
        oauth_steps::record_event(&mut tx, &reuse, now).await?;
        tx.commit().await?;
        return Err(Refusal::invalid_grant());
    }
    if oauth_grants::member(&mut tx, account, row.user_id.into()).await?.is_none() {
        return Err(Refusal::invalid_grant());
    }
    let permissions = token::narrowed(&token::permissions(&row.permissions), form)?;
    let resource = token::resource(app, &row.resource, form)?;
    if is_first {
        refresh_tokens::mark_used(&mut tx, account, &hash, now).await?;
        let ends = refresh_ends(now, row.grant_expires_at);
        refresh_tokens::insert(&mut tx, account, grant, &child.hash(), Some(&hash), ends).await?;
        oauth_steps::record_event(&mut tx, &event, now).await?;
    }
    let basis =
        Basis { account, user: row.user_id.into(), grant, client_id: &row.client_id, expires_at: row.grant_expires_at };
    let reply = token::reply(app, &basis, &permissions, &resource, Some(child.text()))?;
    tx.commit().await?;
    Ok(reply)
}
