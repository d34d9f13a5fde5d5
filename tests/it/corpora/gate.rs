//! The quality gate: what says nothing is refused, short sentences of every script pass.

use annals::frame::clean;
use annals::gate::{Verdict, assess};
use serde_json::Value;

use super::lines::{Count, is, joined, lines};

/// Whether the gate refuses a line's text; NUL is refused before.
fn is_refused(line: &Value) -> bool {
    match clean(&joined(&line["text"])) {
        Ok(cleaned) => assess(&cleaned.text).verdict == Verdict::Refuse,
        Err(_) => true,
    }
}

#[test]
fn what_says_nothing_is_refused() {
    let lines = lines("gate.jsonl");
    let empty = lines.iter().filter(|line| is(line, "refuse") && !is(line, "doubtful"));
    Count::of(empty, is_refused).assert_at_least("texts that say nothing", 980, 150);
}

#[test]
fn what_says_something_passes() {
    let lines = lines("gate.jsonl");
    let saying = lines.iter().filter(|line| !is(line, "refuse") && !is(line, "doubtful"));
    Count::of(saying, |line| !is_refused(line)).assert_at_least("texts that say something", 1_000, 200);
}
