//! `annals export`: gives records out as JSON Lines, through the operation that REST offers.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Map, Value};

use crate::app::App;
use crate::clock::Clock;
use crate::command::operator::{call, caller};
use crate::command::output::progress;
use crate::config::Config;
use crate::embed::EmbedSettings;
use crate::error::AppError;
use crate::op::invoke;

#[derive(Args)]
pub struct Arguments {
    /// The account's id.
    #[arg(long)]
    account: String,
    /// The scope path to export, with all below it; everything but personal scopes where nothing is said.
    #[arg(long)]
    scope: Option<String>,
    /// The file to write; standard output where nothing is said.
    #[arg(long)]
    out: Option<PathBuf>,
    /// The member as whom to read: an id or an e-mail address; the account's first owner where nothing is said.
    #[arg(long)]
    user: Option<String>,
}

pub async fn run(mut config: Config, arguments: &Arguments) -> Result<ExitCode, AppError> {
    config.embedding = EmbedSettings::Off;
    let app = App::build(config, Clock::default()).await?;
    let caller = caller(&app.env.store, &arguments.account, arguments.user.as_deref()).await?;
    let entry =
        crate::ops::find("record_export").ok_or_else(|| AppError::internal("record_export is not in the catalogue"))?;
    let failed = |error: io::Error| AppError::invalid("--out", "cannot be written").caused_by(error);
    let mut out: Box<dyn Write> = match &arguments.out {
        Some(path) => Box::new(BufWriter::new(File::create(path).map_err(failed)?)),
        None => Box::new(BufWriter::new(io::stdout())),
    };
    let mut count = 0;
    let mut page: Option<Value> = None;
    loop {
        let mut input = Map::new();
        input.insert("limit".to_owned(), 1000.into());
        if let Some(scope) = &arguments.scope {
            input.insert("scope".to_owned(), scope.clone().into());
        }
        if let Some(token) = page {
            input.insert("page_token".to_owned(), token);
        }
        let mut reply = invoke(&app.env, &caller, entry, call(input)).await?.structured;
        if let Some(Value::Array(records)) = reply.get("records") {
            for record in records {
                writeln!(out, "{record}").map_err(failed)?;
            }
            count += records.len();
        }
        page = reply.remove("next_page_token");
        if page.is_none() {
            break;
        }
    }
    out.flush().map_err(failed)?;
    progress(&format!("Exported {count} records."));
    Ok(ExitCode::SUCCESS)
}
