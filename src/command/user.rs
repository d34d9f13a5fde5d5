//! `annals user`: adding people to an account.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::json;

use crate::auth::{PASSWORD_RESET_HOLDS, Role, hash_password, one_time_password, password_reset_link};
use crate::clock::{Clock, rfc3339};
use crate::command::operator::{account, store};
use crate::command::output::Output;
use crate::config::Config;
use crate::error::AppError;
use crate::ids::UserId;
use crate::store::password_resets;
use crate::store::people::{self, NewPerson};
use crate::store::tx::SystemPurpose;
use crate::text::checked_email;

#[derive(Subcommand)]
pub enum Command {
    /// Add a person to an account; prints a new person's password once.
    Create(Create),
    /// Make a link by which a person sets a new password; prints it once.
    ResetPassword(ResetPassword),
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

#[derive(Args)]
pub struct ResetPassword {
    /// The person's id or e-mail address.
    #[arg(long)]
    user: String,
    /// Print JSON: user_id, link, expires_at.
    #[arg(long)]
    json: bool,
}

impl Command {
    pub const fn output(&self) -> Output {
        match self {
            Self::Create(create) => Output::of(create.json),
            Self::ResetPassword(reset) => Output::of(reset.json),
        }
    }
}

pub async fn run(config: &Config, command: &Command) -> Result<ExitCode, AppError> {
    match command {
        Command::Create(create) => make(config, create, command.output()).await,
        Command::ResetPassword(reset) => reset_password(config, reset, command.output()).await,
    }
}

async fn reset_password(config: &Config, reset: &ResetPassword, output: Output) -> Result<ExitCode, AppError> {
    let link = password_reset_link(&config.public_url)?;
    let now = Clock::default().now();
    let expires_at = now + PASSWORD_RESET_HOLDS;
    let mut tx = store(config)?.system(SystemPurpose::Accounts).await?;
    let user = match reset.user.parse::<UserId>() {
        Ok(id) => people::exists(&mut tx, id).await?.then_some(id),
        Err(_) => people::find(&mut tx, &reset.user).await?.map(|person| person.user),
    };
    let user = user.ok_or_else(|| AppError::not_found("person"))?;
    password_resets::insert(&mut tx, &link.secret_hash, user, now, expires_at).await?;
    tx.commit().await?;
    let words = format!("Link to a new password, shown once; it holds until {}: {}", rfc3339(expires_at), link.url);
    output.answer(&words, &json!({"user_id": user, "link": link.url, "expires_at": rfc3339(expires_at)}));
    Ok(ExitCode::SUCCESS)
}

async fn make(config: &Config, create: &Create, output: Output) -> Result<ExitCode, AppError> {
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
    output.answer(&words, &json!({"user_id": user, "password": shown}));
    Ok(ExitCode::SUCCESS)
}
