//! A service token as clients see it. The token itself is never stored.

use schemars::JsonSchema;
use serde::Serialize;

use crate::auth::{CLIENT_SECRET_PREFIX, TOKEN_PREFIX};
use crate::clock::rfc3339;
use crate::error::AppError;
use crate::ids::{TokenId, UserId};
use crate::op::Cx;
use crate::store::service_tokens::administration::{self, TokenRow};

/// A service token.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TokenView {
    /// Its id; of a client, its client_id.
    pub token_id: String,
    /// token, or client for one that asks for tokens by client_credentials.
    pub kind: String,
    /// Its name for people.
    pub name: String,
    /// The member for whom it acts.
    pub user_id: String,
    /// What it allows, where the member's role allows it.
    pub permissions: Vec<String>,
    /// The path of the scope node that it never reaches outside of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// The agent's name, which readers see as the writer.
    pub agent: String,
    /// The device label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// The tool profile.
    pub profile: String,
    /// What its secret begins with.
    pub prefix: String,
    /// The last four characters of its secret; empty for a client that signs.
    pub last_four: String,
    /// Who made it; an operator at the command line where nobody is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_by: Option<String>,
    /// When it was made, in UTC.
    pub created_at: String,
    /// When it ends, in UTC.
    pub expires_at: String,
    /// When it was last used, in UTC, to the minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<String>,
    /// When it was revoked, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<String>,
    /// The token that took its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaced_by: Option<String>,
    /// valid, replaced (still good for a while), expired or revoked.
    pub state: String,
}

impl TokenView {
    /// As it is stored.
    pub fn of(row: TokenRow) -> Self {
        let prefix = if row.kind == "client" { CLIENT_SECRET_PREFIX } else { TOKEN_PREFIX };
        Self {
            token_id: TokenId::from(row.id).to_string(),
            name: row.name,
            user_id: UserId::from(row.user_id).to_string(),
            permissions: row.permissions,
            scope: row.path,
            agent: row.agent,
            device: row.device,
            profile: row.profile,
            prefix: prefix.to_owned(),
            kind: row.kind,
            last_four: row.last_four,
            created_by: row.created_by.map(|id| UserId::from(id).to_string()),
            created_at: rfc3339(row.created_at),
            expires_at: rfc3339(row.expires_at),
            last_used_at: row.last_used_at.map(rfc3339),
            revoked_at: row.revoked_at.map(rfc3339),
            replaced_by: row.replaced_by.map(|id| TokenId::from(id).to_string()),
            state: row.state,
        }
    }

    /// What a change of it is held to: being used is no change.
    pub fn edited(&self) -> impl Serialize + use<> {
        let Self { name, permissions, scope, expires_at, revoked_at, replaced_by, .. } = self;
        (name.clone(), permissions.clone(), scope.clone(), expires_at.clone(), revoked_at.clone(), replaced_by.clone())
    }
}

/// A token with its secret, which is shown once.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TokenWithSecret {
    /// The token as lists show it.
    pub token: TokenView,
    /// The token itself: shown once, never stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// Of a client: the id by which it asks for tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_id: Option<String>,
    /// Of a client without keys of its own: its secret, shown once; its hash alone is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_secret: Option<String>,
}

/// A token that is there.
///
/// # Errors
/// Not found, in the same words for a stranger's and for one that was made up.
pub async fn token(cx: &mut Cx<'_>, id: TokenId) -> Result<TokenRow, AppError> {
    administration::find(cx.tx, id).await?.ok_or_else(|| AppError::not_found("token"))
}
