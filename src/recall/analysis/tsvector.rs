//! Terms to the text form of a Postgres `tsvector`.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::Term;

/// The largest position that Postgres keeps (`MAXENTRYPOS` less one).
const MAX_POSITION: u32 = 16_383;
/// The most positions that Postgres keeps for a lexeme (`MAXNUMPOS` less one).
const MAX_POSITIONS: usize = 255;
/// Postgres refuses a `tsvector` whose lexemes and positions take 1 MiB.
const MAX_BYTES: usize = 1_000_000;

/// The terms as the text form of a `tsvector`, such as `'billing-api':1 'bill':1,7 'api':2`, for `$1::text::tsvector`.
///
/// Positions beyond the largest that Postgres keeps become that one, at most 255 are kept for a term. When the whole would be
/// larger than Postgres accepts, positions go first and then the terms that come last in the text.
#[must_use]
pub fn tsvector_literal(terms: &[Term]) -> String {
    let mut lexemes = lexemes(terms);
    let mut bytes: usize = lexemes.iter().map(Lexeme::bytes).sum();
    if bytes > MAX_BYTES {
        for lexeme in &mut lexemes {
            lexeme.positions.truncate(1);
        }
        bytes = lexemes.iter().map(Lexeme::bytes).sum();
    }
    while bytes > MAX_BYTES {
        bytes -= lexemes.pop().map_or(bytes, |lexeme| lexeme.bytes());
    }
    let mut literal = String::with_capacity(bytes + 4 * lexemes.len());
    for lexeme in &lexemes {
        if !literal.is_empty() {
            literal.push(' ');
        }
        lexeme.write(&mut literal);
    }
    literal
}

struct Lexeme<'a> {
    text: &'a str,
    positions: Vec<u32>,
}

impl Lexeme<'_> {
    /// What Postgres stores: the text, aligned to two bytes, the number of positions and the positions.
    fn bytes(&self) -> usize {
        self.text.len() + 1 + 2 + 2 * self.positions.len()
    }

    fn write(&self, literal: &mut String) {
        literal.push('\'');
        for character in self.text.chars() {
            if matches!(character, '\'' | '\\') {
                literal.push(character);
            }
            literal.push(character);
        }
        literal.push('\'');
        for (at, position) in self.positions.iter().enumerate() {
            let separator = if at == 0 { ':' } else { ',' };
            write!(literal, "{separator}{position}").expect("writing to a String does not fail");
        }
    }
}

/// Each term once, in the order of its first position, with its positions in order.
fn lexemes(terms: &[Term]) -> Vec<Lexeme<'_>> {
    let mut lexemes: Vec<Lexeme<'_>> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for term in terms {
        let place = *places.entry(&term.text).or_insert_with(|| {
            lexemes.push(Lexeme { text: &term.text, positions: Vec::new() });
            lexemes.len() - 1
        });
        let positions = &mut lexemes[place].positions;
        let position = term.position.clamp(1, MAX_POSITION);
        if positions.len() < MAX_POSITIONS && positions.last().is_none_or(|&last| last < position) {
            positions.push(position);
        }
    }
    lexemes
}

#[cfg(test)]
mod tests;
