//! What the examination found, line by line.

use serde_json::{Value, json};

/// How a check came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// As hosts need it.
    Passed,
    /// A host will stumble over it.
    Failed,
    /// It could not be looked at.
    Skipped,
}

impl Outcome {
    const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
        }
    }
}

/// Why a check did not pass.
#[derive(Debug)]
pub struct Fault {
    outcome: Outcome,
    found: String,
    advice: String,
}

/// What a check found, or why it did not pass.
pub type Verdict = Result<String, Fault>;

/// A failure: what was found, and what to do.
pub fn failed<T>(found: impl Into<String>, advice: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { outcome: Outcome::Failed, found: found.into(), advice: advice.into() })
}

/// A check that could not be made: why, and what to do.
pub fn skipped<T>(found: impl Into<String>, advice: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { outcome: Outcome::Skipped, found: found.into(), advice: advice.into() })
}

struct Line {
    client: &'static str,
    check: &'static str,
    outcome: Outcome,
    found: String,
    advice: String,
}

/// All lines, in the order of the checks.
#[derive(Default)]
pub struct Report {
    lines: Vec<Line>,
}

impl Report {
    /// Enters how a check came out.
    pub fn enter(&mut self, client: &'static str, check: &'static str, verdict: Verdict) {
        let (outcome, found, advice) = match verdict {
            Ok(found) => (Outcome::Passed, found, String::new()),
            Err(fault) => (fault.outcome, fault.found, fault.advice),
        };
        self.lines.push(Line { client, check, outcome, found, advice });
    }

    /// Enters how a check came out, and gives what it made.
    pub fn take<T>(
        &mut self,
        client: &'static str,
        check: &'static str,
        outcome: Result<(String, T), Fault>,
    ) -> Option<T> {
        match outcome {
            Ok((found, made)) => {
                self.enter(client, check, Ok(found));
                Some(made)
            }
            Err(fault) => {
                self.enter(client, check, Err(fault));
                None
            }
        }
    }

    /// Whether nothing failed.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        self.count(Outcome::Failed) == 0
    }

    fn count(&self, outcome: Outcome) -> usize {
        self.lines.iter().filter(|line| line.outcome == outcome).count()
    }

    /// For people.
    #[must_use]
    pub fn words(&self) -> String {
        let mut words = String::new();
        for line in &self.lines {
            let (outcome, client, check) = (line.outcome.name(), line.client, line.check);
            words.push_str(&format!("{outcome:<8} {client:<13} {check:<30} {}\n", line.found));
            if !line.advice.is_empty() {
                words.push_str(&format!("{:>9}→ {}\n", "", line.advice));
            }
        }
        let [passed, failed, skipped] =
            [Outcome::Passed, Outcome::Failed, Outcome::Skipped].map(|outcome| self.count(outcome));
        format!("{words}\n{passed} passed, {failed} failed, {skipped} skipped")
    }

    /// For scripts.
    #[must_use]
    pub fn json(&self) -> Value {
        let line = |line: &Line| {
            let mut value = json!({
                "client": line.client, "check": line.check, "outcome": line.outcome.name(), "found": line.found,
            });
            if !line.advice.is_empty() {
                value["advice"] = line.advice.clone().into();
            }
            value
        };
        json!({"ok": self.is_fine(), "checks": self.lines.iter().map(line).collect::<Vec<_>>()})
    }
}
