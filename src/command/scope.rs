//! `annals scope`: making scope nodes.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::app::App;
use crate::clock::Clock;
use crate::command::operator::{call, caller};
use crate::command::output::Output;
use crate::config::Config;
use crate::embed::EmbedSettings;
use crate::error::AppError;
use crate::op::invoke;

#[derive(Subcommand)]
pub enum Command {
    /// Make a scope node, with the nodes above it that are missing.
    Create(Create),
}

#[derive(Args)]
pub struct Create {
    /// The account's id.
    #[arg(long)]
    account: String,
    /// The path in pairs: teams/engineering, projects/billing, teams/engineering/projects/billing, spaces/research.
    #[arg(long)]
    path: String,
    /// Print JSON: scope_id, path, kind.
    #[arg(long)]
    json: bool,
}

impl Command {
    pub const fn output(&self) -> Output {
        let Self::Create(create) = self;
        Output::of(create.json)
    }
}

pub async fn run(mut config: Config, command: &Command) -> Result<ExitCode, AppError> {
    let Command::Create(create) = command;
    config.embedding = EmbedSettings::Off;
    let app = App::build(config, Clock::default()).await?;
    let caller = caller(&app.env.store, &create.account, None).await?;
    let Value::Object(arguments) = json!({"path": create.path}) else {
        return Err(AppError::internal("an object is no object"));
    };
    let entry =
        crate::ops::find("scope_create").ok_or_else(|| AppError::internal("scope_create is not in the catalogue"))?;
    let reply = invoke(&app.env, &caller, entry, call(arguments)).await?;
    let text = |field: &str| reply.structured.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
    command.output().answer(
        &format!("{} {} {}", text("scope_id"), text("kind"), text("path")),
        &Value::Object(reply.structured.clone()),
    );
    Ok(ExitCode::SUCCESS)
}
