//! `annals doctor`: checks the installation, or with `--connector` a deployment from outside, and says what to do.

use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use crate::auth::KeyRing;
use crate::clock::Clock;
use crate::command::connector::{Person, examine};
use crate::command::output::Output;
use crate::config::Config;
use crate::embed::{Backing, EmbedSettings};
use crate::error::AppError;
use crate::store::diagnosis::{Installation, Walls, installation, walls_for_operator};
use crate::store::tx::{Store, SystemPurpose, pending_migrations};

#[derive(Args)]
pub struct Arguments {
    /// Examine the MCP endpoint at this URL from outside instead, as ChatGPT, Claude, Codex and a strict client connect.
    #[arg(long, value_name = "URL")]
    connector: Option<String>,
    /// The person who signs in, for the whole connect; needs --password-stdin.
    #[arg(long, requires_all = ["connector", "password_stdin"])]
    email: Option<String>,
    /// Read the person's password from standard input.
    #[arg(long, requires = "email")]
    password_stdin: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub const fn output(&self) -> Output {
        Output::of(self.json)
    }

    fn person(&self) -> Result<Option<Person>, AppError> {
        let Some(email) = self.email.clone() else { return Ok(None) };
        let mut password = String::new();
        std::io::stdin().read_line(&mut password).map_err(AppError::internal)?;
        let password = password.trim_end_matches(['\r', '\n']).to_owned();
        if password.is_empty() {
            return Err(AppError::invalid(
                "--password-stdin",
                "standard input must hold the password in its first line",
            ));
        }
        Ok(Some(Person { email, password }))
    }
}

/// How a check came out.
struct Check {
    name: &'static str,
    fine: bool,
    says: String,
}

impl Check {
    fn new(name: &'static str, outcome: Result<String, String>) -> Self {
        match outcome {
            Ok(says) => Self { name, fine: true, says },
            Err(says) => Self { name, fine: false, says },
        }
    }
}

pub async fn run(config: &Config, arguments: &Arguments) -> Result<ExitCode, AppError> {
    if let Some(url) = &arguments.connector {
        let report = examine(url, arguments.person()?.as_ref()).await?;
        arguments.output().answer(&report.words(), &report.json());
        return Ok(if report.is_fine() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let checks = checks(config).await;
    let words: Vec<String> = checks
        .iter()
        .map(|check| format!("{}  {:<12} {}", if check.fine { "ok  " } else { "FAIL" }, check.name, check.says))
        .collect();
    let items: Vec<_> =
        checks.iter().map(|check| json!({"check": check.name, "ok": check.fine, "says": check.says})).collect();
    let all_fine = checks.iter().all(|check| check.fine);
    arguments.output().answer(&words.join("\n"), &json!({"ok": all_fine, "checks": items}));
    Ok(if all_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn checks(config: &Config) -> Vec<Check> {
    let mut checks = vec![Check::new("settings", settings(config))];
    match database(config).await {
        Ok((found, walls)) => {
            checks.push(Check::new(
                "database",
                Ok(format!("reached as {}, Postgres {}", found.role, found.server_version / 10_000)),
            ));
            let mut refusals = found.refusals();
            refusals.extend(problems(&walls, &found.unprotected));
            let outcome = if refusals.is_empty() {
                Ok("the role is bound by row-level security, which is forced on every account table".to_owned())
            } else {
                Err(refusals.join(" "))
            };
            checks.push(Check::new("isolation", outcome));
            checks.push(Check::new("migrations", migrations(config).await));
            checks.push(Check::new("keys", keys(config).await));
            checks.push(Check::new("clock", clock(&found)));
        }
        Err(error) => {
            let says = format!("{error} {}; check ANNALS_DATABASE_URL and that Postgres runs", error.causes());
            checks.push(Check::new("database", Err(says)));
        }
    }
    checks.push(Check::new("model", model(config)));
    checks
}

fn settings(config: &Config) -> Result<String, String> {
    config.required_database_url().and_then(|_| config.required_master_key()).map_err(|error| error.to_string())?;
    Ok(format!("served as {}", config.public_url))
}

async fn database(config: &Config) -> Result<(Installation, Walls), AppError> {
    let store = Store::open(config.required_database_url()?, &config.pool, Clock::default())?;
    let mut tx = store.system(SystemPurpose::Diagnosis).await?;
    let found = installation(&mut tx).await?;
    let walls = walls_for_operator(&mut tx).await?;
    tx.commit().await?;
    Ok((found, walls))
}

/// What is wrong with policies and functions; tables that were named already are left out.
fn problems(walls: &Walls, named: &[String]) -> Vec<String> {
    let tables = walls.tables.iter().filter(|table| !named.contains(&table.name));
    let tables = tables.filter_map(|table| table.problem().map(|problem| (&table.name, problem)));
    let functions = walls.functions.iter().filter_map(|one| one.problem().map(|problem| (&one.signature, problem)));
    tables.chain(functions).map(|(name, problem)| format!("{name}: {problem}.")).collect()
}

async fn migrations(config: &Config) -> Result<String, String> {
    let url = config.required_database_url().map_err(|error| error.to_string())?;
    match pending_migrations(url).await {
        Ok(pending) if pending.is_empty() => Ok("the schema is up to date".to_owned()),
        Ok(pending) => Err(format!("{} migrations are missing: run `annals migrate`", pending.len())),
        Err(error) => Err(error.to_string()),
    }
}

async fn keys(config: &Config) -> Result<String, String> {
    let load = async {
        let store = Store::open(config.required_database_url()?, &config.pool, Clock::default())?;
        KeyRing::load(store, config.required_master_key()?, Clock::default()).await
    };
    match load.await {
        Ok(_) => Ok("ANNALS_MASTER_KEY opens the signing keys".to_owned()),
        Err(error) => Err(format!("{error} {}", error.causes())),
    }
}

fn clock(found: &Installation) -> Result<String, String> {
    let apart = (Clock::default().now() - found.now).num_seconds().abs();
    if apart <= 30 {
        Ok(format!("within {apart} s of the database's"))
    } else {
        Err(format!("{apart} s apart from the database's: tokens are judged by the process's clock; synchronise it"))
    }
}

fn model(config: &Config) -> Result<String, String> {
    match Backing::open(&config.embedding) {
        Ok(Backing::Ready(embedder)) => {
            Ok(format!("{} finds by meaning, {} dimensions", embedder.model().name, embedder.model().dimensions))
        }
        Ok(Backing::Off) if matches!(config.embedding, EmbedSettings::Off) => {
            Ok("switched off: words alone find".to_owned())
        }
        Ok(Backing::Off) => Err("there is no model".to_owned()),
        Ok(Backing::Unavailable(reason)) => Err(format!("{reason}; until then words alone find")),
        Err(error) => Err(error.to_string()),
    }
}
