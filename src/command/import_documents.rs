//! `annals import --documents`: takes a folder of decision documents in, through the operation that REST offers. What is wrong
//! with one file is reported and does not stop the rest; doing it again adds nothing.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Value, json};

use crate::app::App;
use crate::clock::Clock;
use crate::command::decision_file::{DecisionFile, read};
use crate::command::operator::{call, caller};
use crate::command::output::Output;
use crate::config::Config;
use crate::embed::EmbedSettings;
use crate::error::{AppError, ErrorCode};
use crate::op::invoke;

/// Files of a folder of decisions that are about it rather than of it.
const ABOUT_THE_FOLDER: &[&str] = &["readme.md", "index.md", "template.md", "adr-template.md", "0000-template.md"];

/// Longer files are refused: a document has 200,000 characters at most.
const LONGEST_FILE: u64 = 1_000_000;

/// Where the documents go, and how that is told.
pub struct Target<'a> {
    /// The account's id.
    pub account: &'a str,
    /// The scope path; the account's root where nothing is said.
    pub scope: Option<&'a str>,
    /// The member as whom to write.
    pub user: Option<&'a str>,
    /// The form of the report.
    pub output: Output,
}

#[derive(Default)]
struct Report {
    created: usize,
    updated: usize,
    unchanged: usize,
    skipped: Vec<Value>,
    refused: Vec<Value>,
}

pub async fn run(mut config: Config, folder: &Path, target: &Target<'_>) -> Result<ExitCode, AppError> {
    let files = markdown_files(folder)?;
    config.embedding = EmbedSettings::Off;
    let app = App::build(config, Clock::default()).await?;
    let caller = caller(&app.env.store, target.account, target.user).await?;
    let entry =
        crate::ops::find("document_put").ok_or_else(|| AppError::internal("document_put is not in the catalogue"))?;
    let mut report = Report::default();
    let mut taken: BTreeMap<(String, u32), String> = BTreeMap::new();
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if ABOUT_THE_FOLDER.contains(&name.to_lowercase().as_str()) {
            report.skipped.push(json!({"file": name, "detail": "is about the folder, not a decision"}));
            continue;
        }
        let document = match text_of(&path).and_then(|text| read(&name, &text)) {
            Ok(document) => document,
            Err(problem) => {
                report.refuse(&name, ErrorCode::InvalidInput.name(), &problem);
                continue;
            }
        };
        let key = (document.kind.clone(), document.number);
        if let Some(other) = taken.get(&key) {
            let problem = format!("{} {} is told by {other} already", key.0, key.1);
            report.refuse(&name, ErrorCode::Conflict.name(), &problem);
            continue;
        }
        taken.insert(key, name.clone());
        let Value::Object(input) = input(&document, target.scope) else {
            return Err(AppError::internal("an object is no object"));
        };
        match invoke(&app.env, &caller, entry, call(input)).await {
            Ok(reply) => match reply.structured.get("outcome").and_then(Value::as_str) {
                Some("created") => report.created += 1,
                Some("updated") => report.updated += 1,
                _ => report.unchanged += 1,
            },
            Err(refusal) if is_of_the_file(&refusal) => {
                report.refuse(&name, refusal.code.name(), &refusal.detail);
            }
            Err(fault) => return Err(fault),
        }
    }
    Ok(report.print(target.output))
}

/// Whether a refusal is about one file: where it is about the scope or the service, no other file would fare better.
fn is_of_the_file(refusal: &AppError) -> bool {
    refusal.code == ErrorCode::InvalidInput && refusal.field.as_deref() != Some("scope")
}

fn input(document: &DecisionFile, scope: Option<&str>) -> Value {
    json!({
        "scope": scope.unwrap_or_default(),
        "kind": document.kind,
        "number": document.number,
        "title": document.title,
        "status": document.status,
        "body": document.body,
    })
}

/// The Markdown files of a folder in the order of their names; what lies in folders below it is left alone.
fn markdown_files(folder: &Path) -> Result<Vec<PathBuf>, AppError> {
    let unreadable = |error: io::Error| AppError::invalid("--documents", "cannot be read as a folder").caused_by(error);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let is_markdown = path.extension().is_some_and(|extension| {
            extension.eq_ignore_ascii_case("md") || extension.eq_ignore_ascii_case("markdown")
        });
        if is_markdown && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn text_of(path: &Path) -> Result<String, String> {
    let length = fs::metadata(path).map_err(|_| "cannot be read".to_owned())?.len();
    if length > LONGEST_FILE {
        return Err(format!("has {length} bytes; {LONGEST_FILE} are taken"));
    }
    fs::read_to_string(path).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => "is no UTF-8 text".to_owned(),
        _ => "cannot be read".to_owned(),
    })
}

impl Report {
    fn refuse(&mut self, file: &str, code: &str, detail: &str) {
        self.refused.push(json!({"file": file, "code": code, "detail": detail}));
    }

    fn print(self, output: Output) -> ExitCode {
        let mut words = format!(
            "Created {}, updated {}, unchanged {}, skipped {}, refused {}.",
            self.created,
            self.updated,
            self.unchanged,
            self.skipped.len(),
            self.refused.len()
        );
        for row in self.skipped.iter().chain(&self.refused) {
            let text = |field: &str| row.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
            words.push_str(&format!("\n  {}: {}", text("file"), text("detail")));
        }
        let all_taken = self.refused.is_empty();
        output.answer(
            &words,
            &json!({
                "created": self.created,
                "updated": self.updated,
                "unchanged": self.unchanged,
                "skipped": self.skipped,
                "refused": self.refused,
            }),
        );
        if all_taken { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
