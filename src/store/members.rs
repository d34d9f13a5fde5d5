//! The table `memberships`, as members with the right to it see and change it.

use chrono::{DateTime, Utc};

use crate::auth::Role;
use crate::error::AppError;
use crate::ids::UserId;
use crate::store::tx::{AccountTx, from_sqlx};

/// A member.
#[derive(Debug)]
pub struct MemberRow {
    /// The person.
    pub user_id: uuid::Uuid,
    /// His name in paths.
    pub slug: String,
    /// His name for people.
    pub display_name: String,
    /// His e-mail address.
    pub email: Option<String>,
    /// What he is in the account.
    pub role: String,
    /// Teams that he is in.
    pub teams: Vec<String>,
    /// When he joined.
    pub created_at: DateTime<Utc>,
    /// When he was removed.
    pub removed_at: Option<DateTime<Utc>>,
}

/// Which members a list shows.
#[derive(Debug, Default)]
pub struct MemberFilter {
    /// This one alone.
    pub user: Option<UserId>,
    /// Those of this role.
    pub role: Option<Role>,
    /// Those of this team.
    pub team: Option<String>,
    /// Those who were removed, too.
    pub removed: bool,
    /// The slug after which the page begins.
    pub after: Option<String>,
}

/// A page of members, in the order of their names in paths.
///
/// # Errors
/// Unavailable without a database.
pub async fn list(tx: &mut AccountTx, filter: &MemberFilter, limit: usize) -> Result<Vec<MemberRow>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_as!(
        MemberRow,
        r#"SELECT m.user_id, m.slug, m.display_name, e.email AS "email?", m.role, m.created_at, m.removed_at,
                  ARRAY(SELECT t.team FROM team_members AS t
                        WHERE t.account_id = m.account_id AND t.user_id = m.user_id ORDER BY t.team) AS "teams!"
           FROM memberships AS m
           LEFT JOIN app.member_emails() AS e ON e.user_id = m.user_id
           WHERE m.account_id = $1
             AND ($2::uuid IS NULL OR m.user_id = $2)
             AND ($3::text IS NULL OR m.role = $3)
             AND ($4::text IS NULL OR EXISTS (SELECT FROM team_members AS t WHERE t.account_id = m.account_id
                                              AND t.user_id = m.user_id AND t.team = $4))
             AND ($5 OR m.removed_at IS NULL)
             AND ($6::text IS NULL OR m.slug COLLATE "C" > $6)
           ORDER BY m.slug COLLATE "C"
           LIMIT $7"#,
        account,
        filter.user.map(UserId::uuid),
        filter.role.map(Role::name),
        filter.team.as_deref(),
        filter.removed,
        filter.after.as_deref(),
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// A member who is there; whoever was removed is not.
///
/// # Errors
/// Unavailable without a database.
pub async fn find(tx: &mut AccountTx, user: UserId) -> Result<Option<MemberRow>, AppError> {
    let filter = MemberFilter { user: Some(user), ..MemberFilter::default() };
    Ok(list(tx, &filter, 1).await?.pop())
}

/// Keeps others from changing a membership until the transaction ends.
///
/// # Errors
/// Unavailable without a database.
pub async fn lock(tx: &mut AccountTx, user: UserId) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query_scalar!(
        "SELECT user_id FROM memberships WHERE account_id = $1 AND user_id = $2 FOR UPDATE",
        account,
        user.uuid()
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// The owners, none of whom another call can make anything else until the transaction ends.
///
/// # Errors
/// Unavailable without a database.
pub async fn lock_owners(tx: &mut AccountTx) -> Result<Vec<UserId>, AppError> {
    let account = tx.account().uuid();
    let owners = sqlx::query_scalar!(
        "SELECT user_id FROM memberships
         WHERE account_id = $1 AND role = 'owner' AND removed_at IS NULL
         ORDER BY user_id
         FOR UPDATE",
        account
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(owners.into_iter().map(UserId::from).collect())
}

/// Whether a member has this e-mail address, whatever its letter case.
///
/// # Errors
/// Unavailable without a database.
pub async fn has_email(tx: &mut AccountTx, email: &str) -> Result<bool, AppError> {
    let account = tx.account().uuid();
    sqlx::query_scalar!(
        r#"SELECT EXISTS (
             SELECT FROM app.member_emails() AS e
             JOIN memberships AS m ON m.account_id = $1 AND m.user_id = e.user_id AND m.removed_at IS NULL
             WHERE lower(e.email) = lower($2)
           ) AS "exists!""#,
        account,
        email
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Changes what a member is and is called.
///
/// # Errors
/// Unavailable without a database.
pub async fn update(tx: &mut AccountTx, user: UserId, role: Role, display_name: &str) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "UPDATE memberships SET role = $3, display_name = $4 WHERE account_id = $1 AND user_id = $2",
        account,
        user.uuid(),
        role.name(),
        display_name,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Ends a membership, with everything that reaches the account through it: tokens, what he allowed clients, his place in
/// teams, what was opened to him. What he wrote stays.
///
/// # Errors
/// Unavailable without a database.
pub async fn remove(tx: &mut AccountTx, user: UserId) -> Result<(), AppError> {
    let account = tx.account().uuid();
    for statement in [
        sqlx::query!(
            "UPDATE memberships SET removed_at = app.now() WHERE account_id = $1 AND user_id = $2",
            account,
            user.uuid()
        ),
        sqlx::query!("DELETE FROM team_members WHERE account_id = $1 AND user_id = $2", account, user.uuid()),
        sqlx::query!("DELETE FROM scope_grants WHERE account_id = $1 AND user_id = $2", account, user.uuid()),
        sqlx::query!(
            "UPDATE service_tokens SET revoked_at = app.now()
             WHERE account_id = $1 AND user_id = $2 AND revoked_at IS NULL",
            account,
            user.uuid()
        ),
        sqlx::query!(
            "UPDATE oauth_grants SET revoked_at = app.now(), revoked_for = 'member_removed'
             WHERE account_id = $1 AND user_id = $2 AND revoked_at IS NULL",
            account,
            user.uuid()
        ),
    ] {
        statement.execute(tx.conn()).await.map_err(from_sqlx)?;
    }
    Ok(())
}

/// Makes a link good for setting a member's password; says whether it may be made. It may not where the person is in another
/// account too.
///
/// # Errors
/// Unavailable without a database.
pub async fn offer_password_reset(
    tx: &mut AccountTx,
    user: UserId,
    secret_hash: &[u8],
    until: DateTime<Utc>,
) -> Result<bool, AppError> {
    sqlx::query_scalar!(r#"SELECT app.offer_password_reset($1, $2, $3) AS "offered!""#, user.uuid(), secret_hash, until)
        .fetch_one(tx.conn())
        .await
        .map_err(from_sqlx)
}
