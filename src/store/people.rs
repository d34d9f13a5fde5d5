//! People: their passwords, the accounts that they belong to, and how they join one.

use chrono::{DateTime, Utc};

use crate::auth::Role;
use crate::error::AppError;
use crate::ids::{AccountId, UserId};
use crate::scope_path::slug_of;
use crate::store::accounts::{self, NewMember};
use crate::store::scopes;
use crate::store::tx::{SystemTx, from_sqlx};

/// A person who may sign in.
pub struct Person {
    /// Who.
    pub user: UserId,
    /// The hash of the password.
    pub password_hash: Option<String>,
}

/// An account that a person belongs to.
#[derive(Debug)]
pub struct Membership {
    /// The account.
    pub account: AccountId,
    /// Its name.
    pub account_name: String,
    /// What the person is there.
    pub role: Role,
}

/// A person who joins an account.
pub struct NewPerson<'a> {
    /// The account.
    pub account: AccountId,
    /// The address by which the person is known.
    pub email: &'a str,
    /// The person's name; the first part of the address where nothing is said.
    pub display_name: Option<&'a str>,
    /// What the person becomes.
    pub role: Role,
    /// The hash of the password, for a person who is not known.
    pub password_hash: &'a str,
}

/// The person of an address, unless disabled.
///
/// # Errors
/// Unavailable without a database.
pub async fn find(tx: &mut SystemTx, email: &str) -> Result<Option<Person>, AppError> {
    let row = sqlx::query!(
        "SELECT id, password_hash FROM users WHERE lower(email) = lower($1) AND disabled_at IS NULL",
        email
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(row.map(|row| Person { user: UserId::from(row.id), password_hash: row.password_hash }))
}

/// Whether there is such a person, not disabled.
///
/// # Errors
/// Unavailable without a database.
pub async fn exists(tx: &mut SystemTx, user: UserId) -> Result<bool, AppError> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM users WHERE id = $1 AND disabled_at IS NULL) AS "exists!""#,
        user.uuid()
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Open accounts that a person belongs to, by name.
///
/// # Errors
/// Unavailable without a database.
pub async fn memberships(tx: &mut SystemTx, user: UserId) -> Result<Vec<Membership>, AppError> {
    let rows = sqlx::query!(
        "SELECT a.account_id, a.name, m.role
         FROM memberships AS m JOIN accounts AS a ON a.account_id = m.account_id
         WHERE m.user_id = $1 AND m.removed_at IS NULL AND a.closed_at IS NULL
         ORDER BY a.name, a.account_id",
        user.uuid()
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    rows.into_iter()
        .map(|row| {
            Ok(Membership {
                account: AccountId::from(row.account_id),
                account_name: row.name,
                role: row.role.parse().map_err(AppError::internal)?,
            })
        })
        .collect()
}

/// Gives a person a new password.
///
/// # Errors
/// Unavailable without a database.
pub async fn set_password(tx: &mut SystemTx, user: UserId, hash: &str, now: DateTime<Utc>) -> Result<(), AppError> {
    sqlx::query!("UPDATE users SET password_hash = $2, password_changed_at = $3 WHERE id = $1", user.uuid(), hash, now)
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(())
}

/// Keeps the same password under another hash, unless it was changed meanwhile.
///
/// # Errors
/// Unavailable without a database.
pub async fn replace_hash(tx: &mut SystemTx, user: UserId, old: &str, new: &str) -> Result<(), AppError> {
    sqlx::query!("UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2", user.uuid(), old, new)
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(())
}

/// A link that was sent to the person's address was followed.
///
/// # Errors
/// Unavailable without a database.
pub async fn confirm_email(tx: &mut SystemTx, user: UserId, now: DateTime<Utc>) -> Result<(), AppError> {
    sqlx::query!(
        "UPDATE users SET email_verified_at = coalesce(email_verified_at, $2) WHERE id = $1",
        user.uuid(),
        now
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Makes an account with its first scope nodes.
///
/// # Errors
/// Unavailable without a database.
pub async fn make_account(tx: &mut SystemTx, name: &str) -> Result<AccountId, AppError> {
    let account = AccountId::generate();
    accounts::insert(tx, account, name).await?;
    scopes::insert_first(tx, account, name).await?;
    Ok(account)
}

/// Adds a person with his personal node; says whether he was not known before.
///
/// # Errors
/// Conflict where the person is a member already.
pub async fn add(tx: &mut SystemTx, person: &NewPerson<'_>) -> Result<(UserId, bool), AppError> {
    let known = accounts::find_user(tx, person.email).await?;
    let user = known.unwrap_or_else(UserId::generate);
    if known.is_none() {
        accounts::insert_user(tx, user, person.email, person.password_hash).await?;
    }
    if known.is_some() && returns(tx, person, user).await? {
        return Ok((user, false));
    }
    let first_part = person.email.split('@').next().unwrap_or_default();
    let name = person.display_name.unwrap_or(first_part);
    let taken = accounts::slugs(tx, person.account).await?;
    let wanted = slug_of(first_part);
    let numbered = (2..=taken.len() + 1).map(|count| format!("{wanted}-{count}"));
    let free = std::iter::once(wanted.clone()).chain(numbered).find(|slug| !taken.contains(slug));
    let slug = free.unwrap_or_else(|| user.to_string());
    let member = NewMember { account: person.account, user, role: person.role, slug: &slug, display_name: name };
    accounts::insert_member(tx, &member).await?;
    scopes::insert_personal(tx, person.account, user, &slug).await?;
    Ok((user, known.is_none()))
}

/// Whether the person was removed from the account and is a member again now, with the node that he had.
async fn returns(tx: &mut SystemTx, person: &NewPerson<'_>, user: UserId) -> Result<bool, AppError> {
    let row = sqlx::query!(
        "UPDATE memberships SET removed_at = NULL, role = $3
         WHERE account_id = $1 AND user_id = $2 AND removed_at IS NOT NULL",
        person.account.uuid(),
        user.uuid(),
        person.role.name(),
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(row.rows_affected() == 1)
}
