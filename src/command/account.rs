//! `annals account`: making and listing accounts.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::json;

use crate::auth::{Role, hash_password, one_time_password};
use crate::clock::rfc3339;
use crate::command::account_limits::Limits;
use crate::command::operator::store;
use crate::command::output::Output;
use crate::config::Config;
use crate::error::AppError;
use crate::ids::AccountId;
use crate::store::accounts;
use crate::store::people::{self, NewPerson};
use crate::store::tx::SystemPurpose;
use crate::text::checked_email;

#[derive(Subcommand)]
pub enum Command {
    /// Make an account with its first owner; prints the owner's password once.
    Create(Create),
    /// List the accounts.
    List(List),
    /// Set what an account may hold and use, and show it; what is not named stays.
    Limits(Limits),
}

#[derive(Args)]
pub struct Create {
    /// The account's name, for people.
    #[arg(long)]
    name: String,
    /// The owner's e-mail address. A person who is known already keeps the password that he has.
    #[arg(long)]
    owner_email: String,
    /// Print JSON: account_id, user_id, password.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct List {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Command {
    pub const fn output(&self) -> Output {
        match self {
            Self::Create(create) => Output::of(create.json),
            Self::List(list) => Output::of(list.json),
            Self::Limits(limits) => limits.output(),
        }
    }
}

pub async fn run(config: &Config, command: &Command) -> Result<ExitCode, AppError> {
    match command {
        Command::Create(create) => make(config, create, command.output()).await,
        Command::List(_) => list(config, command.output()).await,
        Command::Limits(limits) => limits.run(config).await,
    }
}

async fn make(config: &Config, create: &Create, output: Output) -> Result<ExitCode, AppError> {
    let name = create.name.trim();
    if name.is_empty() || name.chars().count() > 200 {
        return Err(AppError::invalid("--name", "must have 1 to 200 characters"));
    }
    let email = checked_email("--owner-email", &create.owner_email)?;
    let password = one_time_password()?;
    let hash = hash_password(&password)?;
    let mut tx = store(config)?.system(SystemPurpose::Accounts).await?;
    let account = people::make_account(&mut tx, name).await?;
    let person = NewPerson { account, email, display_name: None, role: Role::Owner, password_hash: &hash };
    let (user, is_new) = people::add(&mut tx, &person).await?;
    tx.commit().await?;
    let shown = is_new.then_some(password);
    let words = format!(
        "Account {account} “{name}”\nOwner {user} {email}\n{}",
        shown.as_ref().map_or_else(
            || "The owner was known already and keeps the password that he has.".to_owned(),
            |password| format!("Password, shown once: {password}")
        )
    );
    output.answer(&words, &json!({"account_id": account, "user_id": user, "password": shown}));
    Ok(ExitCode::SUCCESS)
}

async fn list(config: &Config, output: Output) -> Result<ExitCode, AppError> {
    let mut tx = store(config)?.system(SystemPurpose::Accounts).await?;
    let rows = accounts::list(&mut tx).await?;
    tx.commit().await?;
    let words = rows
        .iter()
        .map(|row| format!("{}  {}  {}", AccountId::from(row.account_id), rfc3339(row.created_at), row.name))
        .collect::<Vec<_>>()
        .join("\n");
    let words =
        if words.is_empty() { "There is no account yet; `annals account create` makes one.".to_owned() } else { words };
    let items: Vec<_> = rows
        .iter()
        .map(|row| json!({"account_id": AccountId::from(row.account_id), "name": row.name, "created_at": rfc3339(row.created_at)}))
        .collect();
    output.answer(&words, &json!(items));
    Ok(ExitCode::SUCCESS)
}
