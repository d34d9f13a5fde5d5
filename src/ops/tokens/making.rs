//! Making a token or a client: the same for a new one and for one that takes another's place.

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::auth::{NewToken, Permission, Profile, client_secret, client_secret_hash};
use crate::error::AppError;
use crate::ids::{ScopeId, TokenId, UserId};
use crate::op::Cx;
use crate::ops::tokens::token_view::{TokenView, TokenWithSecret, token};
use crate::store::service_tokens::NewServiceToken;
use crate::store::service_tokens::administration::{self, Maker};

/// What a token is to be.
pub struct Wanted<'a> {
    /// Whether it is a client for the client_credentials grant.
    pub is_client: bool,
    /// The public keys of a client that signs its assertions.
    pub jwks: Option<&'a Value>,
    /// Its name for people.
    pub name: &'a str,
    /// The member for whom it acts.
    pub user: UserId,
    /// What it allows.
    pub permissions: &'a [Permission],
    /// The node that it never reaches outside of.
    pub scope: Option<ScopeId>,
    /// The agent's name.
    pub agent: &'a str,
    /// The device label.
    pub device: Option<&'a str>,
    /// The tool profile.
    pub profile: Profile,
    /// When it ends: in whole seconds, as the token itself says it.
    pub expires_at: DateTime<Utc>,
}

/// Makes a token or a client and stores its row. Its rights were checked.
///
/// # Errors
/// Unavailable without a database.
pub async fn make(cx: &mut Cx<'_>, wanted: &Wanted<'_>) -> Result<TokenWithSecret, AppError> {
    let id = TokenId::generate();
    let new = NewToken {
        id,
        account: cx.caller.account(),
        user: wanted.user,
        permissions: wanted.permissions,
        profile: wanted.profile,
        expires_at: wanted.expires_at,
    };
    let (secret, last_four) = match (wanted.is_client, wanted.jwks) {
        (false, _) => {
            let issued = cx.env.issuer.issue(&new)?;
            (Some(issued.token), issued.last_four)
        }
        (true, None) => {
            let secret = client_secret()?;
            let last_four = secret[secret.len() - 4..].to_owned();
            (Some(secret), last_four)
        }
        (true, Some(_)) => (None, String::new()),
    };
    let hash = secret.as_deref().filter(|_| wanted.is_client).map(client_secret_hash);
    let row = NewServiceToken {
        id,
        account: cx.caller.account(),
        user: wanted.user,
        name: wanted.name,
        permissions: wanted.permissions,
        scope: wanted.scope,
        agent: wanted.agent,
        device: wanted.device,
        profile: wanted.profile,
        last_four: &last_four,
        expires_at: wanted.expires_at,
    };
    let kind = if wanted.is_client { "client" } else { "token" };
    let maker = Maker { user: cx.caller.user(), kind, secret_hash: hash.as_deref(), jwks: wanted.jwks };
    administration::insert(cx.tx, &row, &maker).await?;
    cx.acts.target(id.to_string());
    let stored = TokenView::of(token(cx, id).await?);
    let (secret, client_secret) = if wanted.is_client { (None, secret) } else { (secret, None) };
    Ok(TokenWithSecret { token: stored, secret, client_id: wanted.is_client.then(|| id.to_string()), client_secret })
}
