//! Hidden characters made visible on the way out.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::hidden::{marked, may_be_hidden};

/// The text with every hidden character written as an escape such as `\u{202E}`; tab and line feed stay.
///
/// For whatever is served: texts written before the cleaning, and values that other systems supplied. `\r\n` becomes
/// `\n`. Making a text visible twice is making it visible once.
#[must_use]
pub fn visible(text: &str) -> String {
    let text: Cow<'_, str> = if text.contains("\r\n") { text.replace("\r\n", "\n").into() } else { text.into() };
    if !text.chars().any(may_be_hidden) {
        return text.into_owned();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for (character, hidden) in marked(&text) {
        if hidden {
            push_escape(&mut out, character);
        } else {
            out.push(character);
        }
    }
    out
}

fn push_escape(out: &mut String, character: char) {
    write!(out, "\\u{{{:04X}}}", u32::from(character)).expect("writing to a String cannot fail");
}
