//! The table `invitations`: people who were asked to join. The secret of a link is never stored.

use chrono::{DateTime, Utc};

use crate::auth::Role;
use crate::error::AppError;
use crate::ids::{AccountId, InvitationId, UserId};
use crate::store::tx::{AccountTx, SystemTx, from_sqlx};

/// An invitation.
#[derive(Debug)]
pub struct InvitationRow {
    /// Its id.
    pub id: uuid::Uuid,
    /// Whom it is for.
    pub email: String,
    /// What he becomes.
    pub role: String,
    /// Teams that he joins.
    pub teams: Vec<String>,
    /// The name in paths of who invited.
    pub invited_by: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When its link ends.
    pub expires_at: DateTime<Utc>,
    /// open, expired, accepted or revoked.
    pub state: String,
}

/// An invitation to be stored.
#[derive(Debug)]
pub struct NewInvitation<'a> {
    /// Its id.
    pub id: InvitationId,
    /// Whom it is for.
    pub email: &'a str,
    /// What he becomes.
    pub role: Role,
    /// Teams that he joins.
    pub teams: &'a [String],
    /// The hash of the link's secret.
    pub secret_hash: &'a [u8],
    /// Who invites.
    pub invited_by: UserId,
    /// When the link ends.
    pub expires_at: DateTime<Utc>,
}

/// Stores an invitation; an open one for the same address ends.
///
/// # Errors
/// Conflict where another call invites the same address.
pub async fn insert(tx: &mut AccountTx, new: &NewInvitation<'_>) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "UPDATE invitations SET revoked_at = app.now()
         WHERE account_id = $1 AND lower(email) = lower($2) AND accepted_at IS NULL AND revoked_at IS NULL",
        account,
        new.email
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    sqlx::query!(
        "INSERT INTO invitations (account_id, id, email, role, teams, secret_hash, invited_by, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        account,
        new.id.uuid(),
        new.email,
        new.role.name(),
        new.teams,
        new.secret_hash,
        new.invited_by.uuid(),
        new.expires_at,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Which invitations a list shows.
#[derive(Debug, Default)]
pub struct InvitationFilter {
    /// This one alone.
    pub id: Option<InvitationId>,
    /// Those in this state.
    pub state: Option<&'static str>,
    /// The time and id after which the page begins, backwards.
    pub before: Option<(DateTime<Utc>, uuid::Uuid)>,
}

/// A page of invitations, newest first.
///
/// # Errors
/// Unavailable without a database.
pub async fn list(tx: &mut AccountTx, filter: &InvitationFilter, limit: usize) -> Result<Vec<InvitationRow>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_as!(
        InvitationRow,
        r#"SELECT i.id, i.email, i.role, i.teams, m.slug AS invited_by, i.created_at, i.expires_at, s.state AS "state!"
           FROM invitations AS i
           JOIN memberships AS m ON m.account_id = i.account_id AND m.user_id = i.invited_by
           CROSS JOIN LATERAL (SELECT CASE WHEN i.accepted_at IS NOT NULL THEN 'accepted'
                                           WHEN i.revoked_at IS NOT NULL THEN 'revoked'
                                           WHEN i.expires_at <= app.now() THEN 'expired'
                                           ELSE 'open' END AS state) AS s
           WHERE i.account_id = $1
             AND ($2::uuid IS NULL OR i.id = $2)
             AND ($3::text IS NULL OR s.state = $3)
             AND ($4::timestamptz IS NULL OR (i.created_at, i.id) < ($4, $5::uuid))
           ORDER BY i.created_at DESC, i.id DESC
           LIMIT $6"#,
        account,
        filter.id.map(InvitationId::uuid),
        filter.state,
        filter.before.map(|before| before.0),
        filter.before.map(|before| before.1),
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// An invitation, which no other call can change until the transaction ends.
///
/// # Errors
/// Unavailable without a database.
pub async fn lock(tx: &mut AccountTx, id: InvitationId) -> Result<Option<InvitationRow>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_scalar!("SELECT id FROM invitations WHERE account_id = $1 AND id = $2 FOR UPDATE", account, id.uuid())
        .fetch_optional(tx.conn())
        .await
        .map_err(from_sqlx)?;
    let filter = InvitationFilter { id: Some(id), ..InvitationFilter::default() };
    Ok(list(tx, &filter, 1).await?.pop())
}

/// Gives an invitation another secret, which ends the link before, and another end.
///
/// # Errors
/// Unavailable without a database.
pub async fn renew(
    tx: &mut AccountTx,
    id: InvitationId,
    secret_hash: &[u8],
    expires_at: DateTime<Utc>,
) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "UPDATE invitations SET secret_hash = $3, expires_at = $4 WHERE account_id = $1 AND id = $2",
        account,
        id.uuid(),
        secret_hash,
        expires_at,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Ends an invitation.
///
/// # Errors
/// Unavailable without a database.
pub async fn revoke(tx: &mut AccountTx, id: InvitationId) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "UPDATE invitations SET revoked_at = coalesce(revoked_at, app.now()) WHERE account_id = $1 AND id = $2",
        account,
        id.uuid()
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

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
