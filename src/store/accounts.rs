//! The tables `accounts`, `users` and `memberships`.

use chrono::{DateTime, Utc};

use crate::auth::Role;
use crate::error::AppError;
use crate::ids::{AccountId, UserId};
use crate::policies::Policies;
use crate::store::tx::{AccountTx, SystemTx, from_sqlx};

/// An account as the operator sees it.
pub struct AccountRow {
    /// Its id.
    pub account_id: uuid::Uuid,
    /// Its name.
    pub name: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// A person who joins an account.
pub struct NewMember<'a> {
    /// The account.
    pub account: AccountId,
    /// The person.
    pub user: UserId,
    /// What he is in the account.
    pub role: Role,
    /// His name in paths.
    pub slug: &'a str,
    /// His name for people.
    pub display_name: &'a str,
}

/// All accounts, oldest first.
///
/// # Errors
/// Unavailable without a database.
pub async fn list(tx: &mut SystemTx) -> Result<Vec<AccountRow>, AppError> {
    sqlx::query_as!(
        AccountRow,
        "SELECT account_id, name, created_at FROM accounts WHERE closed_at IS NULL ORDER BY created_at, account_id"
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Whether there is an open account of this id.
///
/// # Errors
/// Unavailable without a database.
pub async fn exists(tx: &mut SystemTx, account: AccountId) -> Result<bool, AppError> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM accounts WHERE account_id = $1 AND closed_at IS NULL) AS "exists!""#,
        account.uuid()
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Makes an account, with its counter of record numbers.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert(tx: &mut SystemTx, account: AccountId, name: &str) -> Result<(), AppError> {
    sqlx::query!("INSERT INTO accounts (account_id, name) VALUES ($1, $2)", account.uuid(), name)
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    sqlx::query!("INSERT INTO account_numbers (account_id) VALUES ($1)", account.uuid())
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    sqlx::query!("INSERT INTO account_usage (account_id) VALUES ($1)", account.uuid())
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(())
}

/// The person of an e-mail address, whatever its letter case.
///
/// # Errors
/// Unavailable without a database.
pub async fn find_user(tx: &mut SystemTx, email: &str) -> Result<Option<UserId>, AppError> {
    sqlx::query_scalar!("SELECT id FROM users WHERE lower(email) = lower($1)", email)
        .fetch_optional(tx.conn())
        .await
        .map(|id| id.map(UserId::from))
        .map_err(from_sqlx)
}

/// Stores a person who was not known.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert_user(tx: &mut SystemTx, user: UserId, email: &str, password_hash: &str) -> Result<(), AppError> {
    sqlx::query!("INSERT INTO users (id, email, password_hash) VALUES ($1, $2, $3)", user.uuid(), email, password_hash)
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(())
}

/// Stores a membership.
///
/// # Errors
/// Conflict where the person is a member already.
pub async fn insert_member(tx: &mut SystemTx, member: &NewMember<'_>) -> Result<(), AppError> {
    sqlx::query!(
        "INSERT INTO memberships (account_id, user_id, role, slug, display_name) VALUES ($1, $2, $3, $4, $5)",
        member.account.uuid(),
        member.user.uuid(),
        member.role.name(),
        member.slug,
        member.display_name,
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// Names that members of an account have in paths.
///
/// # Errors
/// Unavailable without a database.
pub async fn slugs(tx: &mut SystemTx, account: AccountId) -> Result<Vec<String>, AppError> {
    sqlx::query_scalar!("SELECT slug FROM memberships WHERE account_id = $1", account.uuid())
        .fetch_all(tx.conn())
        .await
        .map_err(from_sqlx)
}

/// The role of a member.
///
/// # Errors
/// Unavailable without a database.
pub async fn role(tx: &mut SystemTx, account: AccountId, user: UserId) -> Result<Option<Role>, AppError> {
    let name = sqlx::query_scalar!(
        "SELECT role FROM memberships WHERE account_id = $1 AND user_id = $2 AND removed_at IS NULL",
        account.uuid(),
        user.uuid()
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    name.map(|name| name.parse().map_err(AppError::internal)).transpose()
}

/// The first owner of an account, for whom the command line acts when nobody is named.
///
/// # Errors
/// Unavailable without a database.
pub async fn first_owner(tx: &mut SystemTx, account: AccountId) -> Result<Option<UserId>, AppError> {
    sqlx::query_scalar!(
        "SELECT user_id FROM memberships
         WHERE account_id = $1 AND role = 'owner' AND removed_at IS NULL
         ORDER BY created_at, user_id
         LIMIT 1",
        account.uuid()
    )
    .fetch_optional(tx.conn())
    .await
    .map(|id| id.map(UserId::from))
    .map_err(from_sqlx)
}

/// The account's name.
///
/// # Errors
/// Unavailable without a database.
pub async fn name(tx: &mut AccountTx) -> Result<String, AppError> {
    let account = tx.account().uuid();
    sqlx::query_scalar!("SELECT name FROM accounts WHERE account_id = $1", account)
        .fetch_one(tx.conn())
        .await
        .map_err(from_sqlx)
}

/// The account's policies.
///
/// # Errors
/// Unavailable without a database.
pub async fn policies(tx: &mut AccountTx) -> Result<Policies, AppError> {
    let account = tx.account().uuid();
    let kept = sqlx::query_scalar!("SELECT policies FROM accounts WHERE account_id = $1", account)
        .fetch_one(tx.conn())
        .await
        .map_err(from_sqlx)?;
    serde_json::from_value(kept).map_err(AppError::internal)
}

/// Locks the account's policies until the transaction ends.
///
/// # Errors
/// Unavailable without a database.
pub async fn lock_policies(tx: &mut AccountTx) -> Result<Policies, AppError> {
    let account = tx.account().uuid();
    let kept = sqlx::query_scalar!("SELECT policies FROM accounts WHERE account_id = $1 FOR UPDATE", account)
        .fetch_one(tx.conn())
        .await
        .map_err(from_sqlx)?;
    serde_json::from_value(kept).map_err(AppError::internal)
}

/// Keeps new policies.
///
/// # Errors
/// Unavailable without a database.
pub async fn set_policies(tx: &mut AccountTx, policies: &Policies) -> Result<(), AppError> {
    let account = tx.account().uuid();
    let kept = serde_json::to_value(policies).map_err(AppError::internal)?;
    sqlx::query!("UPDATE accounts SET policies = $2 WHERE account_id = $1", account, kept)
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(())
}

/// The account as its members see it. Where it is to be changed, its row is locked first.
///
/// # Errors
/// Unavailable without a database.
pub async fn find(tx: &mut AccountTx) -> Result<AccountRow, AppError> {
    let account = tx.account().uuid();
    sqlx::query_as!(AccountRow, "SELECT account_id, name, created_at FROM accounts WHERE account_id = $1", account)
        .fetch_one(tx.conn())
        .await
        .map_err(from_sqlx)
}

/// Gives the account another name.
///
/// # Errors
/// Unavailable without a database.
pub async fn rename(tx: &mut AccountTx, name: &str) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!("UPDATE accounts SET name = $2 WHERE account_id = $1", account, name)
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(())
}
