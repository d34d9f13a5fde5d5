//! The table `invitations`: people asked to join.

use chrono::{DateTime, Utc};

use crate::auth::Role;
use crate::error::AppError;
use crate::ids::{AccountId, UserId};
use crate::store::tx::{SystemTx, from_sqlx};

/// An invitation that holds.
#[derive(Debug)]
pub struct OpenInvitation {
    /// Its id.
    pub id: uuid::Uuid,
    /// The account's name.
    pub account_name: String,
    /// The address to which it was sent.
    pub email: String,
    /// What the person becomes.
    pub role: Role,
    /// The teams that the person joins.
    pub teams: Vec<String>,
    /// Who invites, by name.
    pub inviter: String,
}

/// The invitation of a link, where it still holds and whoever invited may still do so. It is locked until the transaction ends.
///
/// # Errors
/// Unavailable without a database.
pub async fn find_open(
    tx: &mut SystemTx,
    account: AccountId,
    secret_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<OpenInvitation>, AppError> {
    let row = sqlx::query!(
        "SELECT i.id, a.name, i.email, i.role, i.teams, m.display_name
         FROM invitations AS i
         JOIN accounts AS a ON a.account_id = i.account_id AND a.closed_at IS NULL
         JOIN memberships AS m ON m.account_id = i.account_id AND m.user_id = i.invited_by
         WHERE i.account_id = $1 AND i.secret_hash = $2
           AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > $3
           AND m.removed_at IS NULL AND m.role IN ('owner', 'admin') AND (i.role <> 'owner' OR m.role = 'owner')
         FOR UPDATE OF i",
        account.uuid(),
        secret_hash,
        now,
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    row.map(|row| {
        Ok(OpenInvitation {
            id: row.id,
            account_name: row.name,
            email: row.email,
            role: row.role.parse().map_err(AppError::internal)?,
            teams: row.teams,
            inviter: row.display_name,
        })
    })
    .transpose()
}

/// Marks an invitation accepted and puts the person into its teams, as far as they are still there.
///
/// # Errors
/// Unavailable without a database.
pub async fn accept(
    tx: &mut SystemTx,
    account: AccountId,
    invitation: &OpenInvitation,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    sqlx::query!(
        "UPDATE invitations SET accepted_at = $3, accepted_by = $4 WHERE account_id = $1 AND id = $2",
        account.uuid(),
        invitation.id,
        now,
        user.uuid(),
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    sqlx::query!(
        "INSERT INTO team_members (account_id, team, user_id)
         SELECT t.account_id, t.slug, $3 FROM teams AS t WHERE t.account_id = $1 AND t.slug = ANY ($2)
         ON CONFLICT DO NOTHING",
        account.uuid(),
        &invitation.teams,
        user.uuid(),
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}
