//! What commands print: words for people, or JSON for scripts. Answers go to standard output, refusals to standard error.

use serde_json::{Value, json};

use crate::error::{AppError, ErrorCode};

/// The form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// For people.
    Words,
    /// For scripts.
    Json,
}

impl Output {
    /// The form that a `--json` flag asks for.
    pub const fn of(json: bool) -> Self {
        if json { Self::Json } else { Self::Words }
    }

    /// Prints an answer.
    #[expect(clippy::print_stdout, reason = "the answer of a command")]
    pub fn answer(self, words: &str, value: &Value) {
        match self {
            Self::Words => println!("{words}"),
            Self::Json => println!("{value:#}"),
        }
    }

    /// Prints a refusal, with its cause: the operator may know it.
    #[expect(clippy::print_stderr, reason = "the refusal of a command")]
    pub fn refusal(self, error: &AppError) {
        // What an operator can mend by his own arguments needs no cause from inside.
        let is_ours = matches!(error.code, ErrorCode::Internal | ErrorCode::Unavailable | ErrorCode::Timeout);
        let causes = if is_ours || error.field.is_some() { error.causes() } else { String::new() };
        match self {
            Self::Words => {
                eprintln!("annals: {error}");
                if !causes.is_empty() {
                    eprintln!("  because: {causes}");
                }
            }
            Self::Json => {
                let mut refusal = json!({"code": error.code.name(), "detail": error.detail});
                if let Some(field) = &error.field {
                    refusal["field"] = field.clone().into();
                }
                if !causes.is_empty() {
                    refusal["cause"] = causes.into();
                }
                eprintln!("{}", json!({ "error": refusal }));
            }
        }
    }
}

/// Tells how far a long command has come, on standard error.
#[expect(clippy::print_stderr, reason = "progress of a command")]
pub fn progress(text: &str) {
    eprintln!("{text}");
}
