//! Reading a corpus.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// The lines of a corpus.
pub fn lines(name: &str) -> Vec<Value> {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpora").join(name);
    let text = fs::read_to_string(&place).unwrap_or_else(|error| panic!("{}: {error}", place.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A text, which may stand in pieces so that no whole secret stands in the file.
pub fn joined(text: &Value) -> String {
    match text {
        Value::String(text) => text.clone(),
        Value::Array(pieces) => pieces.iter().map(|piece| piece.as_str().unwrap()).collect(),
        other => panic!("no text: {other}"),
    }
}

/// Whether a flag of a line is set.
pub fn is(line: &Value, flag: &str) -> bool {
    line[flag] == Value::Bool(true)
}

/// How many of them hold, and those that do not, for a message.
pub struct Count {
    held: usize,
    missed: Vec<String>,
}

impl Count {
    /// Counts lines.
    pub fn of<'a>(lines: impl Iterator<Item = &'a Value>, holds: impl Fn(&Value) -> bool) -> Self {
        let mut count = Self { held: 0, missed: Vec::new() };
        for line in lines {
            if holds(line) {
                count.held += 1;
            } else {
                count.missed.push(joined(&line["text"]));
            }
        }
        count
    }

    /// Fails where fewer than so many in a thousand hold, or there are fewer lines than expected.
    #[track_caller]
    pub fn assert_at_least(&self, what: &str, in_a_thousand: usize, lines: usize) {
        let all = self.held + self.missed.len();
        assert!(all >= lines, "{what}: only {all} lines");
        let shown = self.missed.join("\n- ");
        assert!(self.held * 1_000 >= all * in_a_thousand, "{what}: {} of {all}\n- {shown}", self.held);
    }
}
