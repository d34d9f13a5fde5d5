//! Counts of what a text is made of, taken in one pass.

use std::collections::HashSet;

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory as _};

/// How many different words are told apart; more change the score no longer.
const MOST_WORDS: usize = 500;

/// Counts are in characters, white space left out of `visible`.
#[derive(Debug, Default)]
pub(super) struct Measures {
    pub(super) visible: usize,
    pub(super) letters: usize,
    pub(super) digits: usize,
    /// The last letter is one of an alphabet, where a single letter is no word.
    pub(super) single_letter_says_nothing: bool,
    pub(super) distinct_words: usize,
    undecodable: usize,
    /// Characters of U+0080 to U+00FF: many of them are bytes that were read as letters.
    upper_latin: usize,
}

impl Measures {
    pub(super) fn of(content: &str) -> Self {
        let mut measures = Self::default();
        for character in content.chars() {
            measures.count(character);
        }
        measures.distinct_words = distinct_words(content);
        measures
    }

    /// One character in ten could not be decoded, or nearly half of them are bytes read as letters.
    pub(super) fn is_binary(&self) -> bool {
        (self.undecodable >= 3 && self.undecodable * 10 >= self.visible)
            || (self.upper_latin >= 6 && self.upper_latin * 5 >= self.visible * 2)
    }

    fn count(&mut self, character: char) {
        if matches!(character, '\t' | '\n' | '\r' | '\u{0C}') {
            return;
        }
        let category = character.general_category();
        if is_undecodable(character, category) {
            self.undecodable += 1;
            self.visible += 1;
            return;
        }
        if character.is_whitespace() || matches!(category, GeneralCategory::Format) || is_invisible(character) {
            return;
        }
        self.visible += 1;
        if matches!(u32::from(character), 0x80..=0xFF) {
            self.upper_latin += 1;
        }
        match character.general_category_group() {
            GeneralCategoryGroup::Letter => {
                self.letters += 1;
                self.single_letter_says_nothing = is_of_an_alphabet(character);
            }
            GeneralCategoryGroup::Number => {
                // Numerals that are words of their own, such as Roman and Han ones, are letters to a reader.
                if category == GeneralCategory::LetterNumber {
                    self.letters += 1;
                } else {
                    self.digits += 1;
                }
            }
            _ => {}
        }
    }
}

fn is_undecodable(character: char, category: GeneralCategory) -> bool {
    character == '\u{FFFD}'
        || matches!(category, GeneralCategory::Control | GeneralCategory::PrivateUse | GeneralCategory::Unassigned)
}

/// Fillers and blanks that are no white space and no format characters to Unicode.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' | '\u{2800}' | '\u{034F}' | '\u{17B4}' | '\u{17B5}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}'
    )
}

/// Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic and the scripts between them; a Han or Hangul character is a word.
fn is_of_an_alphabet(character: char) -> bool {
    u32::from(character) < 0x1100 || matches!(u32::from(character), 0x1E00..=0x2DFF | 0xA640..=0xA7FF | 0xFF21..=0xFF5A)
}

/// Scripts that put no spaces between words count two characters as a word.
fn distinct_words(content: &str) -> usize {
    let mut words = HashSet::new();
    let mut unspaced = HashSet::new();
    for word in content.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if words.len() + unspaced.len() > MOST_WORDS {
            break;
        }
        let last = word.chars().next_back().unwrap_or('a');
        if is_of_an_alphabet(last) && !matches!(u32::from(last), 0x0E00..=0x0EFF | 0x1000..=0x109F) {
            words.insert(word.to_lowercase());
        } else {
            unspaced.extend(word.chars().take(MOST_WORDS));
        }
    }
    words.len() + unspaced.len().div_ceil(2)
}
