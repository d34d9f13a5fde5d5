//! Which rules a character falls under.

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeEmoji as _, UnicodeGeneralCategory as _};

/// Which rules a character falls under.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A letter, mark or number of a script with spaces between words.
    Word,
    /// A character of a script without.
    Unspaced,
    /// A Korean syllable or letter.
    Hangul,
    /// A pictograph, a term by itself.
    Pictograph,
    /// Anything else: ends a word.
    Other,
}

/// The kind of a folded character.
pub(super) fn kind(character: char) -> Kind {
    if character.is_ascii() {
        return if character.is_ascii_alphanumeric() { Kind::Word } else { Kind::Other };
    }
    match character.general_category_group() {
        GeneralCategoryGroup::Letter | GeneralCategoryGroup::Mark | GeneralCategoryGroup::Number => {
            if is_unspaced(character) {
                Kind::Unspaced
            } else if is_hangul(character) {
                Kind::Hangul
            } else {
                Kind::Word
            }
        }
        GeneralCategoryGroup::Symbol
            if character.general_category() == GeneralCategory::OtherSymbol && character.is_emoji_char() =>
        {
            Kind::Pictograph
        }
        _ => Kind::Other,
    }
}

/// Han, of which one character is often a word.
pub(super) fn is_han(character: char) -> bool {
    matches!(character,
        '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{3029}' | '\u{3038}'..='\u{303b}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// A letter or vowel sign of an alphabet other than the Latin one.
pub(super) fn is_foreign_letter(character: char) -> bool {
    let is_latin = matches!(character, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{2c60}'..='\u{2c7f}');
    !is_latin && (is_mark(character) || character.general_category_group() == GeneralCategoryGroup::Letter)
}

/// A vowel sign or another mark that stands with the letter before it.
pub(super) fn is_mark(character: char) -> bool {
    character.general_category_group() == GeneralCategoryGroup::Mark
}

fn is_unspaced(character: char) -> bool {
    is_han(character)
        || matches!(character,
            '\u{3041}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{3105}'..='\u{312f}' | '\u{31a0}'..='\u{31bf}' // kana, Bopomofo
            | '\u{1b000}'..='\u{1b16f}' // further kana
            | '\u{a000}'..='\u{a4cf}' // Yi
            | '\u{0e00}'..='\u{0eff}' // Thai, Lao
            | '\u{1000}'..='\u{109f}' | '\u{a9e0}'..='\u{a9ff}' | '\u{aa60}'..='\u{aa7f}' // Myanmar
            | '\u{1780}'..='\u{17ff}' // Khmer
            | '\u{1950}'..='\u{19df}' | '\u{1a20}'..='\u{1aaf}' | '\u{aa80}'..='\u{aadf}') // Tai scripts
}

fn is_hangul(character: char) -> bool {
    matches!(character,
        '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' | '\u{a960}'..='\u{a97c}' | '\u{ac00}'..='\u{d7fb}')
}
