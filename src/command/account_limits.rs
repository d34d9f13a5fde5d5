//! `annals account limits`: what an account may hold and use.

use std::process::ExitCode;
use std::str::FromStr;

use clap::Args;
use serde_json::json;

use crate::command::operator::{account, store};
use crate::command::output::Output;
use crate::config::Config;
use crate::error::AppError;
use crate::store::tx::SystemPurpose;
use crate::store::usage;

#[derive(Args)]
pub struct Limits {
    /// The account's id.
    #[arg(long)]
    account: String,
    /// How many memories it may hold, or none for as many as it likes.
    #[arg(long)]
    memories: Option<Limit>,
    /// How many bytes the texts of its memories may have, or none.
    #[arg(long)]
    bytes: Option<Limit>,
    /// How many calls it may make in a calendar month, or none.
    #[arg(long)]
    calls_per_month: Option<Limit>,
    /// How many texts may be turned into vectors in a calendar month, or none.
    #[arg(long)]
    embeddings_per_month: Option<Limit>,
    /// From which share of a limit on its admins are warned, in percent.
    #[arg(long, value_parser = clap::value_parser!(i64).range(1..=100))]
    soft_percent: Option<i64>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A limit, or none.
#[derive(Clone, Copy)]
struct Limit(Option<i64>);

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(Self(None)),
            number => match number.parse::<i64>() {
                Ok(limit) if limit >= 0 => Ok(Self(Some(limit))),
                _ => Err("must be a whole number, 0 or more, or none".to_owned()),
            },
        }
    }
}

impl Limits {
    pub const fn output(&self) -> Output {
        Output::of(self.json)
    }

    pub async fn run(&self, config: &Config) -> Result<ExitCode, AppError> {
        let store = store(config)?;
        let account = account(&store, &self.account).await?;
        let mut tx = store.system(SystemPurpose::Usage).await?;
        let mut limits = usage::limits(&mut tx, account).await?;
        for (given, kept) in [
            (self.memories, &mut limits.memories),
            (self.bytes, &mut limits.bytes),
            (self.calls_per_month, &mut limits.calls_per_month),
            (self.embeddings_per_month, &mut limits.embeddings_per_month),
        ] {
            if let Some(Limit(limit)) = given {
                *kept = limit;
            }
        }
        limits.soft_percent = self.soft_percent.unwrap_or(limits.soft_percent);
        usage::set_limits(&mut tx, account, &limits).await?;
        tx.commit().await?;
        let shown = |limit: Option<i64>| limit.map_or_else(|| "no limit".to_owned(), |limit| limit.to_string());
        let words = format!(
            "memories              {}\nbytes                 {}\ncalls per month       {}\nembeddings per month  {}\nwarning from          {} %",
            shown(limits.memories),
            shown(limits.bytes),
            shown(limits.calls_per_month),
            shown(limits.embeddings_per_month),
            limits.soft_percent
        );
        self.output().answer(&words, &json!({"account_id": account, "limits": limits}));
        Ok(ExitCode::SUCCESS)
    }
}
