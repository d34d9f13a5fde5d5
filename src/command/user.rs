//! `annals user`: adding people to an account.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::json;

use crate::auth::{Role, hash_password, one_time_password};
use crate::command::operator::{account, store};
use crate::command::output::Output;
use crate::config::Config;
use crate::error::AppError;
use crate::ids::{AccountId, UserId};
use crate::scope_path::slug_of;
use crate::store::accounts::{self, NewMember};
use crate::store::scopes;
use crate::store::tx::{SystemPurpose, SystemTx};
use crate::text::checked_email;

#[derive(Subcommand)]
pub enum Command {
    /// Add a person to an account; prints a new person's password once.
    Create(Create),
}

#[derive(Args)]
pub struct Create {
    /// The account's id.
    #[arg(long)]
    account: String,
    /// The person's e-mail address.
    #[arg(long)]
    email: String,
    /// owner, admin, member or viewer.
    #[arg(long)]
    role: Role,
    /// Print JSON: user_id, password.
    #[arg(long)]
    json: bool,
}

impl Command {
    pub const fn output(&self) -> Output {
        let Self::Create(create) = self;
        Output::of(create.json)
    }
}

pub async fn run(config: &Config, command: &Command) -> Result<ExitCode, AppError> {
    let Command::Create(create) = command;
    let email = checked_email("--email", &create.email)?;
    let store = store(config)?;
    let account = account(&store, &create.account).await?;
    let password = one_time_password()?;
    let hash = hash_password(&password)?;
    let mut tx = store.system(SystemPurpose::Accounts).await?;
    let person = NewPerson { account, email, role: create.role, password_hash: &hash };
    let (user, is_new) = add_person(&mut tx, &person).await?;
    tx.commit().await?;
    let shown = is_new.then_some(password);
    let words = match &shown {
        Some(password) => format!("User {user} {email}, {}\nPassword, shown once: {password}", create.role.name()),
        None => format!("User {user} {email}, {}; keeps the password that he has.", create.role.name()),
    };
    command.output().answer(&words, &json!({"user_id": user, "password": shown}));
    Ok(ExitCode::SUCCESS)
}

/// A person who joins an account.
pub struct NewPerson<'a> {
    pub account: AccountId,
    pub email: &'a str,
    pub role: Role,
    pub password_hash: &'a str,
}

/// Adds a person with his personal node; says whether he was not known before.
pub async fn add_person(tx: &mut SystemTx, person: &NewPerson<'_>) -> Result<(UserId, bool), AppError> {
    let known = accounts::find_user(tx, person.email).await?;
    let user = known.unwrap_or_else(UserId::generate);
    if known.is_none() {
        accounts::insert_user(tx, user, person.email, person.password_hash).await?;
    }
    let name = person.email.split('@').next().unwrap_or_default();
    let taken = accounts::slugs(tx, person.account).await?;
    let wanted = slug_of(name);
    let numbered = (2..=taken.len() + 1).map(|count| format!("{wanted}-{count}"));
    let free = std::iter::once(wanted.clone()).chain(numbered).find(|slug| !taken.contains(slug));
    let slug = free.unwrap_or_else(|| user.to_string());
    let member = NewMember { account: person.account, user, role: person.role, slug: &slug, display_name: name };
    accounts::insert_member(tx, &member).await?;
    scopes::insert_personal(tx, person.account, user, &slug).await?;
    Ok((user, known.is_none()))
}
