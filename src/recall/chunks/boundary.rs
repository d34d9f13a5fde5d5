//! Where a text can be cut.

use unicode_normalization::char::is_combining_mark;

/// How good a place is for a cut, from worst to best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Boundary {
    /// In the middle of a word.
    None,
    /// Between words.
    Word,
    /// After a comma and the like.
    Clause,
    /// Between sentences, or at the end of a line.
    Sentence,
}

impl Boundary {
    /// The boundary in front of the character at `at`.
    pub(super) fn at(characters: &[(usize, char)], at: usize) -> Self {
        let Some(&(_, next)) = characters.get(at) else { return Self::Sentence };
        if at == 0 {
            return Self::Sentence;
        }
        // The white space belongs to what comes before it.
        if next.is_whitespace() {
            return Self::None;
        }
        let spaces = characters[..at].iter().rev().take(4).take_while(|(_, before)| before.is_whitespace()).count();
        if characters[at - spaces..at]
            .iter()
            .any(|&(_, before)| matches!(before, '\n' | '\r' | '\u{2028}' | '\u{2029}'))
        {
            return Self::Sentence;
        }
        let ends =
            |(_, last): &&(usize, char)| !matches!(last, '"' | '\'' | ')' | ']' | '”' | '’' | '»' | '」' | '』' | '）');
        let last = characters[..at - spaces].iter().rev().take(3).find(ends).map(|&(_, last)| last);
        match last {
            // These end a sentence without a space after them, unless a closing mark still follows.
            Some('。' | '！' | '？' | '｡' | '…' | '।' | '॥' | '။' | '។') if !is_closing(next) => {
                Self::Sentence
            }
            Some('.' | '!' | '?' | '؟' | '۔' | '։') if spaces > 0 => Self::Sentence,
            Some('，' | '、' | '；' | '：') if !is_closing(next) => Self::Clause,
            Some(',' | ';' | ':' | '،' | '؛' | '—' | '–') if spaces > 0 => Self::Clause,
            _ if spaces > 0 => Self::Word,
            _ => Self::None,
        }
    }
}

/// The last of the best boundaries after `from` and up to `to`.
pub(super) fn boundary_before(characters: &[(usize, char)], from: usize, to: usize) -> Option<usize> {
    let mut best = (Boundary::None, None);
    for at in (from + 1..=to).rev() {
        let boundary = Boundary::at(characters, at);
        if boundary > best.0 {
            best = (boundary, Some(at));
        }
    }
    best.1
}

/// Whether the character at `at` belongs to the one before it: a combining mark, a joined pictograph, a variation selector.
pub(super) fn attaches(characters: &[(usize, char)], at: usize) -> bool {
    let joined = at > 0 && characters.get(at - 1).is_some_and(|&(_, before)| before == '\u{200d}');
    let continues = |character: char| {
        is_combining_mark(character) || matches!(character, '\u{200c}' | '\u{200d}' | '\u{1f3fb}'..='\u{1f3ff}')
    };
    joined || characters.get(at).is_some_and(|&(_, next)| continues(next))
}

fn is_closing(character: char) -> bool {
    matches!(
        character,
        '"' | '\'' | ')' | ']' | '”' | '’' | '»' | '」' | '』' | '）' | '。' | '！' | '？' | '…' | '，' | '、'
    )
}
