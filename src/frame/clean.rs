//! Cleaning on the way in: what is kept holds no hidden characters.

use std::error::Error;
use std::fmt;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::hidden::marked;

/// What [`clean`] returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cleaned {
    /// The text in normal form C, without hidden characters, with `\n` as its only line end.
    pub text: String,
    /// How many hidden characters were removed. Line ends that became `\n` are not counted.
    pub removed: u32,
}

/// The text holds U+0000, which no memory may. The caller turns it into `invalid_input` (ruling 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NulCharacter;

impl fmt::Display for NulCharacter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the text holds a NUL character (U+0000)")
    }
}

impl Error for NulCharacter {}

/// Brings a text into the form in which it is kept.
///
/// Removed and counted: tag characters (U+E0000–E007F), bidirectional controls, zero-width characters, soft hyphens,
/// C0 and C1 controls except tab and line feed, variation selectors, noncharacters, private use and unassigned
/// characters. A zero-width joiner or non-joiner stays inside the scripts and emoji that need it; a single emoji selector
/// stays behind an emoji. `\r\n`, `\r` and the line and paragraph separators become `\n`. Cleaning twice is cleaning once.
///
/// # Errors
///
/// [`NulCharacter`] if the text holds U+0000.
pub fn clean(text: &str) -> Result<Cleaned, NulCharacter> {
    if text.contains('\0') {
        return Err(NulCharacter);
    }
    let mut current = composed(&with_plain_line_ends(text));
    let mut removed = 0_u32;
    // Removing can bring characters together that compose, and composing can take the letter a joiner stood on.
    loop {
        let mut kept = String::with_capacity(current.len());
        let before = removed;
        for (character, hidden) in marked(&current) {
            if hidden {
                removed = removed.saturating_add(1);
            } else {
                kept.push(character);
            }
        }
        if removed == before {
            return Ok(Cleaned { text: current, removed });
        }
        current = composed(&kept);
    }
}

fn composed(text: &str) -> String {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => text.to_owned(),
        _ => text.nfc().collect(),
    }
}

fn with_plain_line_ends(text: &str) -> String {
    if !text.contains(['\r', '\u{2028}', '\u{2029}']) {
        return text.to_owned();
    }
    text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n")
}
