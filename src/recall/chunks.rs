//! Long texts in pieces that the model reads whole, and the piece of a text that shows why it was found.

mod boundary;
mod excerpt;

use boundary::{Boundary, boundary_before};
pub use excerpt::{Excerpt, excerpt};

/// A chunk is about 200 tokens (model cards cut at 256 word pieces), in hundredths of a token.
const CHUNK: u32 = 200 * TOKEN;
/// A last chunk may be a little larger, rather than leave a few words alone.
const LAST_CHUNK: u32 = 230 * TOKEN;
/// What a chunk repeats of the one before, so that a thought that is cut is whole in one of them.
const OVERLAP: u32 = 40 * TOKEN;
/// Characters of a chunk, however little they weigh.
const MAX_CHARACTERS: usize = 900;
const TOKEN: u32 = 100;

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunk<'a> {
    /// The how-manieth it is, from 0.
    pub index: u16,
    /// Where it begins in the text, in Unicode scalar values.
    pub start: usize,
    /// How long it is, likewise.
    pub chars: usize,
    /// The piece itself.
    pub text: &'a str,
}

/// Cuts a text into chunks of about 200 tokens (150 English words, 200 Chinese characters; at most 900 characters, a last one
/// somewhat more) that overlap by about 40, at the ends of sentences where there are any. Every character is in a chunk, a
/// short text is one chunk, an empty text none. The same text always gives the same chunks.
#[must_use]
pub fn chunks(text: &str) -> Vec<Chunk<'_>> {
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    let byte = |at: usize| characters.get(at).map_or(text.len(), |&(byte, _)| byte);
    let mut chunks = Vec::new();
    let mut start = 0;
    while start < characters.len() {
        let index = u16::try_from(chunks.len()).unwrap_or(u16::MAX);
        let end = if index == u16::MAX { characters.len() } else { end_of(&characters, start) };
        chunks.push(Chunk { index, start, chars: end - start, text: &text[byte(start)..byte(end)] });
        if end == characters.len() {
            break;
        }
        start = start_of_next(&characters, start, end);
    }
    chunks
}

/// Where the chunk that begins at `start` ends: at the best boundary in its second half.
fn end_of(characters: &[(usize, char)], start: usize) -> usize {
    let mut weight = 0;
    let mut half = start + 1;
    let mut full = None;
    for at in start..characters.len() {
        weight += weight_at(characters, at);
        if weight <= CHUNK / 2 && at - start < MAX_CHARACTERS / 2 {
            half = at + 1;
        }
        if full.is_none() && (weight > CHUNK || at - start >= MAX_CHARACTERS) {
            full = Some(at.max(start + 1));
        }
        if weight > LAST_CHUNK || at - start >= MAX_CHARACTERS + MAX_CHARACTERS / 8 {
            let full = full.unwrap_or(at.max(start + 1));
            return boundary_before(characters, half, full).unwrap_or_else(|| whole_character(characters, half, full));
        }
    }
    characters.len()
}

/// Where the chunk after the one from `start` to `end` begins: at the first boundary of the best kind within the overlap.
fn start_of_next(characters: &[(usize, char)], start: usize, end: usize) -> usize {
    let mut weight = 0;
    let mut earliest = end;
    let mut best = (Boundary::None, end);
    while earliest > start + 1 && end - earliest < MAX_CHARACTERS / 5 {
        weight += weight_at(characters, earliest - 1);
        if weight > OVERLAP {
            break;
        }
        earliest -= 1;
        let boundary = Boundary::at(characters, earliest);
        if boundary >= best.0 && boundary > Boundary::None {
            best = (boundary, earliest);
        }
    }
    match best {
        (Boundary::None, _) => whole_character(characters, start + 1, earliest),
        (_, at) => at,
    }
}

/// The last place up to `at` and not before `from` that does not cut a character from its marks.
fn whole_character(characters: &[(usize, char)], from: usize, at: usize) -> usize {
    let mut place = at;
    while place > from && boundary::attaches(characters, place) {
        place -= 1;
    }
    if place > from { place } else { at }
}

/// An estimate of what a character costs a word-piece model. English: five letters and the start of a word come to 1.33
/// tokens. Alphabets that such models know less well go in shorter pieces, and Han is one token a character.
fn weight_at(characters: &[(usize, char)], at: usize) -> u32 {
    let character = characters[at].1;
    let starts_word = at == 0 || !characters[at - 1].1.is_alphanumeric();
    match character {
        ' ' | '\n' | '\t' | '\r' => 3,
        'a'..='z' | 'A'..='Z' => 18 + if starts_word { 48 } else { 0 },
        '0'..='9' => 50,
        _ if character.is_ascii() => TOKEN,
        '\u{00c0}'..='\u{024f}' => 40 + if starts_word { 48 } else { 0 },
        '\u{0250}'..='\u{2fff}' | '\u{a4d0}'..='\u{abff}' if character.is_alphanumeric() => 50,
        _ => TOKEN,
    }
}

#[cfg(test)]
mod tests;
