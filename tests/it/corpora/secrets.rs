//! Redaction (security: secrets): structured ones all, contextual ones nine in ten, harmless look-alikes kept.

use annals::frame::clean;
use annals::redact::{Policy, redact};
use serde_json::Value;

use super::lines::{Count, is, joined, lines};

/// Pieces of a longer secret that may not be left over either.
const WINDOW: usize = 16;

#[test]
fn structured_secrets_are_all_cut() {
    let lines = lines("secrets.jsonl");
    let structured = lines.iter().filter(|line| line["class"] == "structured" && !is(line, "doubtful"));
    Count::of(structured, is_cut).assert_at_least("structured secrets", 1_000, 200);
}

#[test]
fn contextual_secrets_are_cut_nine_times_in_ten() {
    let lines = lines("secrets.jsonl");
    let contextual = lines.iter().filter(|line| line["class"] == "contextual" && !is(line, "doubtful"));
    Count::of(contextual, is_cut).assert_at_least("contextual secrets", 900, 90);
}

#[test]
fn harmless_look_alikes_are_kept() {
    let lines = lines("secrets.jsonl");
    let harmless = lines.iter().filter(|line| line["family"] == "harmless" && !is(line, "doubtful"));
    let is_kept = |line: &Value| {
        let cleaned = clean(&joined(&line["text"])).unwrap().text;
        redact(&cleaned, Policy::default()).text == cleaned
    };
    Count::of(harmless, is_kept).assert_at_least("harmless texts", 970, 150);
}

/// The control: a text that is only cleaned misses the floors.
#[test]
fn a_corpus_that_is_not_redacted_is_caught() {
    let lines = lines("secrets.jsonl");
    let secrets: Vec<&Value> = lines.iter().filter(|line| line["class"] == "structured").collect();
    let is_absent = |line: &Value| !shows_secret(&clean(&joined(&line["text"])).unwrap().text, line);
    assert!(secrets.iter().all(|line| !is_absent(line)), "a line shows no secret even where nothing is cut");
}

fn is_cut(line: &Value) -> bool {
    let cleaned = clean(&joined(&line["text"])).unwrap().text;
    !shows_secret(&redact(&cleaned, Policy::default()).text, line)
}

fn shows_secret(text: &str, line: &Value) -> bool {
    let more = line["more"].as_array().into_iter().flatten();
    [&line["secret"]].into_iter().chain(more).map(joined).any(|secret| {
        let letters: Vec<char> = secret.chars().collect();
        let is_long = letters.len() > 4 * WINDOW;
        let shows_piece = || letters.windows(WINDOW).any(|window| text.contains(&window.iter().collect::<String>()));
        text.contains(&secret) || (is_long && shows_piece())
    })
}
