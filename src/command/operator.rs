//! What commands have in common: a database without the rest of the service, and the member as whom an operator works.

use crate::auth::{Caller, Operator, operator};
use crate::clock::Clock;
use crate::config::Config;
use crate::error::AppError;
use crate::ids::{AccountId, RequestId, UserId};
use crate::op::{Arguments, Call, View};
use crate::store::accounts;
use crate::store::tx::{Store, SystemPurpose};

/// The database.
pub fn store(config: &Config) -> Result<Store, AppError> {
    Store::open(config.required_database_url()?, &config.pool, Clock::default())
}

/// An account that is there.
pub async fn account(store: &Store, text: &str) -> Result<AccountId, AppError> {
    let account: AccountId = text.parse().map_err(|problem| AppError::invalid("--account", problem))?;
    let mut tx = store.system(SystemPurpose::Accounts).await?;
    let is_there = accounts::exists(&mut tx, account).await?;
    tx.commit().await?;
    if is_there {
        Ok(account)
    } else {
        Err(AppError::invalid("--account", "there is no such account; `annals account list` shows them"))
    }
}

/// A member, by id or by e-mail address; the first owner where nobody is named.
pub async fn member(store: &Store, account: AccountId, text: Option<&str>) -> Result<UserId, AppError> {
    let mut tx = store.system(SystemPurpose::Accounts).await?;
    let user = match text {
        None => accounts::first_owner(&mut tx, account).await?,
        Some(email) if email.contains('@') => accounts::find_user(&mut tx, email).await?,
        Some(id) => Some(id.parse::<UserId>().map_err(|problem| AppError::invalid("--user", problem))?),
    };
    let role = match user {
        Some(user) => accounts::role(&mut tx, account, user).await?,
        None => None,
    };
    tx.commit().await?;
    user.filter(|_| role.is_some()).ok_or_else(|| AppError::invalid("--user", "is no member of this account"))
}

/// The caller that an operator is in an account.
pub async fn caller(store: &Store, account_text: &str, user: Option<&str>) -> Result<Caller, AppError> {
    let account = account(store, account_text).await?;
    let user = member(store, account, user).await?;
    Ok(operator(&Operator { account, user }))
}

/// A call that an operator makes: it has every field that REST has.
pub fn call(arguments: Arguments) -> Call {
    Call { view: View::REST, arguments, request_id: RequestId::generate().to_string(), key: None }
}
