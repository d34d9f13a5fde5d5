//! An agent's own credentials become an access token: a service token that holds a secret or keys instead of a token.

use serde_json::Value;

use crate::app::App;
use crate::ids::AccountId;
use crate::oauth::authorization::within_role;
use crate::oauth::client_authentication::{Client, Kind};
use crate::oauth::form::Parameters;
use crate::oauth::refusal::Refusal;
use crate::oauth::resources;
use crate::oauth::token::{self, Basis};
use crate::store::oauth_grants;
use crate::store::tx::SystemPurpose;

/// Gives a client that proved who it is an access token.
pub async fn exchange(app: &App, client: &Client, form: &Parameters) -> Result<Value, Refusal> {
    let Kind::Service(row) = &client.kind else {
        return Err(Refusal::new("unauthorized_client", "This client acts for people who consent, not for itself."));
    };
    let account = AccountId::from(row.account_id);
    let mut tx = app.env.store.system(SystemPurpose::OAuth).await?;
    let member = oauth_grants::member(&mut tx, account, row.user_id.into()).await?;
    tx.commit().await?;
    let role = member.ok_or_else(Refusal::invalid_client)?.role;
    let granted = within_role(&token::permissions(&row.permissions), role);
    let permissions = token::narrowed(&granted, form)?;
    let resource = resources::read(&app.config.public_url, form.get("resource"))
        .ok_or_else(|| Refusal::new("invalid_target", "There is no such resource here."))?;
    let basis = Basis {
        account,
        user: row.user_id.into(),
        grant: row.id.into(),
        client_id: &client.id,
        expires_at: row.expires_at,
    };
    token::reply(app, &basis, &permissions, &resource, None)
}
