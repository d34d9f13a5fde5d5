//! The search for secrets that begin with a literal prefix: one pass for the whole table.

use std::sync::LazyLock;

use regex::Regex;

use super::span::Span;
use super::token_table::TOKENS;
use super::wording;

/// One row of the table: a prefix, and what must follow it.
pub(super) struct Token {
    pub(super) kind: &'static str,
    pub(super) prefix: &'static str,
    /// Which characters the rest consists of.
    pub(super) rest: Rest,
    /// How many of them there are at least.
    pub(super) at_least: usize,
    pub(super) edge: Edge,
}

/// The alphabet of a token after its prefix.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    /// Lower-case or upper-case hexadecimal.
    Hexadecimal,
    /// `A–Z`, `0–9`.
    Capitals,
    /// Letters and digits.
    Alphanumeric,
    /// Letters, digits and `_`.
    Word,
    /// Letters, digits, `_` and `-` (base64url).
    Dashed,
    /// Letters, digits, `_`, `-` and `.`.
    Dotted,
    /// Letters, digits, `+`, `/` and `=`.
    Base64,
}

/// What may stand around a token.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    /// The prefix is telling enough to be found in the middle of a word.
    Anywhere,
    /// No letter or digit in front.
    WordStart,
    /// No letter or digit in front, and exactly as many characters as the table says.
    Exact,
}

impl Rest {
    fn holds(self, byte: u8) -> bool {
        match self {
            Self::Hexadecimal => byte.is_ascii_hexdigit(),
            Self::Capitals => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::Alphanumeric => byte.is_ascii_alphanumeric(),
            Self::Word => byte.is_ascii_alphanumeric() || byte == b'_',
            Self::Dashed => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
            Self::Dotted => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'),
            Self::Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='),
        }
    }

    /// Words joined by these characters are prose or a file name, not a token.
    fn can_spell_words(self) -> bool {
        matches!(self, Self::Word | Self::Dashed | Self::Dotted)
    }
}

static PREFIXES: LazyLock<Regex> = LazyLock::new(|| {
    let escaped: Vec<String> = TOKENS.iter().map(|token| regex::escape(token.prefix)).collect();
    Regex::new(&escaped.join("|")).expect("an alternation of escaped literals is a valid expression")
});

pub(super) fn kinds() -> impl Iterator<Item = &'static str> {
    TOKENS.iter().map(|token| token.kind)
}

pub(super) fn find(text: &str, found: &mut Vec<Span>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(hit) = PREFIXES.find_at(text, at) {
        let start = hit.start();
        let longest = TOKENS
            .iter()
            .filter(|token| bytes[start..].starts_with(token.prefix.as_bytes()))
            .filter_map(|token| end_of(token, text, start).map(|end| (end, token.kind)))
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        at = match longest {
            Some((end, kind)) => {
                found.push(Span::structured(start..end, kind));
                end
            }
            // Prefixes are ASCII, so the next byte starts a character.
            None => start + 1,
        };
    }
}

fn end_of(token: &Token, text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    if token.edge != Edge::Anywhere && !starts_word(bytes, start) {
        return None;
    }
    let body = start + token.prefix.len();
    let shortest = body.checked_add(token.at_least).filter(|end| *end <= bytes.len())?;
    if !bytes[body..shortest].iter().all(|byte| token.rest.holds(*byte)) {
        return None;
    }
    let run = bytes[shortest..].iter().take_while(|byte| token.rest.holds(**byte)).count();
    if token.edge == Edge::Exact && run > 0 && bytes[shortest].is_ascii_alphanumeric() {
        return None;
    }
    let mut end = if token.edge == Edge::Exact { shortest } else { shortest + run };
    while end > shortest && matches!(bytes[end - 1], b'.') {
        end -= 1;
    }
    let shown = &text[body..shortest];
    let harmless = wording::is_mask(shown) || (token.rest.can_spell_words() && wording::reads_as_words(shown));
    (!harmless).then_some(end)
}

/// No letter or digit directly in front, where an escape (`\n`, `%20`, `\u0027`) counts as a space.
pub(super) fn starts_word(bytes: &[u8], at: usize) -> bool {
    let before = &bytes[..at];
    match before {
        [.., last] if !last.is_ascii_alphanumeric() => true,
        [] => true,
        [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., b'%', high, low] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => true,
        _ => before.len() >= 6 && is_unicode_escape(&before[before.len() - 6..]),
    }
}

fn is_unicode_escape(six: &[u8]) -> bool {
    matches!(six, [b'\\', b'u', digits @ ..] if digits.iter().all(u8::is_ascii_hexdigit))
}
