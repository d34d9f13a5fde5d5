//! `annals user`: adding people to an account.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::json;

use crate::auth::{Role, hash_password, one_time_password};
use crate::command::operator::{account, store};
use crate::command::output::Output;
use crate::config::Config;
use crate::error::AppError;
use crate::store::people::{self, NewPerson};
use crate::store::tx::SystemPurpose;
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
    let person = NewPerson { account, email, display_name: None, role: create.role, password_hash: &hash };
    let (user, is_new) = people::add(&mut tx, &person).await?;
    tx.commit().await?;
    let shown = is_new.then_some(password);
    let words = match &shown {
        Some(password) => format!("User {user} {email}, {}\nPassword, shown once: {password}", create.role.name()),
        None => format!("User {user} {email}, {}; keeps the password that he has.", create.role.name()),
    };
    command.output().answer(&words, &json!({"user_id": user, "password": shown}));
    Ok(ExitCode::SUCCESS)
}
