//! The quality gate, as this family words it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::gate::{Verdict, assess};
use crate::ops::safety::SafeText;

/// What the gate says of a text.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Quality {
    /// 0 (says nothing) to 1; below 0.5 it is not stored.
    pub score: f64,
    /// Why it is not stored, as stable codes; empty where it passes.
    pub reasons: Vec<String>,
    /// What to do about each reason, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<String>,
    /// The records that the text repeats, where the reason is echo.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ids: Vec<i64>,
}

impl Quality {
    /// What the gate says of a text that has been made safe.
    pub fn of(content: &SafeText) -> Self {
        if content.only_secret {
            return Self::refused(
                "only_secret",
                "The text is nothing but a secret. Say what is worth knowing about it.",
            );
        }
        let found = assess(&content.text);
        let (reasons, advice) = match found.verdict {
            Verdict::Pass => (Vec::new(), Vec::new()),
            Verdict::Refuse => {
                found.reasons.iter().map(|reason| (reason.code().to_owned(), reason.sentence().to_owned())).unzip()
            }
        };
        Self { score: (f64::from(found.score) * 100.0).round() / 100.0, reasons, advice, ids: Vec::new() }
    }

    /// What is said of a text that repeats several records.
    pub fn echo(ids: Vec<i64>) -> Self {
        let advice =
            "The text repeats records that are stored; they were counted as seen again. Save only what is new.";
        Self { ids, ..Self::refused("echo", advice) }
    }

    /// Whether the text may be stored.
    pub fn passes(&self) -> bool {
        self.reasons.is_empty()
    }

    fn refused(reason: &str, advice: &str) -> Self {
        Self { score: 0.0, reasons: vec![reason.to_owned()], advice: vec![advice.to_owned()], ids: Vec::new() }
    }
}
