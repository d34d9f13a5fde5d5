//! Folded text to runs that one rule applies to.

use std::ops::Range;

use super::fold::Folded;
use super::script::{Kind, kind};

/// A stretch of folded characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) kind: RunKind,
    /// Places in the folded text.
    pub(super) range: Range<usize>,
}

/// Which rule applies to a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RunKind {
    /// Words, joined by single connectors when there is more than one.
    Words,
    /// Characters of a script without spaces.
    Unspaced,
    /// Korean.
    Hangul,
    /// One pictograph.
    Pictograph,
}

/// The runs of a folded text in order; what lies between them separates.
pub(super) fn runs(folded: &[Folded]) -> Vec<Run> {
    let kinds: Vec<Kind> = folded.iter().map(|folded| kind(folded.character)).collect();
    let mut runs = Vec::new();
    let mut at = 0;
    while let Some(&first) = kinds.get(at) {
        let (kind, end) = match first {
            Kind::Other => {
                at += 1;
                continue;
            }
            Kind::Pictograph => (RunKind::Pictograph, at + 1),
            Kind::Unspaced => (RunKind::Unspaced, end_of(&kinds, at, first)),
            Kind::Hangul => (RunKind::Hangul, end_of(&kinds, at, first)),
            Kind::Word => (RunKind::Words, end_of_words(folded, &kinds, at)),
        };
        runs.push(Run { kind, range: at..end });
        at = end;
    }
    runs
}

fn end_of(kinds: &[Kind], start: usize, kind: Kind) -> usize {
    let length = kinds[start..].iter().take_while(|&&other| other == kind).count();
    start + length
}

/// The end of words that connectors join. A connector joins only when a word stands on both its sides.
fn end_of_words(folded: &[Folded], kinds: &[Kind], start: usize) -> usize {
    let mut end = end_of(kinds, start, Kind::Word);
    loop {
        let connectors = connectors(folded, end);
        let next = end + connectors;
        if connectors == 0 || kinds.get(next) != Some(&Kind::Word) {
            break;
        }
        let (before, after) = (folded[end - 1].character, folded[next].character);
        match folded[end].character {
            ',' if !(before.is_ascii_digit() && after.is_ascii_digit()) => break,
            '\'' if !(before.is_alphabetic() && after.is_alphabetic()) => break,
            _ => end = end_of(kinds, next, Kind::Word),
        }
    }
    end + after_letter(folded, kinds, start, end)
}

/// How many connectors stand at a place: one, or several that are written together (`::`, `__`).
fn connectors(folded: &[Folded], at: usize) -> usize {
    let Some(first) = folded.get(at).map(|folded| folded.character) else { return 0 };
    let most = match first {
        '-' | '.' | '/' | '\\' | '@' | '+' | ',' | '\'' => 1,
        ':' => 2,
        '_' => usize::MAX,
        _ => return 0,
    };
    folded[at..].iter().take(most).take_while(|folded| folded.character == first).count()
}

/// `C++`, `C#`, `F#`: the signs that belong to a single letter.
fn after_letter(folded: &[Folded], kinds: &[Kind], start: usize, end: usize) -> usize {
    if end != start + 1 || !folded[start].character.is_ascii_alphabetic() {
        return 0;
    }
    let follows = |sign: &[char]| {
        folded[end..].iter().take(sign.len()).map(|folded| folded.character).eq(sign.iter().copied())
            && kinds.get(end + sign.len()) != Some(&Kind::Word)
    };
    if follows(&['+', '+']) { 2 } else { usize::from(follows(&['#'])) }
}
