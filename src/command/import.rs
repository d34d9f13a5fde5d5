//! `annals import`: takes records in from JSON Lines, through the operation that REST offers. A bad line is reported by its
//! number and does not stop the rest.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::auth::Caller;
use crate::clock::Clock;
use crate::command::import_documents::{self, Target};
use crate::command::operator::{call, caller};
use crate::command::output::{Output, progress};
use crate::config::Config;
use crate::error::AppError;
use crate::op::{Entry, invoke};
use crate::surface::json::read;

/// Records of one call: enough to embed in batches, few enough for a short transaction.
const RECORDS_AT_ONCE: usize = 200;

#[derive(Args)]
pub struct Arguments {
    /// The file, a record a line; - for standard input.
    #[arg(required_unless_present = "documents")]
    file: Option<PathBuf>,
    /// A folder of decision documents in Markdown, in place of a file: title, status and number are read from their front
    /// matter or headings. Doing it again adds nothing.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["file", "no_fold"])]
    documents: Option<PathBuf>,
    /// The account's id.
    #[arg(long)]
    account: String,
    /// The scope path that the records' own paths are taken below. Projects that are missing are made.
    #[arg(long)]
    scope: Option<String>,
    /// The member as whom to write: an id or an e-mail address; the account's first owner where nothing is said.
    #[arg(long)]
    user: Option<String>,
    /// Store a text again that an active record of the same kind and scope says already.
    #[arg(long)]
    no_fold: bool,
    /// Print JSON: stored, seen_again, already_there, refused; for documents created, updated, unchanged, skipped, refused.
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub const fn output(&self) -> Output {
        Output::of(self.json)
    }
}

/// What has come of the lines so far.
#[derive(Default)]
struct Report {
    stored: u64,
    seen_again: u64,
    already_there: u64,
    refused: Vec<Value>,
    notes: Vec<Value>,
}

struct Importer<'a> {
    app: &'a App,
    caller: Caller,
    entry: &'static Entry,
    scope: Option<&'a str>,
    fold: bool,
    report: Report,
}

pub async fn run(config: Config, arguments: &Arguments) -> Result<ExitCode, AppError> {
    if let Some(folder) = &arguments.documents {
        let target = Target {
            account: &arguments.account,
            scope: arguments.scope.as_deref(),
            user: arguments.user.as_deref(),
            output: arguments.output(),
        };
        return import_documents::run(config, folder, &target).await;
    }
    let file = arguments.file.as_deref().filter(|file| file.as_os_str() != "-");
    let unreadable = |error: io::Error| {
        let name = file.map_or_else(|| "standard input".to_owned(), |file| file.display().to_string());
        AppError::invalid("FILE", format!("cannot be read: {name}")).caused_by(error)
    };
    let lines: Box<dyn BufRead + Send> = match file {
        Some(file) => Box::new(BufReader::new(File::open(file).map_err(unreadable)?)),
        None => Box::new(BufReader::new(io::stdin())),
    };
    let app = App::build(config, Clock::default()).await?;
    let caller = caller(&app.env.store, &arguments.account, arguments.user.as_deref()).await?;
    let entry =
        crate::ops::find("record_import").ok_or_else(|| AppError::internal("record_import is not in the catalogue"))?;
    let mut importer = Importer {
        app: &app,
        caller,
        entry,
        scope: arguments.scope.as_deref(),
        fold: !arguments.no_fold,
        report: Report::default(),
    };
    let mut batch = Vec::new();
    for (place, line) in lines.split(b'\n').enumerate() {
        let line = line.map_err(unreadable)?;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match read(&line) {
            Ok(Value::Object(record)) => batch.push((place + 1, record)),
            _ => importer
                .report
                .refused
                .push(json!({"line": place + 1, "code": "malformed_request", "detail": "is no JSON object"})),
        }
        if batch.len() == RECORDS_AT_ONCE {
            importer.take(std::mem::take(&mut batch)).await?;
            progress(&format!("{} lines read, {} stored", place + 1, importer.report.stored));
        }
    }
    importer.take(batch).await?;
    Ok(importer.report.print(arguments.output()))
}

impl Importer<'_> {
    async fn take(&mut self, batch: Vec<(usize, Map<String, Value>)>) -> Result<(), AppError> {
        if batch.is_empty() {
            return Ok(());
        }
        let (places, records): (Vec<usize>, Vec<Map<String, Value>>) = batch.into_iter().unzip();
        let mut input = Map::new();
        input.insert("records".to_owned(), records.into_iter().map(Value::Object).collect::<Vec<_>>().into());
        input.insert("fold".to_owned(), self.fold.into());
        if let Some(scope) = self.scope {
            input.insert("scope".to_owned(), scope.into());
        }
        let reply = invoke(&self.app.env, &self.caller, self.entry, call(input)).await?.structured;
        let count = |field: &str| reply.get(field).and_then(Value::as_u64).unwrap_or(0);
        self.report.stored += count("stored");
        self.report.seen_again += count("seen_again");
        self.report.already_there += count("already_there");
        for refused in reply.get("refused").and_then(Value::as_array).into_iter().flatten() {
            let record = refused
                .get("record")
                .and_then(Value::as_u64)
                .and_then(|record| usize::try_from(record).ok())
                .unwrap_or(1);
            let line = places.get(record - 1).copied().unwrap_or_default();
            self.report.refused.push(json!({"line": line, "code": refused["code"], "detail": refused["detail"]}));
        }
        for note in reply.get("notes").and_then(Value::as_array).into_iter().flatten() {
            if !self.report.notes.contains(note) {
                self.report.notes.push(note.clone());
            }
        }
        Ok(())
    }
}

impl Report {
    fn print(mut self, output: Output) -> ExitCode {
        self.refused.sort_by_key(|refused| refused["line"].as_u64());
        let mut words = format!(
            "Stored {}, seen again {}, already there {}, refused {}.",
            self.stored,
            self.seen_again,
            self.already_there,
            self.refused.len()
        );
        for refused in &self.refused {
            words.push_str(&format!(
                "\n  line {}: {}",
                refused["line"],
                refused["detail"].as_str().unwrap_or_default()
            ));
        }
        for note in &self.notes {
            words.push_str(&format!("\n{}", note.as_str().unwrap_or_default()));
        }
        let all_taken = self.refused.is_empty();
        output.answer(
            &words,
            &json!({
                "stored": self.stored,
                "seen_again": self.seen_again,
                "already_there": self.already_there,
                "refused": self.refused,
                "notes": self.notes,
            }),
        );
        if all_taken { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
