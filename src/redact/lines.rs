//! The lines of a text that may itself be quoted in a string.

use std::ops::Range;

/// Yields the byte range of each line, where the escapes `\n` and `\r` end a line as a real line end does.
pub(super) struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { text, at: 0 }
    }
}

impl Iterator for Lines<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        if self.at >= self.text.len() {
            return None;
        }
        let bytes = &self.text.as_bytes()[self.at..];
        let length = (0..bytes.len())
            .find(|place| bytes[*place] == b'\n' || matches!(bytes[*place..], [b'\\', b'n' | b'r', ..]))
            .unwrap_or(bytes.len());
        let line = self.at..self.at + length;
        self.at = line.end + if bytes.get(length) == Some(&b'\\') { 2 } else { 1 };
        Some(line)
    }
}
