//! The commands and their dispatch.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::command::output::Output;
use crate::command::{account, doctor, export, import, key, migrate, openapi, scope, serve, token, user};
use crate::config::Config;
use crate::error::AppError;
use crate::telemetry;

/// Annals: durable, shared memory for AI assistants.
///
/// The service reads its settings from the environment; ANNALS_DATABASE_URL and ANNALS_MASTER_KEY are needed by nearly every
/// command, ANNALS_OWNER_DATABASE_URL by migrate. README.md describes all of them.
#[derive(Parser)]
#[command(name = "annals", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve MCP and REST.
    Serve,
    /// Bring the database's schema up to date, as the owning role.
    Migrate(migrate::Arguments),
    /// Make and list accounts.
    #[command(subcommand)]
    Account(account::Command),
    /// Add people to an account.
    #[command(subcommand)]
    User(user::Command),
    /// Make, list and revoke service tokens.
    #[command(subcommand)]
    Token(token::Command),
    /// Rotate, list and remove the keys that sign tokens.
    #[command(subcommand)]
    Key(key::Command),
    /// Make scope nodes: teams, projects, spaces.
    #[command(subcommand)]
    Scope(scope::Command),
    /// Take records in from a file of JSON Lines.
    Import(import::Arguments),
    /// Give records out as JSON Lines.
    Export(export::Arguments),
    /// Write the API documents: openapi.json, mcp-tools.json, permissions.md.
    Openapi(openapi::Arguments),
    /// Check roles, versions, policies, keys, model and clock, or how hosts connect, and say what to do.
    Doctor(doctor::Arguments),
}

impl Command {
    /// Whether the command's answer is wanted as JSON.
    fn output(&self) -> Output {
        match self {
            Self::Migrate(arguments) => arguments.output(),
            Self::Account(command) => command.output(),
            Self::User(command) => command.output(),
            Self::Token(command) => command.output(),
            Self::Key(command) => command.output(),
            Self::Scope(command) => command.output(),
            Self::Import(arguments) => arguments.output(),
            Self::Doctor(arguments) => arguments.output(),
            Self::Serve | Self::Export(_) | Self::Openapi(_) => Output::Words,
        }
    }
}

/// Runs the command that the arguments name.
#[must_use]
pub fn run() -> ExitCode {
    let command = Arguments::parse().command;
    let output = command.output();
    match carry_out(command) {
        Ok(code) => code,
        Err(error) => {
            output.refusal(&error);
            ExitCode::FAILURE
        }
    }
}

fn carry_out(command: Command) -> Result<ExitCode, AppError> {
    if let Command::Openapi(arguments) = command {
        return openapi::run(&arguments);
    }
    let config = Config::from_environment()?;
    let log = if matches!(command, Command::Serve) { config.log.clone() } else { "warn".to_owned() };
    let endpoint = config.otlp_endpoint.clone().filter(|_| matches!(command, Command::Serve));
    // The first provider that a process installs counts; a second is refused, which changes nothing. Exporters need it.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let signals =
        telemetry::start(&log, endpoint.as_deref()).map_err(|problem| AppError::invalid("telemetry", problem))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(AppError::internal)?;
    let registry = signals.registry().clone();
    let result = runtime.block_on(async move {
        match command {
            Command::Serve => serve::run(config, registry).await,
            Command::Migrate(arguments) => migrate::run(&config, &arguments).await,
            Command::Account(command) => account::run(&config, &command).await,
            Command::User(command) => user::run(&config, &command).await,
            Command::Token(command) => token::run(config, &command).await,
            Command::Key(command) => key::run(config, &command).await,
            Command::Scope(command) => scope::run(config, &command).await,
            Command::Import(arguments) => import::run(config, &arguments).await,
            Command::Export(arguments) => export::run(config, &arguments).await,
            Command::Doctor(arguments) => doctor::run(&config, &arguments).await,
            Command::Openapi(arguments) => openapi::run(&arguments),
        }
    });
    drop(runtime);
    signals.stop();
    result
}
