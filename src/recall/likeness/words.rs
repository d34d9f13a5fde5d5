//! A text as folded words that remember how they were written.

use std::collections::HashSet;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Facts are looked for in so many bytes of folded text; what is said further on is not compared.
const BEGINNING: usize = 40_000;
/// At most so many words are compared.
const MOST_WORDS: usize = 8_000;

/// One text, folded and cut into words.
pub(super) struct Text {
    /// The whole text.
    pub(super) folded: String,
    /// As much of it as facts are looked for in.
    pub(super) beginning: String,
    pub(super) words: Vec<Word>,
    pub(super) set: HashSet<String>,
    /// Most letters are of a script without spaces or capitals.
    pub(super) is_caseless: bool,
}

/// One word and what its spelling says.
pub(super) struct Word {
    pub(super) folded: String,
    pub(super) written: String,
    pub(super) starts_sentence: bool,
}

impl Text {
    pub(super) fn of(text: &str) -> Self {
        let composed: String = text.nfkc().collect();
        let words = words_of(&composed);
        let set = words.iter().map(|word| word.folded.clone()).collect();
        let (mut cased, mut caseless) = (0_usize, 0_usize);
        for character in composed.chars().filter(|character| character.is_alphabetic()) {
            if character.is_lowercase() || character.is_uppercase() {
                cased += 1;
            } else {
                caseless += 1;
            }
        }
        let folded = fold(text);
        let beginning = folded[..folded.floor_char_boundary(BEGINNING.min(folded.len()))].to_owned();
        Self { folded, beginning, words, set, is_caseless: caseless * 2 > cased }
    }
}

/// Compatibility forms, case, white space and final punctuation folded; digits of every script become ASCII digits.
pub(super) fn fold(text: &str) -> String {
    let mut current = text.to_owned();
    // Normal forms and case act on each other; two or three turns settle every text known.
    for _ in 0..8 {
        let lower = current.nfkc().collect::<String>().to_lowercase();
        let lower: String =
            lower.replace('ß', "ss").replace('ς', "σ").replace(['’', '‘', 'ʼ'], "'").nfkc().map(ascii_digit).collect();
        let spaced = lower.split_whitespace().collect::<Vec<_>>().join(" ");
        let bare = spaced
            .trim_end_matches(|character: char| character.is_whitespace() || ".,:;!?…。、؟،।".contains(character));
        let next = if bare.is_empty() { spaced.clone() } else { bare.to_owned() };
        if next == current {
            break;
        }
        current = next;
    }
    current
}

fn ascii_digit(character: char) -> char {
    const ZEROS: &[u32] = &[
        0x660, 0x6F0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50, 0xED0, 0xF20, 0x1040,
        0x17E0, 0x1810,
    ];
    let code = u32::from(character);
    ZEROS
        .iter()
        .find(|zero| (**zero..**zero + 10).contains(&code))
        .and_then(|zero| char::from_digit(code - zero, 10))
        .unwrap_or(character)
}

/// Joins a word: letters, digits, marks; `_ . - / @ : # + '` only between them.
fn words_of(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut starts_sentence = true;
    let mut word = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let inside = character.is_alphanumeric()
            || is_combining_mark(character)
            || character == '_'
            || (matches!(character, '.' | '-' | '/' | '@' | ':' | '\'' | '’' | '+' | '#')
                && !word.is_empty()
                && characters.peek().is_some_and(|next| next.is_alphanumeric()))
            || (matches!(character, '#' | '+') && !word.is_empty());
        if inside {
            // Latin words and those of scripts without spaces part where they meet.
            if let Some(last) = word.chars().next_back()
                && character.is_alphabetic()
                && last.is_alphanumeric()
                && is_unspaced(character) != is_unspaced(last)
                && !is_combining_mark(character)
            {
                push(&mut words, &mut word, &mut starts_sentence);
            }
            word.push(character);
            continue;
        }
        push(&mut words, &mut word, &mut starts_sentence);
        if matches!(
            character,
            '.' | '!' | '?' | '\n' | '。' | '！' | '？' | '…' | '؟' | ':' | '•' | '"' | '“' | '„' | '»' | '«'
        ) {
            starts_sentence = true;
        }
        if words.len() >= MOST_WORDS {
            break;
        }
    }
    push(&mut words, &mut word, &mut starts_sentence);
    words
}

fn push(words: &mut Vec<Word>, word: &mut String, starts_sentence: &mut bool) {
    if word.is_empty() {
        return;
    }
    let written = std::mem::take(word);
    words.push(Word { folded: fold(&written), written, starts_sentence: *starts_sentence });
    *starts_sentence = false;
}

/// A letter of a script that puts no spaces between words.
pub(super) fn is_unspaced(character: char) -> bool {
    matches!(u32::from(character), 0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x3040..=0x30FF | 0x3400..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

/// What `left` has more often than `right`.
pub(super) fn surplus<T: PartialEq + Clone + std::hash::Hash + Eq>(left: &[T], right: &[T]) -> Vec<T> {
    let right: HashSet<&T> = right.iter().collect();
    left.iter().filter(|item| !right.contains(item)).cloned().collect()
}
