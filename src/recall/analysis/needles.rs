//! What a query wants to the letter: quoted text, topics, identifiers, numbers.

use std::collections::HashSet;

/// No query has more needles.
const MAX_NEEDLES: usize = 16;
/// A longer quotation is not looked for to the letter.
const MAX_CHARACTERS: usize = 200;
/// Digits from which on a number tells one thing from another.
const MIN_DIGITS: usize = 3;
const TOPICS: [&str; 3] = ["file:", "service:", "doc:"];

/// A piece of a query to be found to the letter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Needle {
    /// What it is.
    pub kind: NeedleKind,
    /// As it stands in the query, without quotation marks; for a topic with its prefix, such as `file:src/main.rs`.
    pub text: String,
}

/// What a needle is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NeedleKind {
    /// Text in quotation marks.
    Phrase,
    /// `file:`, `service:` or `doc:` and a name.
    Topic,
    /// An identifier, path or address.
    Identifier,
    /// A number, date or time of three or more digits.
    Number,
}

/// The needles of a query: phrases first, then the others in their order; each once, at most 16.
#[must_use]
pub fn exact_needles(query: &str) -> Vec<Needle> {
    let (phrases, rest) = phrases(query);
    let words = rest.split_whitespace().filter_map(needle);
    let mut seen = HashSet::new();
    let all = phrases.into_iter().chain(words);
    all.filter(|needle| seen.insert(needle.clone())).take(MAX_NEEDLES).collect()
}

/// The quoted phrases, and the query with a space in place of each. A quoted name after a topic's prefix makes one topic.
fn phrases(query: &str) -> (Vec<Needle>, String) {
    let mut found = Vec::new();
    let mut rest = String::with_capacity(query.len());
    let mut left = query;
    while let Some(first) = left.chars().next() {
        let opens = first != '\'' || rest.chars().next_back().is_none_or(char::is_whitespace);
        let quoted = if opens { closing(first).and_then(|closing| quoted(left, first, closing)) } else { None };
        let Some((inner, after)) = quoted else {
            rest.push(first);
            left = &left[first.len_utf8()..];
            continue;
        };
        if let Some(prefix) = TOPICS.iter().find(|prefix| ends_with(&rest, prefix)) {
            rest.truncate(rest.len() - prefix.len());
            found.push(Needle { kind: NeedleKind::Topic, text: format!("{prefix}{inner}") });
        } else {
            found.push(Needle { kind: NeedleKind::Phrase, text: inner.to_owned() });
        }
        rest.push(' ');
        left = after;
    }
    (found, rest)
}

fn ends_with(text: &str, prefix: &str) -> bool {
    let Some(at) = text.len().checked_sub(prefix.len()) else { return false };
    text.is_char_boundary(at)
        && text[at..].eq_ignore_ascii_case(prefix)
        && text[..at].chars().next_back().is_none_or(char::is_whitespace)
}

fn closing(opening: char) -> Option<char> {
    Some(match opening {
        '"' => '"',
        '\'' => '\'',
        '`' => '`',
        '“' | '„' => '”',
        '«' => '»',
        '「' => '」',
        '『' => '』',
        _ => return None,
    })
}

/// What stands between the marks, and what comes after; `None` when there is no closing mark or nothing to look for. A single
/// mark closes only at the end of a word, as it is an apostrophe otherwise.
fn quoted(text: &str, opening: char, closing: char) -> Option<(&str, &str)> {
    let inner = &text[opening.len_utf8()..];
    // German closes with the mark that opens English quotations.
    let closes = |character: char| character == closing || (opening == '„' && character == '“');
    let limit = MAX_CHARACTERS + 2;
    for (at, character) in inner.char_indices().take(limit).filter(|&(_, character)| closes(character)) {
        let after = &inner[at + character.len_utf8()..];
        if closing == '\'' && after.chars().next().is_some_and(char::is_alphanumeric) {
            continue;
        }
        let phrase = inner[..at].trim();
        return (phrase.chars().nth(1).is_some() && phrase.chars().nth(MAX_CHARACTERS).is_none())
            .then_some((phrase, after));
    }
    None
}

/// What one word of the query is, if anything.
fn needle(word: &str) -> Option<Needle> {
    let word = word.trim_start_matches(|character: char| {
        !character.is_alphanumeric() && !matches!(character, '/' | '.' | '_' | '~')
    });
    let word = word.trim_end_matches(|character: char| !character.is_alphanumeric() && !matches!(character, '/' | '_'));
    let of = |kind| Some(Needle { kind, text: word.to_owned() });
    if word.chars().nth(MAX_CHARACTERS).is_some() {
        return None;
    }
    if let Some(prefix) =
        TOPICS.iter().find(|prefix| word.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix)))
    {
        let name = &word[prefix.len()..];
        return (!name.is_empty()).then(|| Needle { kind: NeedleKind::Topic, text: format!("{prefix}{name}") });
    }
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let letters = word.chars().filter(|character| character.is_alphabetic()).count();
    if letters == 0 {
        return if digits >= MIN_DIGITS { of(NeedleKind::Number) } else { None };
    }
    // Letters of a script without spaces run into a number that belongs to no identifier.
    if !word.is_ascii() {
        return numbers_inside(word);
    }
    if is_identifier(word, digits, letters) { of(NeedleKind::Identifier) } else { None }
}

/// Letters with digits, or letters joined as names of files, functions and hosts are.
fn is_identifier(word: &str, digits: usize, letters: usize) -> bool {
    let joined = |separator: &str, shortest: usize| {
        let mut parts = word.split(separator);
        word.contains(separator)
            && parts.all(|part| part.len() >= shortest && part.contains(|c: char| c.is_ascii_alphanumeric()))
    };
    let path = word.contains('/') && letters >= 3;
    (digits > 0 && digits + letters >= 4)
        || path
        || joined("_", 1)
        || joined("::", 1)
        || joined(".", 2)
        || joined("@", 2)
}

/// The first number of enough digits in a word of another script.
fn numbers_inside(word: &str) -> Option<Needle> {
    let numeric = |character: char| character.is_ascii_digit() || matches!(character, '.' | ',' | '-' | ':' | '/');
    word.split(|character| !numeric(character))
        .map(|number| number.trim_matches(|character: char| !character.is_ascii_digit()))
        .find(|number| number.bytes().filter(u8::is_ascii_digit).count() >= MIN_DIGITS)
        .map(|number| Needle { kind: NeedleKind::Number, text: number.to_owned() })
}

#[cfg(test)]
mod tests;
