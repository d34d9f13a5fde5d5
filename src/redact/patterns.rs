//! The search for secrets known by their shape: a first pass tells which rows of the table are worth trying.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Regex, RegexSet};

use super::pattern_table::{CARD_NUMBER, EMAIL_ADDRESS, PATTERNS};
use super::redacted::Policy;
use super::span::Span;

/// One row of the table.
pub(super) struct Pattern {
    pub(super) kind: &'static str,
    pub(super) hints: &'static [&'static str],
    pub(super) expression: &'static str,
    pub(super) holds: fn(&Found<'_>) -> bool,
}

/// A match, as the checks of the table see it.
pub(super) struct Found<'a> {
    text: &'a str,
    secret: Range<usize>,
}

impl<'a> Found<'a> {
    pub(super) fn secret(&self) -> &'a str {
        &self.text[self.secret.clone()]
    }

    /// Up to `bytes` bytes in front of the secret.
    pub(super) fn before(&self, bytes: usize) -> &'a str {
        let from = self.text.floor_char_boundary(self.secret.start.saturating_sub(bytes));
        &self.text[from..self.secret.start]
    }

    /// Up to `bytes` bytes behind the secret.
    pub(super) fn after(&self, bytes: usize) -> &'a str {
        let to = self.text.ceil_char_boundary((self.secret.end + bytes).min(self.text.len()));
        &self.text[self.secret.end..to]
    }
}

static HINTS: LazyLock<RegexSet> = LazyLock::new(|| {
    let rows = PATTERNS.iter().map(|pattern| {
        let words: Vec<String> = pattern.hints.iter().map(|hint| regex::escape(hint)).collect();
        format!("(?i-u:{})", words.join("|"))
    });
    RegexSet::new(rows).expect("alternations of escaped literals are valid expressions")
});

/// An expression of the table, compiled when a text first needs it.
type LazyExpression = LazyLock<Regex, Box<dyn FnOnce() -> Regex + Send>>;

static EXPRESSIONS: LazyLock<Vec<LazyExpression>> =
    LazyLock::new(|| PATTERNS.iter().map(|pattern| LazyExpression::new(Box::new(|| compiled(pattern)))).collect());

static EMAIL_EXPRESSION: LazyLock<Regex> = LazyLock::new(|| compiled(&EMAIL_ADDRESS));
static CARD_EXPRESSION: LazyLock<Regex> = LazyLock::new(|| compiled(&CARD_NUMBER));

const START: &str = r"(?:(?-u:\b)|\\[nrt]|%[0-9A-Fa-f]{2})";

pub(super) fn compiled(pattern: &Pattern) -> Regex {
    Regex::new(&pattern.expression.replace("{start}", START))
        .expect("the expressions of the table are constants, and a test compiles each")
}

pub(super) fn kinds() -> impl Iterator<Item = &'static str> {
    PATTERNS.iter().chain([&EMAIL_ADDRESS, &CARD_NUMBER]).map(|pattern| pattern.kind)
}

pub(super) fn find(text: &str, policy: Policy, found: &mut Vec<Span>) {
    for row in &HINTS.matches(text) {
        find_with(&PATTERNS[row], &EXPRESSIONS[row], text, found);
    }
    if policy.email_addresses {
        find_with(&EMAIL_ADDRESS, &EMAIL_EXPRESSION, text, found);
    }
    if policy.card_numbers {
        find_with(&CARD_NUMBER, &CARD_EXPRESSION, text, found);
    }
}

fn find_with(pattern: &Pattern, expression: &Regex, text: &str, found: &mut Vec<Span>) {
    let mut at = 0;
    while let Some(groups) = expression.captures_at(text, at) {
        let Some(secret) = groups.iter().skip(1).flatten().next().or_else(|| groups.get(0)) else {
            break;
        };
        let secret = secret.range();
        if (pattern.holds)(&Found { text, secret: secret.clone() }) {
            found.push(Span::structured(secret.clone(), pattern.kind));
        }
        // No expression matches the empty string, so each turn moves on.
        at = secret.end;
    }
}
