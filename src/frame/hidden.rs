//! Which characters are hidden, and where a joiner or a variation selector has work to do.

use unicode_properties::{GeneralCategory, UnicodeEmoji, UnicodeGeneralCategory};

/// What is to become of a character, as far as it can be told without its neighbours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Seen by the reader.
    Shown,
    /// Never seen, and never needed.
    Hidden,
    /// Zero-width joiner and non-joiner: needed inside some scripts and emoji.
    Joiner,
    /// Variation selectors 15 and 16, which choose between text and emoji.
    EmojiSelector,
    /// The free variation selectors of Mongolian.
    MongolianSelector,
}

const NON_JOINER: char = '\u{200C}';
const JOINER: char = '\u{200D}';
const KEYCAP: char = '\u{20E3}';

/// Pairs every character of `text` with whether it is hidden where it stands.
///
/// A joiner counts as seen between letters of a script that joins or stacks, after the virama of an Indic script, and
/// (the joiner only) between two emoji. A selector counts as seen directly behind one character that it can change.
/// Runs of them, or of them and other hidden characters, therefore carry nothing.
pub(super) fn marked(text: &str) -> impl Iterator<Item = (char, bool)> {
    let mut characters = text.chars().peekable();
    // The character in front, if it is seen: what a joiner or selector would act on.
    let mut last: Option<char> = None;
    std::iter::from_fn(move || {
        let character = characters.next()?;
        let next = characters.peek().copied();
        let hidden = match class(character) {
            Class::Shown => false,
            Class::Hidden => true,
            Class::Joiner => !joins(character, last, next),
            Class::EmojiSelector => !last.is_some_and(|base| selects(base, next)),
            Class::MongolianSelector => !last.is_some_and(|base| matches!(base, '\u{1820}'..='\u{18AA}')),
        };
        last = (!hidden).then_some(character);
        Some((character, hidden))
    })
}

/// Whether the character is hidden wherever it stands, or belongs to those that are hidden in most places.
pub(super) fn may_be_hidden(character: char) -> bool {
    class(character) != Class::Shown
}

fn class(character: char) -> Class {
    match character {
        '\t' | '\n' | ' '..='~' => Class::Shown,
        NON_JOINER | JOINER => Class::Joiner,
        '\u{FE0E}' | '\u{FE0F}' => Class::EmojiSelector,
        '\u{180B}'..='\u{180D}' | '\u{180F}' => Class::MongolianSelector,
        // Blank letters and marks: Hangul fillers, the grapheme joiner, inherent vowels of Khmer.
        '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{3164}' | '\u{FFA0}' => Class::Hidden,
        // The other variation selectors.
        '\u{FE00}'..='\u{FE0D}' | '\u{E0100}'..='\u{E01EF}' => Class::Hidden,
        // Format characters that are drawn: number signs and verse marks of Arabic, Syriac and Kaithi; hieroglyph layout.
        '\u{0600}'..='\u{0605}'
        | '\u{06DD}'
        | '\u{070F}'
        | '\u{0890}'
        | '\u{0891}'
        | '\u{08E2}'
        | '\u{110BD}'
        | '\u{110CD}'
        | '\u{13430}'..='\u{1343F}' => Class::Shown,
        other => match other.general_category() {
            GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::Unassigned
            | GeneralCategory::PrivateUse
            | GeneralCategory::Surrogate
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator => Class::Hidden,
            _ => Class::Shown,
        },
    }
}

fn joins(joiner: char, last: Option<char>, next: Option<char>) -> bool {
    let Some(last) = last else { return false };
    let is_mark = last.general_category() == GeneralCategory::NonspacingMark;
    if is_mark && is_indic(last) {
        // A consonant is kept apart or in half form, at the end of a word as well.
        return next.is_none_or(|next| class(next) == Class::Shown);
    }
    let Some(next) = next.filter(|next| class(*next) == Class::Shown) else {
        return false;
    };
    if needs_joiners(last) && needs_joiners(next) {
        return true;
    }
    joiner == JOINER && ends_emoji(last) && next.is_emoji_char() && !next.is_ascii()
}

/// An emoji, or what may stand at its end: a selector, a skin tone, a keycap.
fn ends_emoji(character: char) -> bool {
    character == '\u{FE0F}'
        || (character.is_emoji_char_or_emoji_component() && !character.is_ascii() && character != JOINER)
}

/// A selector acts on emoji; on a digit, `#` or `*` only inside a keycap.
fn selects(base: char, next: Option<char>) -> bool {
    if base.is_ascii() {
        return base.is_emoji_char() && next == Some(KEYCAP);
    }
    base.is_emoji_char()
}

/// Scripts whose letters join or stack: Arabic, Syriac, N'Ko, Mandaic, the scripts of India and South-East Asia, Mongolian, Adlam, …
fn needs_joiners(character: char) -> bool {
    let code = u32::from(character);
    is_indic(character)
        || matches!(
            code,
            0x0600..=0x07FF | 0x0840..=0x08FF | 0x1800..=0x18AF | 0xA840..=0xA87F | 0xFB50..=0xFDFF | 0xFE70..=0xFEFE | 0x10AC0..=0x10AFF | 0x10D00..=0x10D3F | 0x1E900..=0x1E95F
        ) && (character.general_category_group() == unicode_properties::GeneralCategoryGroup::Letter
            || character.general_category_group() == unicode_properties::GeneralCategoryGroup::Mark)
}

/// The Brahmi scripts: Devanagari to Sinhala, Tibetan, Myanmar, Khmer, Balinese, Javanese, and those beyond the basic plane.
fn is_indic(character: char) -> bool {
    matches!(
        u32::from(character),
        0x0900..=0x0DFF | 0x0F00..=0x109F | 0x1700..=0x17FF | 0x1900..=0x1AAF | 0x1B00..=0x1C4F | 0x1CD0..=0x1CFF | 0xA8E0..=0xA9FF | 0xAA00..=0xAADF | 0xABC0..=0xABFF | 0x11000..=0x11FFF
    )
}
