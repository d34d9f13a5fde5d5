//! Folding: forms of one character that a reader takes for the same become the same. Case is kept, as the parts of `fooBar`
//! are found by it.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// A folded character and what it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Folded {
    pub(super) character: char,
    /// Where its source begins in the text, in Unicode scalar values.
    pub(super) start: u32,
    /// Where its source ends, exclusive.
    pub(super) end: u32,
}

/// Compatibility forms unified (NFKC), accents and vowel points of the alphabets that can do without them taken away, digits of
/// every common script as `0` to `9`, invisible characters dropped.
pub(super) fn fold(text: &str) -> Vec<Folded> {
    let mut folded = Vec::with_capacity(text.len());
    let mut characters = text.chars().zip(0_u32..).peekable();
    let mut cluster = String::new();
    while let Some((first, start)) = characters.next() {
        cluster.clear();
        cluster.push(first);
        let mut end = start + 1;
        // Forms are composed and decomposed within a character and what attaches to it, never across.
        while let Some(&(next, at)) = characters.peek().filter(|&&(next, _)| attaches(next)) {
            cluster.push(next);
            end = at + 1;
            characters.next();
        }
        if first.is_ascii() && end == start + 1 {
            folded.push(Folded { character: first, start, end });
        } else {
            let unmarked = cluster.nfkd().filter(|&character| !is_dropped(character));
            folded.extend(unmarked.nfc().flat_map(simplify).map(|character| Folded { character, start, end }));
        }
    }
    folded
}

/// Lower case of folded characters, folded again: some letters have a lower case with an accent.
pub(super) fn lower(characters: impl Iterator<Item = char>) -> String {
    let mut lowered = String::new();
    for character in characters {
        if character.is_ascii() {
            lowered.push(character.to_ascii_lowercase());
        } else {
            lowered.extend(character.to_lowercase().filter(|&character| !is_dropped(character)).flat_map(simplify));
        }
    }
    lowered
}

/// Combining marks, the later parts of a decomposed Korean syllable, and the half-width marks of Japanese.
fn attaches(character: char) -> bool {
    !character.is_ascii()
        && (is_combining_mark(character) || matches!(character, '\u{1160}'..='\u{11ff}' | '\u{ff9e}' | '\u{ff9f}'))
}

/// Accents of Latin, Greek and Cyrillic, vowel points of Hebrew, Arabic and Syriac, the Arabic stretching stroke, variation
/// selectors, and characters that show nothing. Marks of other scripts are part of the spelling and stay.
fn is_dropped(character: char) -> bool {
    matches!(character,
        '\u{0300}'..='\u{036f}' | '\u{0483}'..='\u{0489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}'
        | '\u{0591}'..='\u{05bd}' | '\u{05bf}' | '\u{05c1}'..='\u{05c2}' | '\u{05c4}'..='\u{05c5}' | '\u{05c7}'
        | '\u{0610}'..='\u{061a}' | '\u{0640}' | '\u{064b}'..='\u{065f}' | '\u{0670}' | '\u{06d6}'..='\u{06dc}'
        | '\u{06df}'..='\u{06e4}' | '\u{06e7}'..='\u{06e8}' | '\u{06ea}'..='\u{06ed}' | '\u{0711}' | '\u{0730}'..='\u{074a}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}'
        | '\u{00ad}' | '\u{061c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{e0001}'..='\u{e007f}')
}

/// What Unicode does not decompose and readers do.
fn simplify(character: char) -> impl Iterator<Item = char> {
    let (one, two) = match character {
        'ß' => ('s', Some('s')),
        'ẞ' => ('S', Some('S')),
        'æ' => ('a', Some('e')),
        'Æ' => ('A', Some('E')),
        'œ' => ('o', Some('e')),
        'Œ' => ('O', Some('E')),
        'ø' => ('o', None),
        'Ø' => ('O', None),
        'ł' => ('l', None),
        'Ł' => ('L', None),
        'đ' => ('d', None),
        'Đ' => ('D', None),
        'ı' => ('i', None),
        'ς' => ('σ', None),
        '’' | '‘' | 'ʼ' | 'ʹ' | '＇' => ('\'', None),
        '‐' | '−' | '﹣' => ('-', None),
        _ => (digit(character).unwrap_or(character), None),
    };
    std::iter::once(one).chain(two)
}

/// The digit of a script whose ten digits stand in a row.
fn digit(character: char) -> Option<char> {
    const ZEROS: [u32; 11] = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0be6, 0x0e50, 0x0ed0, 0x1040, 0x17e0];
    let point = u32::from(character);
    let zero = ZEROS.into_iter().find(|&zero| (zero..zero + 10).contains(&point))?;
    char::from_digit(point - zero, 10)
}
