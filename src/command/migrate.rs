//! `annals migrate`: brings the schema to its head, as the owning role.

use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use crate::command::output::Output;
use crate::config::Config;
use crate::error::AppError;
use crate::store::tx::migrate;

#[derive(Args)]
pub struct Arguments {
    /// Print JSON: applied, total.
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub const fn output(&self) -> Output {
        Output::of(self.json)
    }
}

pub async fn run(config: &Config, arguments: &Arguments) -> Result<ExitCode, AppError> {
    let report = migrate(config.required_owner_database_url()?).await?;
    let words = match report.applied.len() {
        0 => format!("The schema is up to date: {} migrations.", report.total),
        count => format!("Applied {count} of {} migrations.", report.total),
    };
    arguments.output().answer(&words, &json!({"applied": report.applied, "total": report.total}));
    Ok(ExitCode::SUCCESS)
}
