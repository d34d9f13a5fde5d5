//! An invitation as clients see it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::auth::NewLink;
use crate::clock::rfc3339;
use crate::error::AppError;
use crate::ids::InvitationId;
use crate::op::{Cx, InvitationLetter};
use crate::store::accounts;
use crate::store::invitations::{self, InvitationRow};

/// An invitation.
#[derive(Debug, Serialize, JsonSchema)]
pub struct InvitationView {
    /// Its id.
    pub invitation_id: String,
    /// Whom it is for.
    pub email: String,
    /// What he becomes.
    pub role: String,
    /// Teams that he joins.
    pub teams: Vec<String>,
    /// The name in paths of who invited.
    pub invited_by: String,
    /// When it was made, in UTC.
    pub created_at: String,
    /// When its link ends, in UTC.
    pub expires_at: String,
    /// open, expired, accepted or revoked.
    pub state: String,
}

impl InvitationView {
    /// As it is stored.
    pub fn of(row: InvitationRow) -> Self {
        Self {
            invitation_id: InvitationId::from(row.id).to_string(),
            email: row.email,
            role: row.role,
            teams: row.teams,
            invited_by: row.invited_by,
            created_at: rfc3339(row.created_at),
            expires_at: rfc3339(row.expires_at),
            state: row.state,
        }
    }
}

/// An invitation with its link.
#[derive(Debug, Serialize, JsonSchema)]
pub struct InvitationWithLink {
    /// The invitation.
    pub invitation: InvitationView,
    /// The link to hand to the person: a secret, shown once.
    pub link: String,
    /// Whether it was mailed to the person too.
    pub mailed: bool,
}

/// An invitation that has just got a link. Where a mail server is set, the link is mailed once all is committed.
///
/// # Errors
/// Unavailable without a database.
pub async fn with_link(cx: &mut Cx<'_>, id: InvitationId, link: NewLink) -> Result<InvitationWithLink, AppError> {
    let stored = invitations::lock(cx.tx, id).await?;
    let stored = stored.ok_or_else(|| AppError::internal("a stored invitation is gone"))?;
    let mailed = cx.env.mail.is_some();
    if mailed {
        let account_name = accounts::name(cx.tx).await?;
        let inviter = cx.access.display_name.clone();
        cx.acts.letter(InvitationLetter { to: stored.email.clone(), link: link.url.clone(), account_name, inviter });
    }
    Ok(InvitationWithLink { invitation: InvitationView::of(stored), link: link.url, mailed })
}
