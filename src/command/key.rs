//! `annals key`: the keys that sign tokens.

use std::process::ExitCode;

use chrono::Duration;
use clap::{Args, Subcommand};
use serde_json::json;

use crate::app::App;
use crate::clock::{Clock, rfc3339};
use crate::command::operator::store;
use crate::command::output::Output;
use crate::config::Config;
use crate::embed::EmbedSettings;
use crate::error::AppError;
use crate::store::signing_keys::{self, SigningKeyRow};
use crate::store::tx::SystemPurpose;

#[derive(Subcommand)]
pub enum Command {
    /// Make a new key. It is published at once and signs after a while; what older keys signed stays good.
    Rotate(Rotate),
    /// List the keys.
    List(List),
    /// Remove a key: whatever it signed is refused on every replica within seconds.
    Remove(Remove),
}

#[derive(Args)]
pub struct Rotate {
    /// After how many minutes it signs.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(0..=10_080))]
    after_minutes: u16,
    /// Print JSON: kid.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct List {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct Remove {
    /// The key's id.
    #[arg(long, allow_hyphen_values = true)]
    kid: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Command {
    pub const fn output(&self) -> Output {
        match self {
            Self::Rotate(rotate) => Output::of(rotate.json),
            Self::List(list) => Output::of(list.json),
            Self::Remove(remove) => Output::of(remove.json),
        }
    }
}

pub async fn run(config: Config, command: &Command) -> Result<ExitCode, AppError> {
    match command {
        Command::Rotate(wanted) => rotate(config, wanted, command.output()).await,
        Command::List(_) => list(&config, command.output()).await,
        Command::Remove(wanted) => remove(&config, wanted, command.output()).await,
    }
}

async fn rotate(mut config: Config, wanted: &Rotate, output: Output) -> Result<ExitCode, AppError> {
    config.embedding = EmbedSettings::Off;
    let app = App::build(config, Clock::default()).await?;
    let kid = app.keys.rotate(Duration::minutes(wanted.after_minutes.into())).await?;
    output.answer(&format!("Key {kid} signs in {} minutes.", wanted.after_minutes), &json!({"kid": kid}));
    Ok(ExitCode::SUCCESS)
}

async fn list(config: &Config, output: Output) -> Result<ExitCode, AppError> {
    let rows = rows(config).await?;
    let words: Vec<String> =
        rows.iter().map(|row| format!("{}  signs from {}", row.kid, rfc3339(row.signs_from))).collect();
    let items: Vec<_> = rows
        .iter()
        .map(
            |row| json!({"kid": row.kid, "created_at": rfc3339(row.created_at), "signs_from": rfc3339(row.signs_from)}),
        )
        .collect();
    output.answer(&words.join("\n"), &json!({"keys": items}));
    Ok(ExitCode::SUCCESS)
}

async fn rows(config: &Config) -> Result<Vec<SigningKeyRow>, AppError> {
    let mut tx = store(config)?.system(SystemPurpose::SigningKeys).await?;
    let rows = signing_keys::list(&mut tx).await?;
    tx.commit().await?;
    Ok(rows)
}

async fn remove(config: &Config, wanted: &Remove, output: Output) -> Result<ExitCode, AppError> {
    let now = Clock::default().now();
    let others_sign = |row: &SigningKeyRow| row.kid != wanted.kid && !row.retired && row.signs_from <= now;
    if !rows(config).await?.iter().any(others_sign) {
        return Err(AppError::invalid("--kid", "is the only key that signs now; `annals key rotate` first"));
    }
    let mut tx = store(config)?.system(SystemPurpose::SigningKeys).await?;
    let was_there = signing_keys::delete(&mut tx, &wanted.kid).await?;
    tx.commit().await?;
    if !was_there {
        return Err(AppError::invalid("--kid", "there is no such key; `annals key list` names them"));
    }
    output.answer(&format!("Removed {}.", wanted.kid), &json!({"removed": wanted.kid}));
    Ok(ExitCode::SUCCESS)
}
